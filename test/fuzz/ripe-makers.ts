import { COLLECTIONS, LOAN } from '../matrix/furnish-lending';
import { BILL, outwardBody } from '../matrix/furnish-payments';
import type { House } from '../matrix/house';
import type { MatrixApp } from '../matrix/matrix-app';
import { validRequest } from '../matrix/valid-requests';
import { freshReference } from '../support/app';
import { documentedRoutes } from './documented-routes';

interface Place {
  matrix: MatrixApp;
  house: House;
}

type Data = Record<string, unknown>;

/** Name of the accounts that only these requests use. */
export const RIPE_NAME = 'Ripe';
const HELD_AMOUNT = 1_000_000;
const SECURITY = 1_000;

async function ask(
  { matrix, house }: Place,
  path: string,
  body: object,
  { as = 'channel', method = 'post' }: { as?: 'channel' | 'staff'; method?: 'post' | 'put' } = {},
): Promise<Data> {
  const answer = await matrix.app[method](path, body, { token: house.tokens[as] });
  if (answer.status !== 200 && answer.status !== 202) throw new Error(`${path}: ${answer.text}`);
  return (answer.body as { data: Data }).data;
}

/** The right request of a route, sent as it is. */
async function asUsual(place: Place, name: string): Promise<Data> {
  const route = documentedRoutes().find(({ declared }) => declared.name === name)!;
  const { body = {} } = validRequest(route.declared, place.house, 'body.');
  return ask(place, route.declared.path, body, { as: route.declared.audience === 'staff' ? 'staff' : 'channel' });
}

async function account(place: Place): Promise<string> {
  const { branch: branchCode, product: productCode, staff: accountOfficerStaffID } = place.house.ids;
  const { accountNumber } = await ask(place, '/api/account/v1/createcustomeraccount', {
    lastName: RIPE_NAME,
    firstName: RIPE_NAME,
    accountName: RIPE_NAME,
    branchCode,
    productCode,
    accountOfficerStaffID,
  });
  return accountNumber as string;
}

/** Declines the pending approvals of loans, as a checker other than the maker. */
async function quietLoans({ matrix: { app }, house }: Place): Promise<void> {
  const waiting = await app.rows<{ approval_id: string }>(
    `SELECT approval_id FROM loan WHERE institution_id = $1 AND approval_id IS NOT NULL UNION SELECT approval_id FROM group_loan WHERE institution_id = $1 AND approval_id IS NOT NULL`,
    [house.institutionId],
  );
  for (const { approval_id } of waiting)
    await app.post(
      `/api/admin/v1/approvals/${approval_id}/decline`,
      { note: RIPE_NAME },
      { token: await app.staff('checker') },
    );
}

/** A loan that runs, with money held for it. */
async function securedLoan(place: Place): Promise<void> {
  await quietLoans(place);
  const linkedNumber = await account(place);
  await ask(place, '/api/postings/v1/posttransaction', {
    debitAccount: COLLECTIONS,
    creditAccount: linkedNumber,
    amount: SECURITY,
    narration: RIPE_NAME,
    referenceNumber: freshReference('RI'),
  });
  const asked = await ask(place, '/api/loanaccount/v1/add', {
    ...LOAN,
    linkedNumber,
    requiredSecurityDepositAmount: SECURITY,
    referenceNumber: freshReference('RI'),
  });
  await ask(place, `/api/admin/v1/loans/${String(asked.id)}/approve`, {}, { as: 'staff' });
  await ask(place, '/api/loanaccount/v1/disburseloan', {
    loanAccountNumber: asked.loanAccountNumber,
    referenceNumber: freshReference('RI'),
  });
}

/** Leaves a payout for staff to confirm, as if the provider had not settled it for a day. */
async function leaveOpen({ matrix: { app }, house }: Place, reference: string): Promise<void> {
  await app.rows(`UPDATE payout SET status = 'ConfirmManually' WHERE institution_id = $1 AND reference = $2`, [
    house.institutionId,
    reference,
  ]);
}

/** Brings records into the state that a route requires. */
export const MAKERS = {
  account: async (place) => void (await account(place)),
  inactiveAccount: async (place) =>
    void (await ask(
      place,
      '/api/account/v1/deactivate',
      { accountNumber: await account(place), reason: RIPE_NAME },
      { method: 'put' },
    )),
  frozenAccount: async (place) =>
    void (await ask(
      place,
      '/api/admin/v1/accounts/freeze',
      { accountNumber: await account(place), reason: RIPE_NAME },
      { as: 'staff' },
    )),
  loan: async (place) => void (await asUsual(place, 'POST /api/loanaccount/v1/add')),
  groupLoan: async (place) => void (await asUsual(place, 'POST /api/loanaccount/v1/addgrouploan')),
  quietLoans,
  securedLoan,
  amlHold: async (place) =>
    void (await ask(place, '/api/transfer/v1/localfundtransfer', {
      debitAccount: place.house.ids.account,
      creditAccount: place.house.ids.spareAccount,
      amount: HELD_AMOUNT,
      narration: RIPE_NAME,
    })),
  failedMessage: async ({ matrix: { app }, house }) =>
    void (await app.rows(`UPDATE message SET status = 'Failed' WHERE institution_id = $1 AND id = $2`, [
      house.institutionId,
      house.ids.message,
    ])),
  placement: async (place) => void (await asUsual(place, 'POST /api/admin/v1/placements')),
  inactiveOverdraft: async (place) =>
    void (await ask(
      place,
      '/api/accountoverdraft/v1/deactivate',
      { id: place.house.ids.overdraft },
      { method: 'put' },
    )),
  openVend: async (place) => {
    const paymentReference = freshReference('RI');
    await ask(place, '/api/bills/v1/vend', { ...BILL, accountNumber: place.house.ids.account, paymentReference });
    await leaveOpen(place, paymentReference);
  },
  openTransfer: async (place) => {
    const body = outwardBody(place.house.ids);
    await ask(place, '/api/transfer/v1/outwardtransfer', body);
    await leaveOpen(place, body.transactionReference as string);
  },
} satisfies Record<string, (place: Place) => Promise<void>>;

/** The token and password of a new member of staff. */
export async function signedInAnew(place: Place): Promise<{ token: string; password: string }> {
  const staffID = freshReference('R').slice(-20);
  const [email, password] = [`${staffID.toLowerCase()}@staff.example`, 'a password of its own'];
  const { app } = place.matrix;
  const { staff: token, checker } = place.house.tokens;
  const member = { staffID, name: RIPE_NAME, branchCode: place.house.ids.branch, email, roles: [place.house.ids.role] };
  await app.approved(app.post('/api/admin/v1/staff', member, { token }), checker);
  const issued = await app.approved(app.post(`/api/admin/v1/staff/${staffID}/password`, {}, { token }), checker);
  const { code } = (issued.body as { data: { code: string } }).data;
  await app.post('/api/admin/v1/password', { email, code, newPassword: password });
  const { body } = await app.post('/api/admin/v1/login', { email, password });
  return { token: (body as { accessToken: string }).accessToken, password };
}
