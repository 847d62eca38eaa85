import { IdAllocator } from '../../src/common/database/id-allocator';
import { CLIENT_SCOPES } from '../../src/common/http/client-scopes';
import { postingIdFrom } from '../../src/ledger/engine/posting.entity';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { sessionOf, staffToken } from '../support/staff-token';
import { furnishDays } from './furnish-days';
import { furnishLending } from './furnish-lending';
import { connect, furnishPayments } from './furnish-payments';
import { runShadow, startBacktest } from './furnish-scenarios';
import { furnishWatchList } from './furnish-watch-lists';
import type { Clerk } from './house';
import type { Identifiers } from './identifiers';

/** Reaches the sandbox's AML rule. */
const HELD_AMOUNT = 1_000_000;
/** Reaches the approval policy on overdrafts, which smaller ones do not. */
const APPROVED_LIMIT = 900_000;

const PDF = Buffer.from('%PDF-1.7\nof the matrix').toString('base64url');

/** Branch, staff and ledgers of the records. */
type Places = Pick<
  Identifiers,
  | 'branch'
  | 'ledger'
  | 'ledgerId'
  | 'product'
  | 'productId'
  | 'productRate'
  | 'productFee'
  | 'staff'
  | 'staffRecord'
  | 'passkey'
  | 'staffSession'
  | 'manager'
  | 'role'
  | 'email'
  | 'reference'
  | 'otherReference'
>;
type Customers = Pick<
  Identifiers,
  | 'account'
  | 'accountId'
  | 'accountRecordId'
  | 'bvn'
  | 'company'
  | 'corporateAccount'
  | 'customer'
  | 'customerId'
  | 'customerRecordId'
  | 'nin'
  | 'otherBvn'
  | 'otherNin'
  | 'phoneNumber'
  | 'registrationNumber'
  | 'spareAccount'
  | 'spareAccountId'
  | 'transfer'
  | 'virtualAccount'
  | 'virtualAccountId'
>;
type Movements = Pick<
  Identifiers,
  | 'amlApproval'
  | 'amlHold'
  | 'amlRule'
  | 'amlAlert'
  | 'amlCase'
  | 'nfiuReport'
  | 'fraudComplaint'
  | 'watchList'
  | 'scenario'
  | 'scenarioBacktest'
  | 'approval'
  | 'approvalPolicy'
  | 'lien'
  | 'overdraft'
  | 'posting'
  | 'postingGroup'
  | 'postingId'
>;

/**
 * Makes one record of each kind in an institution that has the sandbox's ledgers and products.
 * @param mark a digit that makes codes and numbers other than those of the other institution.
 */
export async function furnish(clerk: Clerk, mark: string): Promise<Identifiers> {
  const places = await furnishPlaces(clerk, mark);
  const customers = await furnishCustomers(clerk, mark, places);
  await connect(clerk);
  const payments = await furnishPayments(clerk, mark, { ...places, ...customers });
  const [movements, things] = await Promise.all([
    furnishMovements(clerk, places, customers),
    furnishThings(clerk, mark, places, customers),
  ]);
  const evidence = { documentId: things.document, description: 'Matrix' };
  await clerk.post(`/api/admin/v1/aml/cases/${movements.amlCase}/evidence`, evidence, 'staff');
  const lending = await furnishLending(clerk, mark, { ...places, ...customers, ...things });
  return {
    ...places,
    ...customers,
    ...movements,
    ...payments,
    ...things,
    ...lending,
    ...(await furnishDays(clerk, mark, { ...places, ...lending })),
  };
}

async function furnishPlaces(clerk: Clerk, mark: string): Promise<Places> {
  const digits = mark.repeat(5);
  const [branch, ledger, control, product, staff, role] = [
    `BR${digits}`,
    `L${digits}`,
    `LC${digits}`,
    `PR${digits}`,
    `ST${digits}`,
    `Role ${digits}`,
  ];
  const email = `member${digits}@staff.example`;
  await clerk.post('/api/admin/v1/branches', { branchCode: branch, branchName: `Branch ${digits}` }, 'staff');
  await clerk.change('post', '/api/admin/v1/roles', { name: role, permissions: ['view-branches'] });
  await clerk.change('post', '/api/admin/v1/staff', {
    staffID: staff,
    name: 'Some Officer',
    branchCode: branch,
    email,
    roles: [role],
  });
  await clerk.post(
    '/api/admin/v1/ledgers',
    { code: control, name: 'Deposits', category: 'Liability', isControl: true },
    'staff',
  );
  const { id: ledgerId } = await clerk.post<{ id: number }>(
    '/api/admin/v1/ledgers',
    { code: ledger, name: 'Sundries', category: 'Liability' },
    'staff',
  );
  const { id: productId } = await clerk.post<{ id: number }>(
    '/api/admin/v1/products',
    { productCode: product, productName: 'Savings', productType: 'Savings', controlLedgerCode: control },
    'staff',
  );
  const { id: productRate } = await clerk.post<{ id: number }>(
    '/api/admin/v1/products/LN001/rates',
    { name: `Rate ${digits}`, interestRate: 20 },
    'staff',
  );
  const fee = { name: `Fee ${digits}`, kind: 'Flat', amount: 1, incomeLedgerCode: '4030', charged: 'Upfront' };
  const { id: productFee } = await clerk.post<{ id: number }>('/api/admin/v1/products/LN001/fees', fee, 'staff');
  const staffRecord = await clerk.idOf('staff', 'staff_code', staff);
  return {
    branch,
    ledger,
    ledgerId,
    product,
    productId,
    productRate,
    productFee,
    staff,
    staffRecord,
    passkey: await passkeyOf(clerk),
    staffSession: sessionOf(await staffToken(clerk.app, clerk.institutionId, clerk.manager)),
    manager: clerk.manager,
    role,
    email,
    reference: `MATRIX-${digits}`,
    otherReference: `OTHER-${digits}`,
  };
}

async function furnishCustomers(
  clerk: Clerk,
  mark: string,
  { branch, product, staff, reference, otherReference }: Places,
): Promise<Customers> {
  const [bvn, nin, phoneNumber, registrationNumber] = [
    `22${mark.repeat(9)}`,
    `33${mark.repeat(9)}`,
    `0803${mark.repeat(7)}`,
    `RC${mark.repeat(7)}`,
  ];
  const place = { branchCode: branch, productCode: product, accountOfficerStaffID: staff };
  const person = {
    lastName: 'Okafor',
    firstName: 'Adaeze',
    accountName: 'Adaeze Okafor',
    kycTier: 3,
    bvn,
    nin,
    phoneNumber,
    email: 'ada@customer.example',
    referenceNumber: reference,
  };
  const opened = await clerk.post<{ id: string; accountNumber: string; customerID: string }>(
    '/api/account/v1/createcustomeraccount',
    { ...person, ...place },
  );
  const account = opened.accountNumber;
  const [otherBvn, otherNin] = [`25${mark.repeat(9)}`, `35${mark.repeat(9)}`];
  const spare = await clerk.post<{ accountNumber: string }>('/api/account/v1/createcustomeraccount', {
    ...person,
    ...place,
    bvn: otherBvn,
    nin: otherNin,
    referenceNumber: otherReference,
  });
  const [accountId, spareAccountId] = [
    await clerk.idOf('deposit_account', 'account_number', account),
    await clerk.idOf('deposit_account', 'account_number', spare.accountNumber),
  ];
  const transfer = `TRANSFER-${mark.repeat(5)}`;
  await clerk.post(
    '/api/transfer/v1/localfundtransfer',
    { debitAccount: '1010', creditAccount: account, amount: 3 * HELD_AMOUNT, postingsTransactionType: 1 },
    'channel',
    transfer,
  );
  await clerk.put('/api/limit/v1/addupdateaccountlimit', {
    accountNumber: account,
    userSingleTransactionLimit: 9_000_000,
  });
  await clerk.put(`/api/entity-additional-metadata/v1/account/${account}`, { additionalMetadata: { of: reference } });
  for (const change of ['deactivate', 'activate'])
    await clerk.put(`/api/account/v1/${change}`, { accountNumber: account, reason: 'Matrix' });
  const group = { name: 'Traders Limited', branchCode: branch, registrationNumber, referenceNumber: reference };
  await clerk.post(
    `/api/admin/v1/customers/${opened.customerID}/legal-hold`,
    { reason: 'Matrix', reference: 'Matrix' },
    'staff',
  );
  const { customerID: company } = await clerk.post<{ customerID: string }>(
    '/api/account/v1/creategroupcustomerinformation',
    group,
  );
  await clerk.post('/api/account/v1/creategroupcustomerinformation', {
    name: 'Farmers',
    branchCode: branch,
    referenceNumber: otherReference,
  });
  const corporate = await clerk.post<{ accountNumber: string }>('/api/account/v1/createaccount', {
    customerID: company,
    ...place,
    productCode: 'CUR001',
  });
  const names = {
    accountName: 'Online store',
    lastName: 'Traders',
    firstName: 'Shop',
    phoneNumber,
    email: 'shop@customer.example',
    referenceNumber: reference,
  };
  const virtual = await clerk.post<{ accountNumber: string }>('/api/account/v1/createvirtualaccount', {
    ...names,
    parentAccountNumber: corporate.accountNumber,
  });
  const { id: virtualAccountId } = await clerk.get<{ id: number }>('/api/account/v1/getbyaccountnumber', {
    AccountNumber: virtual.accountNumber,
  });
  return {
    ...{
      account,
      accountId,
      accountRecordId: opened.id,
      customer: opened.customerID,
      bvn,
      nin,
      phoneNumber,
      company,
      registrationNumber,
      otherBvn,
      otherNin,
      spareAccount: spare.accountNumber,
      spareAccountId,
      transfer,
    },
    customerId: await clerk.idOf('customer', 'customer_number', opened.customerID),
    ...{
      customerRecordId: await recordIdOf(clerk, opened.customerID),
      corporateAccount: corporate.accountNumber,
      virtualAccount: virtual.accountNumber,
      virtualAccountId,
    },
  };
}

async function recordIdOf({ app, institutionId }: Clerk, customerID: string): Promise<string> {
  const [row] = await app.rows<{ recordId: string }>(
    'SELECT record_id AS "recordId" FROM customer WHERE institution_id = $1 AND customer_number = $2',
    [institutionId, customerID],
  );
  return row!.recordId;
}

async function furnishMovements(
  clerk: Clerk,
  { reference, otherReference }: Places,
  { account, corporateAccount }: Customers,
): Promise<Movements> {
  const terms = { accountNumber: account, interestRate: 20, expiryDate: '2999-01-01' };
  const transfer = { creditAccount: '2070', narration: 'Matrix' };
  await clerk.post('/api/accountlien/v1/placelien', { accountNumber: account, amount: 10, referenceNumber: reference });
  const { id: overdraft } = await clerk.post<{ id: number }>('/api/accountoverdraft/v1/add', {
    ...terms,
    limit: 10,
    referenceNumber: reference,
  });
  const { id: approvalPolicy } = await clerk.change<{ id: number }>('post', '/api/admin/v1/approval-policies', {
    operation: 'overdraft',
    amountFloor: APPROVED_LIMIT,
  });
  const asked = await clerk.post<{ approvalId: number }>('/api/accountoverdraft/v1/add', {
    ...terms,
    accountNumber: corporateAccount,
    limit: APPROVED_LIMIT,
    referenceNumber: otherReference,
  });
  const scenario = await runShadow(clerk, account);
  const posted = await clerk.post<{ postingReferenceNumber: string }>('/api/postings/v1/posttransaction', {
    ...transfer,
    debitAccount: account,
    amount: 5,
    referenceNumber: reference,
  });
  const entries = ['Debit', 'Credit'].map((side) => ({ account: side === 'Debit' ? '5020' : '2070', side, amount: 5 }));
  await clerk.post('/api/postings/v1/post', { entries, referenceNumber: otherReference, narration: 'Matrix' });
  await clerk.post(
    '/api/admin/v1/posting-groups',
    { entries, referenceNumber: reference, narration: 'Matrix' },
    'staff',
  );
  const groups = await clerk.get<{ data: { id: number }[] }>(
    '/api/admin/v1/posting-groups',
    { ReferenceNumber: reference },
    'staff',
  );
  const held = await clerk.post<{ approvalId: number; amlApprovalReference: string }>(
    '/api/transfer/v1/localfundtransfer',
    { ...transfer, debitAccount: account, amount: HELD_AMOUNT, postingsTransactionType: 1 },
    'channel',
    reference,
  );
  const rules = await clerk.get<{ data: { id: number }[] }>('/api/admin/v1/aml/rules', {}, 'staff');
  const scenarioBacktest = await startBacktest(clerk, scenario);
  return {
    ...{
      lien: reference,
      overdraft,
      approvalPolicy,
      approval: asked.approvalId,
      posting: posted.postingReferenceNumber,
      postingGroup: groups.data[0]!.id,
      postingId: postingIdFrom(posted.postingReferenceNumber)!,
    },
    ...{ amlHold: held.approvalId, amlApproval: held.amlApprovalReference, amlRule: rules.data[0]!.id },
    ...(await furnishDesk(clerk, posted.postingReferenceNumber)),
    ...{ scenario, scenarioBacktest },
  };
}

/** The alert of the held movement, its case, and a report about the customer. */
async function furnishDesk(
  clerk: Clerk,
  posting: string,
): Promise<Pick<Identifiers, 'amlAlert' | 'amlCase' | 'nfiuReport' | 'fraudComplaint' | 'watchList'>> {
  interface Alert {
    id: number;
    caseId: number | null;
    customerID: string;
  }
  let alert: Alert | undefined;
  await eventually(async () => {
    const alerts = await clerk.get<{ data: Alert[] }>('/api/admin/v1/aml/alerts', { Status: 'linked' }, 'staff');
    [alert] = alerts.data;
    if (!alert) throw new Error('The hold has no alert in a case yet.');
  });
  const { id: nfiuReport } = await clerk.post<{ id: number }>(
    '/api/admin/v1/nfiu-reports',
    { kind: 'SAR', customerID: alert!.customerID, reason: 'Matrix', indicators: ['MA1'] },
    'staff',
  );
  const { id: fraudComplaint } = await clerk.post<{ id: number }>(
    '/api/admin/v1/fraud-complaints',
    { posting, disputedAmount: 1, description: 'Matrix' },
    'staff',
  );
  const watchList = await furnishWatchList(clerk);
  return { amlAlert: alert!.id, amlCase: alert!.caseId!, nfiuReport, fraudComplaint, watchList };
}

type Things = Pick<
  Identifiers,
  | 'agent'
  | 'agentId'
  | 'client'
  | 'deadLetter'
  | 'document'
  | 'listExport'
  | 'message'
  | 'placement'
  | 'savedView'
  | 'till'
  | 'tillId'
  | 'webhookEndpoint'
>;

async function furnishThings(
  clerk: Clerk,
  mark: string,
  { branch, staff, reference, otherReference }: Places,
  { account, corporateAccount }: Customers,
): Promise<Things> {
  const { id: agentId, agentCode } = await clerk.post<{ id: number; agentCode: string }>('/api/agent/v1/add', {
    name: 'Chidi Obi',
    branchCode: branch,
    referenceNumber: reference,
  });
  await clerk.post('/api/agent/v1/add', { name: 'Dayo Obi', branchCode: branch, referenceNumber: otherReference });
  const upload = {
    entityType: 'account',
    entityId: account,
    documentType: 'Passport',
    fileName: 'passport.pdf',
    content: PDF,
  };
  const { documentID } = await clerk.post<{ documentID: number }>('/api/operations/v1/uploaddocument', upload);
  const { messageID } = await clerk.post<{ messageID: number }>('/api/operations/v1/sendsms', {
    phoneNumber: '08031234567',
    message: 'Matrix',
    accountNumber: account,
  });
  const terms = {
    counterparty: 'Zenith Bank',
    amount: 5,
    rate: 20,
    startDate: '2026-01-05',
    maturityDate: '2999-12-31',
    referenceNumber: reference,
  };
  const view = { page: 'matrix', name: 'Matrix', search: '' };
  const { id: savedView } = await clerk.post<{ id: number }>('/api/admin/v1/me/views', view, 'staff');
  const list = { report: 'audit-log', format: 'CSV' };
  const { id: listExport } = await clerk.post<{ id: number }>('/api/admin/v1/exports', list, 'staff');
  const { id: placement } = await clerk.post<{ id: number }>('/api/admin/v1/placements', terms, 'staff');
  await clerk.post('/api/admin/v1/placements', { ...terms, referenceNumber: otherReference }, 'staff');
  const till = `TILL-${mark.repeat(5)}`;
  const { id: tillId } = await clerk.post<{ id: number }>(
    '/api/admin/v1/tills',
    { accountNumber: till, name: 'Till', branchCode: branch, tellerStaffID: staff },
    'staff',
  );
  const { clientId } = await clerk.post<{ clientId: string }>(
    '/api/admin/v1/api-clients',
    { name: 'Another client', parentAccountNumber: corporateAccount, scopes: CLIENT_SCOPES },
    'staff',
  );
  const { id: webhookEndpoint } = await clerk.change<{ id: number }>('post', '/api/admin/v1/webhooks', {
    clientId,
    eventTypes: ['loan.closed'],
  });
  return {
    agent: agentCode,
    agentId,
    document: documentID,
    listExport,
    message: messageID,
    placement,
    savedView,
    till,
    tillId,
    client: clientId,
    webhookEndpoint,
    deadLetter: await dieOf(clerk),
  };
}

/** A dead letter. */
async function dieOf({ app, institutionId }: Clerk): Promise<number> {
  const id = await app.app.get(IdAllocator).next();
  await app.rows(
    `INSERT INTO job (institution_id, id, kind, payload, status, attempts, last_error) VALUES ($1, $2, 'deliver-message', $3, 'dead', 10, 'nobody home')`,
    [institutionId, id, { messageId: freshReference() }],
  );
  return id;
}

/** A passkey of a colleague of the manager, who has none and steps up with the password. Only its id is asked for. */
async function passkeyOf({ app, institutionId, manager }: Clerk): Promise<number> {
  const [row] = await app.rows<{ id: string }>(
    'SELECT id FROM staff WHERE institution_id = $1 AND staff_code <> $2 ORDER BY id LIMIT 1',
    [institutionId, manager],
  );
  const id = 8_000_000_000 + institutionId;
  await app.rows(
    `INSERT INTO staff_passkey (institution_id, id, staff_id, credential_id, public_key, counter, transports, label, created_at)
     VALUES ($1, $2, $3, $4, 'none', 0, '{}', 'Laptop', now())`,
    [institutionId, id, row!.id, `key-${row!.id}`],
  );
  return id;
}
