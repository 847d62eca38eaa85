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
): Promise<{ status: number; body: Answer }> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
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
): Promise<{ status: number; body: Answer }> {
  token ??= post('/api/auth/v1/authenticate', sandbox.client, {}).then(({ body: { data } }) =>
    String(data.accessToken),
  );
  return post(path, body, { authorization: `Bearer ${await token}`, 'request-reference': reference });
}

const tokens = new Map<Role, Promise<string>>();

/** A call of a member of staff outside the browser, to prepare a story. */
export async function staff(role: Role, path: string, body: unknown): Promise<{ status: number; body: Answer }> {
  return post(`/api/admin/v1${path}`, body, {
    authorization: `Bearer ${await staffToken(role)}`,
    'request-reference': unique('REQ'),
  });
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

/** What a member of staff reads outside the browser. */
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
