import { type House, PASSWORD } from '../matrix/house';
import type { MatrixApp } from '../matrix/matrix-app';
import type { Steps } from './documented-routes';
import type { Mutation } from './fuzz-request';
import { MAKERS, RIPE_NAME, signedInAnew } from './ripe-makers';

/** A record that a route takes out of the state in which it takes it: each request is about the newest that is left. */
interface Ripe {
  /** Place of the identifier in the request. */
  steps: Steps;
  /** Its `value`: a column, and where to look; `$1` is the institution. */
  sql: string;
  /** Makes one when none is left. */
  make?: keyof typeof MAKERS;
}

const inPath = (name: string, from: string, make?: Ripe['make']): Ripe => ({
  steps: ['path', name],
  sql: from,
  ...(make ? { make } : {}),
});
const accountThat = (condition: string, make: Ripe['make']): Ripe => ({
  steps: ['body', 'accountNumber'],
  sql: `SELECT d.account_number AS value FROM deposit_account d JOIN ledger_account l ON l.institution_id = d.institution_id AND l.id = d.id
    WHERE d.institution_id = $1 AND d.account_name = '${RIPE_NAME}' AND d.pending_approval_id IS NULL AND ${condition} ORDER BY d.id DESC LIMIT 1`,
  ...(make ? { make } : {}),
});
const newest = (from: string): string =>
  `SELECT id AS value FROM ${from} AND institution_id = $1 ORDER BY id DESC LIMIT 1`;
/** Waits for staff, who have not been asked yet. */
const payout = (kind: string, name: string, make: Ripe['make']): Ripe => ({
  steps: ['body', name],
  sql: `SELECT p.reference AS value FROM payout p WHERE p.institution_id = $1 AND p.kind = '${kind}' AND p.status = 'ConfirmManually'
    AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.institution_id = p.institution_id AND a.status = 'Pending' AND a.details @> jsonb_build_object('payoutId', p.id)) ORDER BY p.id DESC LIMIT 1`,
  ...(make ? { make } : {}),
});

const WAITING_REQUEST = newest(
  `approval WHERE status = 'Pending' AND maker LIKE 'api-client:%' AND operation <> 'release-aml-hold'`,
);
const WAITING_CHANGE = newest(`approval WHERE status = 'Pending' AND operation LIKE 'change-%'`);
const WAITING_HOLD = `SELECT approval_id AS value FROM aml_hold WHERE institution_id = $1 AND status = 'Held' ORDER BY id DESC LIMIT 1`;
const PENDING_LOAN = newest(`loan WHERE status = 'PendingApproval' AND group_loan_id IS NULL`);
const PENDING_GROUP = newest(`group_loan WHERE status = 'PendingApproval'`);
const RUNNING_LOAN = newest(`loan WHERE status = 'Active' AND approval_id IS NULL AND group_loan_id IS NULL`);
const RUNNING_GROUP = newest(
  `group_loan WHERE status = 'Active' AND NOT EXISTS (SELECT 1 FROM loan WHERE loan.institution_id = group_loan.institution_id AND group_loan_id = group_loan.id AND loan.approval_id IS NOT NULL)`,
);

const RIPE: Record<string, Ripe> = {
  'POST /api/admin/v1/loans/{id}/approve': inPath('id', PENDING_LOAN, 'loan'),
  'POST /api/admin/v1/loans/{id}/reject': inPath('id', PENDING_LOAN, 'loan'),
  'POST /api/admin/v1/loans/{id}/cancel': inPath(
    'id',
    newest(`loan WHERE status IN ('PendingApproval', 'Approved') AND group_loan_id IS NULL`),
    'loan',
  ),
  'POST /api/admin/v1/loans/{id}/charge': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/waive': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/refund': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/stage': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/write-off': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/restructure': inPath('id', RUNNING_LOAN, 'quietLoans'),
  'POST /api/admin/v1/loans/{id}/apply-security-deposit': inPath(
    'id',
    `SELECT loan.id AS value FROM loan JOIN loan_contract c ON c.institution_id = loan.institution_id AND c.loan_id = loan.id
      WHERE loan.institution_id = $1 AND loan.status = 'Active' AND loan.approval_id IS NULL AND c.security_deposit_kobo > 0 ORDER BY loan.id DESC LIMIT 1`,
    'securedLoan',
  ),
  'POST /api/admin/v1/group-loans/{id}/approve': inPath('id', PENDING_GROUP, 'groupLoan'),
  'POST /api/admin/v1/group-loans/{id}/reject': inPath('id', PENDING_GROUP, 'groupLoan'),
  'POST /api/admin/v1/group-loans/{id}/write-off': inPath('id', RUNNING_GROUP, 'quietLoans'),
  'POST /api/admin/v1/group-loans/{id}/restructure': inPath('id', RUNNING_GROUP, 'quietLoans'),
  // Nobody decides what they asked for themselves, as changes of configuration.
  'POST /api/admin/v1/approvals/{approvalId}/approve': inPath('approvalId', WAITING_REQUEST),
  'POST /api/admin/v1/approvals/{approvalId}/decline': inPath('approvalId', WAITING_REQUEST),
  'POST /api/admin/v1/approvals/{approvalId}/withdraw': inPath('approvalId', WAITING_CHANGE),
  'PUT /api/admin/v1/approvals/{approvalId}/assignee': inPath('approvalId', WAITING_REQUEST),
  'POST /api/admin/v1/aml/holds/{approvalId}/approve': inPath('approvalId', WAITING_HOLD, 'amlHold'),
  'POST /api/admin/v1/aml/holds/{approvalId}/decline': inPath('approvalId', WAITING_HOLD, 'amlHold'),
  'PUT /api/admin/v1/aml/holds/{approvalId}/assignee': inPath('approvalId', WAITING_HOLD, 'amlHold'),
  'POST /api/admin/v1/messages/{messageID}/resend': inPath(
    'messageID',
    newest(`message WHERE status = 'Failed'`),
    'failedMessage',
  ),
  'PUT /api/admin/v1/placements/{placementId}': inPath(
    'placementId',
    newest(`placement WHERE date_closed IS NULL`),
    'placement',
  ),
  'POST /api/admin/v1/placements/{placementId}/close': inPath(
    'placementId',
    newest(`placement WHERE date_closed IS NULL`),
    'placement',
  ),
  'DELETE /api/agent/v1/delete/{ID}': inPath('ID', newest('agent WHERE true')),
  'PUT /api/accountoverdraft/v1/activate': {
    steps: ['body', 'id'],
    sql: newest(`overdraft WHERE status = 'Inactive'`),
    make: 'inactiveOverdraft',
  },
  'POST /api/admin/v1/bills/confirm': payout('bill-vend', 'paymentReference', 'openVend'),
  'POST /api/admin/v1/transfers/confirm': payout('outward-transfer', 'transactionReference', 'openTransfer'),
  'POST /api/postings/v1/closeaccount': accountThat(`l.status = 'Active'`, 'account'),
  'PUT /api/account/v1/activate': accountThat(`l.status = 'Inactive'`, 'inactiveAccount'),
  'PUT /api/account/v1/deactivate': accountThat(`l.status = 'Active'`, 'account'),
  'PUT /api/account/v1/unfreeze': accountThat(`l.status = 'Frozen'`, 'frozenAccount'),
  'POST /api/admin/v1/accounts/freeze': accountThat(`l.status = 'Active'`, 'account'),
  'POST /api/admin/v1/accounts/unfreeze': accountThat(`l.status = 'Frozen'`, 'frozenAccount'),
};

/** Requests that are right only with what the run itself knows. */
function known({ app: { sandbox } }: MatrixApp, { ids }: House): Record<string, Record<string, unknown>> {
  return {
    'POST /api/auth/v1/authenticate': { body: sandbox.client },
    'POST /api/admin/v1/login': { body: sandbox.staff.administrator },
    'POST /api/admin/v1/session': { body: sandbox.staff.administrator },
    'POST /api/admin/v1/me/step-up': { body: { password: PASSWORD } },
    // Each loan waits under an approval of its own.
    'POST /api/admin/v1/loans/{id}/approve': { body: { note: 'Checked against the mandate.' } },
    'PUT /api/admin/v1/configuration/{key}': { path: { key: 'SMS_SENDER_ID' }, body: { value: 'BANK' } },
    'DELETE /api/admin/v1/configuration/{key}': { path: { key: 'SMS_SENDER_ID' } },
    'GET /api/report/v1/gettransactionreceipt': { query: { ReferenceNumber: ids.posting } },
  };
}

/** Corrections of the requests that are still invalid after the matrix and the document. */
export async function ripening(matrix: MatrixApp, house: House, route: string): Promise<Mutation[]> {
  const told = Object.entries(known(matrix, house)[route] ?? {}).map(([part, value]): Mutation => ({
    kind: 'set',
    steps: [part],
    value: structuredClone(value),
  }));
  const ripe = RIPE[route];
  if (!ripe) return told;
  const find = async (): Promise<unknown> =>
    (await matrix.app.rows<{ value: unknown }>(ripe.sql, [house.institutionId]))[0]?.value;
  let value = await find();
  if (value === undefined && ripe.make) {
    await MAKERS[ripe.make]({ matrix, house });
    value = await find();
  }
  if (value === undefined) return told;
  const isNumber = ripe.steps.at(-1) === 'id' || ripe.steps[0] === 'path';
  return [...told, { kind: 'set', steps: ripe.steps, value: isNumber ? Number(value) : value }];
}

/**
 * What makes the right request of a route that of somebody else: who changes a password has to sign in anew. Other
 * requests of the route are refused, as they are to anybody who gives a wrong password.
 */
export async function bySomebodyElse(matrix: MatrixApp, house: House, route: string): Promise<Mutation[]> {
  if (route !== 'POST /api/admin/v1/me/password') return [];
  const { token, password } = await signedInAnew({ matrix, house });
  return [
    { kind: 'header', name: 'authorization', value: `Bearer ${token}` },
    { kind: 'set', steps: ['body'], value: { currentPassword: password, newPassword: 'another password of its own' } },
  ];
}
