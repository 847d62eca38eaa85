import type { Response } from 'supertest';
import { formatNaira } from '../../src/common/money/naira';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, type NamedLoan, SEARCH_LOANS } from './loans-support';
import {
  activeGroup,
  approve,
  dayProduct,
  decline,
  fundCollections,
  loanOf,
  REPAY_EARLY,
  REPAY_GROUP,
  REPAY_LOAN,
  repayment,
  takeOut,
  underPolicy,
} from './servicing-support';

const TIMEOUT_MS = 300_000;
const SHORT = {
  productCode: 'LND01',
  loanAmount: 100_000,
  tenure: 40,
  principalRepaymentEvery: 10,
  principalRepaymentFrequency: 0,
};

describe('repayments that wait for approval', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 1_000_000);
    await dayProduct(app);
    for (const operation of ['loan-repayment', 'loan-early-repayment', 'group-loan-repayment'])
      await underPolicy(app, operation);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const early = (loan: NamedLoan, paymentOption: number, fields: object = {}): Record<string, unknown> => ({
    loanAccountNumber: loan.loanAccountNumber,
    paymentOption,
    referenceNumber: freshReference('ER'),
    ...fields,
  });
  const waits = (answer: Response): number => {
    expect([answer.status, answer.body.status, answer.body.data.statusCode]).toEqual([202, false, 'PENDING_APPROVAL']);
    return (answer.body as { data: { approvalId: number } }).data.approvalId;
  };
  const statusOf = async (approvalId: number): Promise<unknown> =>
    dataOf<{ status: string }>(
      await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: await app.staff('checker') }),
    ).status;
  const tryApprove = async (approvalId: number): Promise<Response> =>
    app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('checker') });
  /** All that a repayment could have moved. */
  const standing = async (loans: readonly NamedLoan[]): Promise<unknown> => [
    await app.rows('SELECT count(*) FROM posting'),
    ...(await Promise.all(
      loans.map(async (loan) => [
        await loanOf(app, loan),
        await app.balance(loan.linkedNumber),
        await bookBalanceKobo(app, `${loan.loanAccountNumber}-interest`),
      ]),
    )),
  ];

  describe('earlyrepaymentloan', () => {
    it(
      'moves nothing until staff approve, then settles with the payoff of that day',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const before = await standing([loan]);
        const [body, reference] = [early(loan, 0), freshReference('REQ')];
        const approvalId = waits(await app.post(REPAY_EARLY, body, { reference }));
        const again = await app.post(REPAY_EARLY, body, { reference });
        expect([waits(again), again.headers['idempotent-replayed']]).toEqual([approvalId, 'true']);
        expect(await standing([loan])).toEqual(before);
        await app.payIn(loan.linkedNumber, 1_000);
        await rollDays(app, 4);
        expect((await loanOf(app, loan)).loan.status).toBe('Active');
        // A month may have ended meanwhile and paid interest into the account.
        const balanceKobo = await bookBalanceKobo(app, loan.linkedNumber);
        await approve(app, approvalId);
        const { loan: settled, instalments } = await loanOf(app, loan);
        const interestKobo = BigInt(Math.round((10_000_000 * 0.24 * 4) / 365));
        expect(settled).toMatchObject({
          status: 'Closed',
          outstandingPrincipalKobo: 0n,
          interestAccruedKobo: interestKobo,
        });
        expect(instalments).toMatchObject([{ dueDate: await businessDateOf(app), interestPaidKobo: interestKobo }]);
        const takenKobo = balanceKobo! - (await bookBalanceKobo(app, loan.linkedNumber))!;
        expect(takenKobo).toBe(10_000_000n + interestKobo);
        // The client hears that it was done: its reference is taken.
        expect(refusalOf(await app.post(REPAY_EARLY, body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
        expect((await tryApprove(approvalId)).status).toBe(409);
      },
      TIMEOUT_MS,
    );

    it(
      'names no less than the payoff while a moratorium earns interest that becomes principal later',
      async () => {
        const moratorium = { moratorium: 3, moratoriumPeriods: 2, moratoriumInterest: 'CAPITALISE', minTenure: 30 };
        const productCode = await dayProduct(app, 'LNDC', {
          ...moratorium,
          principalRepaymentEvery: 10,
          maxTenure: 700,
        });
        const firstRepaymentDate = addDays(await businessDateOf(app), 40);
        const loan = await activeLoan(app, { ...SHORT, productCode, tenure: 30, firstRepaymentDate });
        await rollDays(app, 30);
        const [{ payoffAmount, totalOutstanding }] = dataOf<{
          data: [{ payoffAmount: number; totalOutstanding: number }];
        }>(await app.get(SEARCH_LOANS, { LoanAccountNumber: loan.loanAccountNumber })).data;
        expect(totalOutstanding).toBeGreaterThan(payoffAmount);
        const approvalId = waits(await app.post(REPAY_EARLY, early(loan, 0)));
        const { amount, summary } = dataOf<{ amount: number; summary: string }>(
          await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: await app.staff('checker') }),
        );
        expect(amount).toBe(totalOutstanding);
        expect(summary).toContain(`at most ${formatNaira(BigInt(Math.round(totalOutstanding * 100)))}`);
        await decline(app, approvalId);
      },
      TIMEOUT_MS,
    );

    it(
      'repays principal in part once approved, and makes the schedule anew then',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const { instalments: old } = await loanOf(app, loan);
        const approvalId = waits(await app.post(REPAY_EARLY, early(loan, 2, { amount: 40_000 })));
        expect((await loanOf(app, loan)).instalments).toEqual(old);
        await approve(app, approvalId);
        const { loan: after, instalments } = await loanOf(app, loan);
        expect(after).toMatchObject({ outstandingPrincipalKobo: 6_000_000n, status: 'Active' });
        expect(instalments).toHaveLength(5);
        expect(instalments[1]!.principalDueKobo + instalments[1]!.interestDueKobo).toBeLessThan(
          old[1]!.principalDueKobo + old[1]!.interestDueKobo,
        );
      },
      TIMEOUT_MS,
    );

    it(
      'that staff decline leaves nothing behind, and its reference may be used again',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const before = await standing([loan]);
        const body = early(loan, 0);
        const approvalId = waits(await app.post(REPAY_EARLY, body));
        await decline(app, approvalId);
        expect(await statusOf(approvalId)).toBe('Declined');
        expect(await standing([loan])).toEqual(before);
        await approve(app, waits(await app.post(REPAY_EARLY, body)));
        expect((await loanOf(app, loan)).loan.status).toBe('Closed');
      },
      TIMEOUT_MS,
    );

    it(
      'that has become impossible is refused and goes on waiting',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const approvalId = waits(await app.post(REPAY_EARLY, early(loan, 0, { amount: 100_000 })));
        await takeOut(app, loan.linkedNumber, 0.01);
        const before = await standing([loan]);
        expect(refusalOf(await tryApprove(approvalId))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
        expect(await standing([loan])).toEqual(before);
        expect(await statusOf(approvalId)).toBe('Pending');
        await app.payIn(loan.linkedNumber, 0.01);
        // Another payment in between changes the payoff, which is not what was asked for then.
        await approve(app, waits(await app.post(REPAY_LOAN, repayment(loan, 500))));
        expect(refusalOf(await tryApprove(approvalId))).toEqual({ status: 422, code: 'PAYOFF_DIFFERS' });
        await decline(app, approvalId);
      },
      TIMEOUT_MS,
    );

    it(
      'waits once, however often it is sent at once under new request references',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const body = early(loan, 2, { amount: 10_000 });
        const answers = await Promise.all(Array.from({ length: 20 }, () => app.post(REPAY_EARLY, body)));
        expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
        expect(
          await app.rows(`SELECT count(*)::int AS count FROM approval WHERE details ->> 'referenceNumber' = $1`, [
            body['referenceNumber'],
          ]),
        ).toEqual([{ count: 1 }]);
        const approvalId = waits(answers.find(({ status }) => status === 202)!);
        const decided = await Promise.all([tryApprove(approvalId), tryApprove(approvalId), tryApprove(approvalId)]);
        expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        expect((await loanOf(app, loan)).loan.outstandingPrincipalKobo).toBe(9_000_000n);
      },
      TIMEOUT_MS,
    );

    it('that can never be paid is refused at once', async () => {
      const loan = await activeLoan(app, SHORT);
      expect((await app.post(REPAY_EARLY, early(loan, 1))).status).toBe(400);
      expect(
        refusalOf(await app.post(REPAY_EARLY, early(loan, 0, { source: 'CollectionsGL', collectionsGL: '9999' }))),
      ).toEqual({ status: 404, code: 'LEDGER_NOT_FOUND' });
      expect(refusalOf(await app.post(REPAY_LOAN, repayment(loan, 100, { collectionsGL: '9999' })))).toEqual({
        status: 404,
        code: 'LEDGER_NOT_FOUND',
      });
      expect(refusalOf(await app.post(REPAY_EARLY, early({ ...loan, loanAccountNumber: '0000000000' }, 0)))).toEqual({
        status: 404,
        code: 'LOAN_NOT_FOUND',
      });
    });
  });

  describe('repayloan', () => {
    it(
      'waits once and, declined, leaves nothing behind',
      async () => {
        const loan = await activeLoan(app, SHORT);
        const before = await standing([loan]);
        const body = repayment(loan, 1_000);
        const approvalId = waits(await app.post(REPAY_LOAN, body));
        expect(refusalOf(await app.post(REPAY_LOAN, body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
        await decline(app, approvalId);
        expect(await standing([loan])).toEqual(before);
        await approve(app, waits(await app.post(REPAY_LOAN, body)));
        expect((await loanOf(app, loan)).instalments[0]!.interestPaidKobo).toBe(65_753n);
        expect((await loanOf(app, loan)).instalments[0]!.principalPaidKobo).toBe(100_000n - 65_753n);
      },
      TIMEOUT_MS,
    );
  });

  describe('repaygrouploan', () => {
    it(
      'moves nothing until staff approve, then debits all participants in one posting',
      async () => {
        const { id: groupLoanID, members } = await activeGroup(app);
        const before = await standing(members);
        const [body, reference] = [
          { groupLoanID, participantRepayments: members.map(({ id }) => ({ id, principalToPay: 1_000 })) },
          freshReference('GREQ'),
        ];
        const approvalId = waits(await app.post(REPAY_GROUP, body, { reference }));
        expect(waits(await app.post(REPAY_GROUP, body, { reference }))).toBe(approvalId);
        expect(await standing(members)).toEqual(before);
        await approve(app, approvalId);
        for (const member of members) {
          expect((await loanOf(app, member)).loan.principalRepaidKobo).toBe(100_000n);
          expect(await app.balance(member.linkedNumber)).toBe(59_000);
        }
        expect(await app.rows(`SELECT kind, amount_kobo FROM posting WHERE reference = $1`, [reference])).toEqual([
          { kind: 'group-loan-repayment', amount_kobo: '200000' },
        ]);
        expect(waits(await app.post(REPAY_GROUP, body, { reference }))).toBe(approvalId);
      },
      TIMEOUT_MS,
    );

    it('that staff decline changes nothing', async () => {
      const { id: groupLoanID, members } = await activeGroup(app);
      const before = await standing(members);
      await decline(
        app,
        waits(
          await app.post(REPAY_GROUP, {
            groupLoanID,
            participantRepayments: [{ id: members[0]!.id, principalToPay: 1_000 }],
          }),
        ),
      );
      expect(await standing(members)).toEqual(before);
    });

    it('of interest ahead opens no account before staff approve, and one account then', async () => {
      const { id: groupLoanID, members } = await activeGroup(app);
      const aheadAccounts = (): Promise<unknown[]> =>
        app.rows('SELECT id FROM ledger_account WHERE number = ANY($1) ORDER BY id', [
          members.map(({ loanAccountNumber }) => `${loanAccountNumber}-ahead`),
        ]);
      const ask = async (): Promise<number> => {
        const participantRepayments = members.map(({ id }) => ({ id, interestToPay: 100 }));
        return waits(await app.post(REPAY_GROUP, { groupLoanID, participantRepayments }));
      };
      const before = await aheadAccounts();
      const [declined, approved] = [await ask(), await ask()];
      await decline(app, declined);
      expect(await aheadAccounts()).toEqual(before);
      await approve(app, approved);
      const ids = [];
      for (const member of members) {
        const { loan } = await loanOf(app, member);
        expect(await bookBalanceKobo(app, `${member.loanAccountNumber}-ahead`)).toBe(10_000n);
        ids.push({ id: String(loan.aheadAccountId) });
      }
      expect(await aheadAccounts()).toEqual(ids);
      await approve(app, await ask());
      expect(await aheadAccounts()).toEqual(ids);
    });

    it('that can never be paid is refused at once', async () => {
      const [{ id: groupLoanID, members }, other] = [await activeGroup(app), await activeGroup(app)];
      const ask = async (id: number, participantRepayments: object[]): Promise<{ status: number; code: string }> =>
        refusalOf(await app.post(REPAY_GROUP, { groupLoanID: id, participantRepayments }));
      expect(await ask(999_999_999, [{ id: members[0]!.id, principalToPay: 1 }])).toEqual({
        status: 404,
        code: 'GROUP_LOAN_NOT_FOUND',
      });
      expect(await ask(groupLoanID, [{ id: other.members[0]!.id, principalToPay: 1 }])).toEqual({
        status: 404,
        code: 'LOAN_NOT_FOUND',
      });
      expect(await ask(groupLoanID, [{ id: members[0]!.id, principalToPay: 50_000.01 }])).toEqual({
        status: 422,
        code: 'COMPONENT_EXCEEDS_DUE',
      });
      expect(
        await app.rows(
          `SELECT 1 FROM approval WHERE operation = 'group-loan-repayment' AND details -> 'body' ->> 'groupLoanID' IN ('999999999', $1)`,
          [String(groupLoanID)],
        ),
      ).toEqual([]);
    });

    it('waits for approval when all participants together reach the amount of the policy', async () => {
      const { id: groupLoanID, members } = await activeGroup(app);
      const administrator = { token: await app.staff('administrator') };
      const [{ id: policyId }] = dataOf<{ data: [{ id: number }] }>(
        await app.get('/api/admin/v1/approval-policies', { Operation: 'group-loan-repayment' }, administrator),
      ).data;
      const floor = async (amountFloor?: number): Promise<unknown> =>
        dataOf(
          await app.approved(
            app.put(
              `/api/admin/v1/approval-policies/${policyId}`,
              { operation: 'group-loan-repayment', amountFloor },
              administrator,
            ),
          ),
        );
      await floor(2_000);
      try {
        const pay = (principalToPay: number): Promise<Response> =>
          app.post(REPAY_GROUP, {
            groupLoanID,
            participantRepayments: members.map(({ id }) => ({ id, principalToPay })),
          });
        expect((await pay(999.99)).status).toBe(200);
        waits(await pay(1_000));
        // Flags stand for what is owed.
        const schedules = [{ id: (await loanOf(app, members[0]!)).instalments[1]!.id, payPrincipal: true }];
        waits(await app.post(REPAY_GROUP, { groupLoanID, participantRepayments: [{ id: members[0]!.id, schedules }] }));
      } finally {
        await floor();
      }
    });

    it(
      'is refused for all when one participant has spent the money meanwhile, and goes on waiting',
      async () => {
        const { id: groupLoanID, members } = await activeGroup(app);
        const approvalId = waits(
          await app.post(REPAY_GROUP, {
            groupLoanID,
            participantRepayments: members.map(({ id }) => ({ id, principalToPay: 20_000 })),
          }),
        );
        await takeOut(app, members[1]!.linkedNumber, 50_000);
        const before = await standing(members);
        expect(refusalOf(await tryApprove(approvalId))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
        expect(await standing(members)).toEqual(before);
        await app.payIn(members[1]!.linkedNumber, 50_000);
        await approve(app, approvalId);
        for (const member of members) expect((await loanOf(app, member)).loan.principalRepaidKobo).toBe(2_000_000n);
      },
      TIMEOUT_MS,
    );
  });
});
