import { type DocumentedRoute, documentedRoutes } from '../fuzz/documented-routes';
import { closeConnections, exchange, type Mutation, wireRequest } from '../fuzz/fuzz-request';
import { faultsOf } from '../fuzz/judge';
import { bySomebodyElse, ripening } from '../fuzz/ripe-records';
import { type House, MANAGER } from '../matrix/house';
import type { Identifiers } from '../matrix/identifiers';
import { MatrixApp } from '../matrix/matrix-app';
import { freshReference } from '../support/app';
import { staffToken } from '../support/staff-token';
import { exampleRequest } from './documented-examples';
import { REFUSED_AT_THE_DESK, type RefusedExample } from './refused-desk-examples';

/** Examples that a new sandbox refuses with a documented code, and why. */
const REFUSED: Record<string, RefusedExample> = {
  ...REFUSED_AT_THE_DESK,
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/retire': {
    code: 'SCENARIO_STATE_REFUSED',
    because: 'no scenario of a new sandbox is live',
  },
  'GET /api/admin/v1/aml/scenarios/{scenarioCode}/backtests/{backtestId}': {
    code: 'SCENARIO_BACKTEST_NOT_FOUND',
    because: 'the backtest of the sandbox is of another scenario',
  },
  'POST /api/admin/v1/accounts/post-interest': {
    code: 'NO_ACCRUED_INTEREST',
    because: 'interest accrues at the end of a day, and the sandbox begins today',
  },
  'POST /api/admin/v1/end-of-day/run': { code: 'NO_DAY_DUE', because: 'the sandbox begins today' },
  'POST /api/admin/v1/end-of-day/exceptions/rerun': { code: 'NO_OPEN_EXCEPTIONS', because: 'no day has failed' },
  'POST /api/admin/v1/accounting-periods/close': {
    code: 'PERIOD_CLOSE_PENDING',
    because: 'the one month that can be closed waits for its closing',
  },
  'POST /api/admin/v1/settlement-lines/{lineId}/confirm': {
    code: 'PAYOUT_NOT_OPEN',
    because: 'the provider has settled the transfer of the line',
  },
  'PUT /api/admin/v1/aml/holds/{approvalId}/assignee': {
    code: 'ASSIGNEE_CANNOT_DECIDE',
    because: 'the example names a checker, who decides approvals but no holds',
  },
  'GET /api/events/v1/events': { code: 'NO_EVENT_SUBSCRIPTION', because: 'the client has no endpoint yet' },
  'GET /api/admin/v1/webhooks/{endpointId}/deliveries/{position}/attempts': {
    code: 'WEBHOOK_DELIVERY_NOT_FOUND',
    because: 'nothing was delivered yet',
  },
  'POST /api/admin/v1/webhooks/{endpointId}/replay': {
    code: 'WEBHOOK_WITHOUT_ADDRESS',
    because: 'the only endpoint pulls its events',
  },
  'POST /api/admin/v1/loans/{id}/reverse': {
    code: 'LOAN_REVERSAL_STOPPED',
    because: 'the loan was settled after the payment by another example',
  },
  'POST /api/admin/v1/me/passkeys': {
    code: 'PASSKEY_NOT_ACCEPTED',
    because: 'no example can sign the challenge of this sandbox',
  },
  'POST /api/admin/v1/me/step-up/passkey': {
    code: 'STEP_UP_REFUSED',
    because: 'no example can sign the challenge of this sandbox',
  },
  'POST /api/admin/v1/session/passkey': {
    code: 'PASSKEY_REFUSED',
    because: 'no example can sign the challenge of this sandbox',
  },
  'DELETE /api/admin/v1/me/passkeys/{passkeyId}': {
    code: 'PASSKEY_NOT_FOUND',
    because: 'no member of a new sandbox has a passkey',
  },
  'GET /api/report/v1/verifyreceipt': {
    code: 'RECEIPT_NOT_CONFIRMED',
    because: 'the code is on no receipt of this sandbox',
  },
  'POST /api/admin/v1/loans/{id}/move-repayment': {
    code: 'LOAN_REVERSAL_STOPPED',
    because: 'the loan was settled after the payment by another example',
  },
  'POST /api/admin/v1/loans/{id}/backdated-repayment': {
    code: 'LOAN_VALUE_DATE_REFUSED',
    because: 'the loan was disbursed today, and no day was closed since',
  },
  'POST /api/admin/v1/loans/{id}/waive': {
    code: 'WAIVER_EXCEEDS_DUE',
    because: 'no loan of the sandbox is in arrears yet',
  },
  'POST /api/admin/v1/loans/{id}/refund': {
    code: 'REFUND_EXCEEDS_PAID_AHEAD',
    because: 'nothing was paid ahead on a loan of the sandbox',
  },
  'POST /api/admin/v1/password': { code: 'ONE_TIME_CODE_REFUSED', because: 'codes are mailed to their owner alone' },
  'POST /api/admin/v1/me/second-factor/confirm': {
    code: 'SECOND_FACTOR_CODE_WRONG',
    because: 'codes are in an authenticator app alone',
  },
  'POST /api/admin/v1/me/second-factor/recovery-codes': {
    code: 'SECOND_FACTOR_NOT_SET_UP',
    because: 'none was confirmed',
  },
  'DELETE /api/admin/v1/me/second-factor': { code: 'SECOND_FACTOR_NOT_SET_UP', because: 'none was confirmed' },
};

/** Identifiers in the answer to a route that later examples are about. */
const LEARNED: Record<string, (data: Record<string, never>) => Partial<Identifiers>> = {
  'POST /api/account/v1/createcustomeraccount': ({ customerID }) => ({ customer: customerID }),
  'POST /api/account/v1/creategroupcustomerinformation': ({ customerID }) => ({ company: customerID }),
  'POST /api/admin/v1/products/{productCode}/rates': ({ id }) => ({ productRate: id }),
  'POST /api/admin/v1/products/{productCode}/fees': ({ id }) => ({ productFee: id }),
  'POST /api/loanaccount/v1/add': ({ loanAccountNumber }) => ({ approvedLoanAccount: loanAccountNumber }),
  'POST /api/admin/v1/tills': ({ id }) => ({ tillId: id }),
  'GET /api/transfer/v1/nameenquiry': ({ nameEnquiryRef }) => ({ nameEnquiry: nameEnquiryRef }),
};
/** The routes that are about what was learned; to others the first records stay the usual ones. */
const ABOUT_LEARNED: ReadonlySet<string> = new Set([
  'PUT /api/account/v1/updatecustomerinformation',
  'PUT /api/account/v1/updategroupcustomerinformation',
  'PUT /api/admin/v1/products/{productCode}/rates/{rateId}',
  'PUT /api/admin/v1/products/{productCode}/fees/{feeId}',
  'PUT /api/admin/v1/tills/{tillId}',
  'POST /api/transfer/v1/outwardtransfer',
  'POST /api/transfer/v1/fundstransfer',
  'PUT /api/loanaccount/v1/update',
]);

const ROUTES = documentedRoutes();
/** After them the session of the requests may have ended. */
const ENDS_SESSIONS = /\/(sessions|sessions\/\{sessionId\}|sign-out|step-up|session)$/;
/** Reading first, taking away last, so that each example finds what it is about. */
const ORDER = ['get', 'post', 'put', 'patch', 'delete'];
/** Taken at the very end, in this order: they refuse others what they are about. */
const LAST = [
  'PUT /api/agent/v1/change-status',
  'POST /api/admin/v1/customers/{customerID}/legal-hold',
  'DELETE /api/admin/v1/customers/{customerID}/legal-hold',
  'POST /api/sandbox/v1/clock',
  'POST /api/sandbox/v1/reset',
];
/** Taken among the requests that make: staff reject the loan afterwards. */
const BEFORE_DECISIONS = 'PUT /api/loanaccount/v1/update';
const place = ({ declared }: DocumentedRoute): number =>
  declared.name === BEFORE_DECISIONS
    ? 1
    : LAST.includes(declared.name)
      ? ORDER.length + LAST.indexOf(declared.name)
      : ORDER.indexOf(declared.method);
const IN_ORDER = [...ROUTES].sort((a, b) => place(a) - place(b));

describe('the examples of the OpenAPI documents', () => {
  let matrix: MatrixApp;
  let house: House;
  let today: string;
  let learned: Partial<Identifiers> = {};

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    house = await matrix.ownHouse();
    const [row] = await matrix.app.rows<{ day: string }>(
      'SELECT business_date::text AS day FROM institution WHERE institution_id = $1',
      [house.institutionId],
    );
    today = row!.day;
    await endLegalHolds();
    await fillCollections();
  }, 120_000);
  afterAll(async () => {
    closeConnections();
    await matrix?.close();
  });

  async function endLegalHolds(): Promise<void> {
    await matrix.app.rows(
      `UPDATE legal_hold SET removed_at = now(), removed_by = 'system:test', removal_reason = 'Test' WHERE removed_at IS NULL`,
    );
  }

  /** Repayments through the collections ledger need money in it. */
  async function fillCollections(): Promise<void> {
    const paid = await matrix.app.post('/api/postings/v1/posttransaction', {
      debitAccount: '1010',
      creditAccount: '2030',
      amount: 500_000,
      narration: 'Collections',
      referenceNumber: freshReference(),
    });
    expect(paid.status).toBe(200);
  }

  async function answerTo(
    route: DocumentedRoute,
  ): Promise<{ request: string; status: number; text: string; faults: string[] }> {
    const { name } = route.declared;
    const ids = { ...house.ids, ...(ABOUT_LEARNED.has(name) ? learned : {}) };
    const example = exampleRequest(route, { ids, today });
    const parts = (['path', 'query', 'body'] as const)
      .filter((part) => part !== 'body' || route.body)
      .map((part): Mutation => ({ kind: 'set', steps: [part], value: example[part] }));
    const needed = [...(await ripening(matrix, house, name)), ...(await bySomebodyElse(matrix, house, name))];
    const wire = wireRequest(route, house, [...parts, ...needed]);
    const answer = await exchange(matrix.app.url, wire);
    if (ENDS_SESSIONS.test(name)) house.tokens.staff = await staffToken(matrix.app, house.institutionId, MANAGER);
    const learn = LEARNED[name];
    if (learn && [200, 202].includes(answer.status))
      learned = { ...learned, ...learn((JSON.parse(answer.text) as { data: Record<string, never> }).data) };
    return {
      request: `${wire.method} ${wire.address}\n${wire.body ?? ''}`,
      status: answer.status,
      text: answer.text,
      faults: faultsOf(route, [], answer),
    };
  }

  it.each(IN_ORDER.map((route): [string, DocumentedRoute] => [route.declared.name, route]))(
    '%s: the example succeeds, or meets the refusal that a new sandbox must give',
    async (name, route) => {
      const { request, status, text, faults } = await answerTo(route);
      const refusal = REFUSED[name];
      const isExpected = refusal ? text.includes(`"statusCode":"${refusal.code}"`) : status === 200 || status === 202;
      if (!isExpected || faults.length > 0)
        throw new Error(`${faults.join('; ')}\n${request}\n→ ${status} ${text.slice(0, 1_500)}`);
    },
  );

  it('leave the books in balance', async () => {
    expect(await matrix.app.failedProofs()).toEqual([]);
  });
});
