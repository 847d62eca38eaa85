/** Who works in the sandbox. */
export type Role = 'maker' | 'checker' | 'amlOfficer' | 'secondAmlOfficer' | 'administrator' | 'secondAdministrator';

interface Sandbox {
  client: { clientId: string; clientSecret: string };
  staff: Record<Role, { email: string; password: string }>;
  accounts: { accountNumber: string; accountName: string; balance: number }[];
}

/** The access data of the server's sandbox institution. */
export const sandbox = JSON.parse(process.env.CONSOLE_SANDBOX ?? '{}') as Sandbox;

const base = process.env.CONSOLE_URL ?? '';
let token: Promise<string> | undefined;

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  method = 'POST',
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

interface Answer {
  status: boolean;
  message: string;
  data: Record<string, unknown>;
}

/** A call of the integrator's client, which makes what staff then see. */
export async function client(
  path: string,
  body: unknown,
  reference = unique('REQ'),
  method = 'POST',
): Promise<{ status: number; body: Answer }> {
  token ??= post('/api/auth/v1/authenticate', sandbox.client, {}).then(({ body: { data } }) =>
    String(data.accessToken),
  );
  return post(path, body, { authorization: `Bearer ${await token}`, 'request-reference': reference }, method);
}

const tokens = new Map<Role, Promise<string>>();

/** A call of a member of staff outside the browser, to prepare a story. */
export async function staff(
  role: Role,
  path: string,
  body: unknown,
  method = 'POST',
  more: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  const headers = { authorization: `Bearer ${await staffToken(role)}`, 'request-reference': unique('REQ'), ...more };
  return post(`/api/admin/v1${path}`, body, headers, method);
}

/** Asks for a change that a second administrator approves. @returns what the change made. */
export async function changed(path: string, body: unknown, method = 'POST'): Promise<Record<string, unknown>> {
  const asked = await staff('administrator', path, body, method);
  if (asked.status !== 202) throw new Error(`The change does not wait: ${asked.status} ${JSON.stringify(asked.body)}`);
  const approved = await staff('secondAdministrator', `/approvals/${String(asked.body.data.approvalId)}/approve`, {});
  if (approved.status !== 200) throw new Error(`Not approved: ${approved.status} ${JSON.stringify(approved.body)}`);
  return approved.body.data.result as Record<string, unknown>;
}

/** Who signs in. */
export interface Member {
  email: string;
  password: string;
  staffID?: string;
}

/** A new member of staff with the roles, made and approved by two administrators, with a password of their own. */
export async function member(roles: readonly string[], name = 'Nneka Story'): Promise<Required<Member>> {
  const staffID = unique('S').replaceAll('-', '').toUpperCase();
  const email = `${staffID.toLowerCase()}@sandbox.corebank.example`;
  await changed('/staff', { staffID, name, branchCode: '001', email, roles });
  const { code } = await changed(`/staff/${staffID}/password`, { note: 'First password' });
  const password = 'staple battery horse correct';
  const set = await post('/api/admin/v1/password', { email, code, newPassword: password }, {});
  if (set.status !== 200) throw new Error(`No password: ${set.status} ${JSON.stringify(set.body)}`);
  return { email, password, staffID };
}

/** A new role with the permissions. @returns its name. */
export async function role(permissions: readonly string[]): Promise<string> {
  const name = unique('Role');
  await changed('/roles', { name, description: 'Made by a story', permissions });
  return name;
}

/** A posting group that waits for a colleague's approval. @returns the number of its request. */
export async function waitingGroup(amount: number): Promise<number> {
  const { status, body } = await staff('maker', '/posting-groups', {
    referenceNumber: unique('GRP'),
    narration: 'Correction of charges',
    entries: [
      // No story makes large outflows of this account, so screening does not stop it.
      { account: sandbox.accounts[4]!.accountNumber, side: 'Debit', amount },
      { account: sandbox.accounts[1]!.accountNumber, side: 'Credit', amount },
    ],
  });
  if (status !== 202) throw new Error(`The group does not wait: ${status} ${JSON.stringify(body)}`);
  return Number(body.data.approvalId);
}

function staffToken(role: Role): Promise<string> {
  if (!tokens.has(role))
    tokens.set(
      role,
      post('/api/admin/v1/login', sandbox.staff[role], {}).then(({ body: { data } }) => String(data.accessToken)),
    );
  return tokens.get(role)!;
}

let last = 0;

/** A reference that no other story uses. */
export function unique(prefix: string): string {
  last += 1;
  return `${prefix}-${process.pid}-${Date.now().toString(36)}-${last}`;
}

/** Reads as a member of staff, outside the browser. */
export async function look(role: Role, path: string): Promise<Answer> {
  const response = await fetch(`${base}/api/admin/v1${path}`, {
    headers: { authorization: `Bearer ${await staffToken(role)}` },
  });
  return (await response.json()) as Answer;
}

interface HeldTransfer {
  reference: string;
  approvalId: number;
  body: Record<string, unknown>;
}

/** A transfer that screening stops: an outflow above the sandbox's rule. */
export async function heldTransfer(amount: number, from = 0, to = 1): Promise<HeldTransfer> {
  const reference = unique('TRF');
  const body = {
    debitAccount: sandbox.accounts[from]!.accountNumber,
    creditAccount: sandbox.accounts[to]!.accountNumber,
    amount,
    narration: 'Payment of invoice',
  };
  const { status, body: answer } = await client('/api/transfer/v1/localfundtransfer', body, reference);
  if (status !== 202) throw new Error(`The transfer was not held: ${status} ${JSON.stringify(answer)}`);
  const { data } = await look('amlOfficer', `/aml/holds?ReferenceNumber=${reference}`);
  const [hold] = data.data as { approvalId: number }[];
  return {
    reference,
    approvalId: hold!.approvalId,
    body: { ...body, amlApprovalReference: answer.data.amlApprovalReference },
  };
}

interface NewCustomer {
  accountNumber: string;
  customerID: string;
}

/** A new customer with an account of their own; `more` adds to what is known of the person. */
export async function newCustomer(lastName: string, more: Record<string, unknown> = {}): Promise<NewCustomer> {
  const { status, body } = await client('/api/account/v1/createcustomeraccount', {
    gender: 'Female',
    firstName: 'Ngozi',
    lastName,
    accountName: `Ngozi ${lastName}`,
    branchCode: '001',
    productCode: 'SAV001',
    accountOfficerStaffID: 'STF001',
    referenceNumber: unique('ACC'),
    kycTier: 3,
    dateOfBirth: '1990-04-23',
    phoneNumber: '08031234567',
    address: '12 Marina Road',
    ...more,
  });
  if (status !== 200) throw new Error(`No account: ${status} ${JSON.stringify(body)}`);
  return { accountNumber: String(body.data.accountNumber), customerID: String(body.data.customerID) };
}

/** A new customer with an account of their own. @returns the number of the account. */
export async function newAccount(lastName: string): Promise<string> {
  return (await newCustomer(lastName)).accountNumber;
}

/** A transfer between two accounts that no rule stops. @returns the number of its posting. */
export async function paid(debitAccount: string, creditAccount: string, amount: number): Promise<string> {
  const body = { debitAccount, creditAccount, amount, narration: 'Payment of invoice' };
  const answer = await client('/api/transfer/v1/localfundtransfer', body);
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer.body.data.postingReferenceNumber);
}

/** A loan that waits for approval. @returns its id and number. */
export async function requestedLoan(amount: number): Promise<{ id: number; loanAccountNumber: string }> {
  const { status, body } = await client('/api/loanaccount/v1/add', {
    linkedNumber: sandbox.accounts[1]!.accountNumber,
    productCode: 'LN001',
    loanAmount: amount,
    tenure: 12,
    accountOfficerCode: 'STF001',
    referenceNumber: unique('LOAN'),
    lendingModel: 1,
    economicSector: 40700,
  });
  if (status !== 202) throw new Error(`The loan does not wait: ${status} ${JSON.stringify(body)}`);
  return { id: Number(body.data.id), loanAccountNumber: String(body.data.loanAccountNumber) };
}
