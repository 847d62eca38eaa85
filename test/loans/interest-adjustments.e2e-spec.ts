import { AppConfig } from '../../src/common/config/app-config';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { beginMonth, businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import { OpenTransactions } from '../support/open-transactions';
import { activeLoan, addFee, type NamedLoan } from './loans-support';
import { approve, askChange, dayProduct, fundCollections, repay, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
const STEP = 'loan-interest-adjustment';
const [CARRYING, INCOME] = ['1195', '4095'];
const SETTINGS = {
  LICENCE_CLASS: 'MicrofinanceBank',
  LOAN_PROVISION_BASIS: 'IFRS9',
  LOAN_ALLOWANCE_LEDGER_CODE: '1190',
  LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
  REGULATORY_RISK_RESERVE_LEDGER_CODE: '3040',
  VAT_LEDGER_CODE: '2040',
  LOAN_IMPAIRMENT_TABLES: JSON.stringify({
    '2020-01-01': {
      portfolios: { '*': { pd12Month: 2, pdLifetime: [4, 8], lgdUnsecured: 50, lgdSecured: 20, ead: 100 } },
    },
  }),
};

interface Adjustment {
  deferred: number;
  stage3: number;
}

describe('interest of loans under IFRS 9', () => {
  let app: TestApp;
  let token: string;
  let fee: NamedLoan;
  let bad: NamedLoan;
  let paid: NamedLoan;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    for (const ledger of [
      { code: CARRYING, name: 'Interest adjustments of loans', category: 'Asset', isControl: true },
      { code: INCOME, name: 'Interest adjustments', category: 'Income', isControl: false },
    ])
      dataOf(await app.post('/api/admin/v1/ledgers', ledger, { token }));
    await beginMonth(app);
    await fundCollections(app, 5_000_000);
    await dayProduct(app);
    await app.configure(SETTINGS);
    const charged = { name: 'Management fee', kind: 'Percentage', rate: 2, charged: 'Disbursement', vatApplies: true };
    const loanFeeID = await addFee(app, 'LND01', charged);
    const long = {
      productCode: 'LND01',
      loanAmount: 90_000,
      tenure: 300,
      principalRepaymentEvery: 150,
      principalRepaymentFrequency: 0,
    };
    fee = await activeLoan(app, { ...long, allowLoanFee: true, loanFeeID });
    paid = await activeLoan(app, { ...long, allowLoanFee: true, loanFeeID });
    bad = await activeLoan(app, { ...long, tenure: 20, principalRepaymentEvery: 10 });
    await takeOut(app, bad.linkedNumber);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Rolls until the month that runs has closed. */
  async function closeMonth(): Promise<void> {
    const date = await businessDateOf(app);
    let days = 1;
    while (!addDays(date, days).endsWith('-01')) days += 1;
    await rollDays(app, days);
  }

  async function adjustmentOf({ id }: NamedLoan): Promise<Adjustment> {
    const [row] = await app.rows<{ deferred: string; stage3: string }>(
      `SELECT deferred_kobo AS deferred, stage3_kobo AS stage3 FROM loan_interest_adjustment
        WHERE loan_id = $1 AND until = '9999-12-31'`,
      [id],
    );
    return { deferred: Number(row?.deferred ?? 0), stage3: Number(row?.stage3 ?? 0) };
  }

  /** Balance of a ledger, credits less debits, with the accounts below it. */
  async function balanceKobo(code: string): Promise<number> {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT sum(s.credits_posted_kobo - s.debits_posted_kobo) AS kobo FROM ledger_account g
         JOIN ledger_account s ON s.institution_id = g.institution_id AND (s.id = g.id OR s.control_account_id = g.id)
        WHERE g.institution_id = $1 AND g.number = $2`,
      [app.institutionId, code],
    );
    return Number(row?.kobo ?? 0);
  }

  /** What prudential provisions exceed the expected loss by. */
  async function excessKobo(): Promise<number> {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT greatest(sum(prudential_kobo - expected_loss_kobo), 0) AS kobo FROM loan_position
        WHERE until = '9999-12-31'`,
    );
    return Number(row?.kobo ?? 0);
  }

  async function stageOf({ loanAccountNumber }: NamedLoan): Promise<number> {
    const query = { Date: addDays(await businessDateOf(app), -1), LoanAccountNumber: loanAccountNumber };
    const { data } = dataOf<{ data: { stage: number }[] }>(
      await app.get('/api/admin/v1/portfolio/provisions', query, { token }),
    );
    return data[0]!.stage;
  }

  it(
    'is not adjusted before the institution has named the ledger',
    async () => {
      await closeMonth();
      expect(await app.rows('SELECT 1 FROM loan_interest_adjustment')).toEqual([]);
      await app.configure({ LOAN_EFFECTIVE_INTEREST_LEDGER_CODE: CARRYING });
      expect((await runStep(app, STEP)).failed).toMatchObject([
        { error: { code: 'PROVISION_LEDGERS_NOT_CONFIGURED' } },
      ]);
      expect(await app.rows('SELECT 1 FROM loan_interest_adjustment')).toEqual([]);
      await app.configure({ LOAN_INTEREST_ADJUSTMENT_LEDGER_CODE: INCOME });
    },
    TIMEOUT_MS,
  );

  it(
    'defers a fee over the life of the loan, monthly, equal in rows and ledger, and once only',
    async () => {
      expect((await runStep(app, STEP)).failed).toEqual([]);
      const first = await adjustmentOf(fee);
      // The fee is 1,800.00, of which a month is earned.
      expect(first.deferred).toBeGreaterThan(150_000);
      expect(first.deferred).toBeLessThan(180_000);
      const rows = [await adjustmentOf(fee), await adjustmentOf(paid), await adjustmentOf(bad)];
      expect(await balanceKobo(CARRYING)).toBe(rows.reduce((sum, row) => sum + row.deferred - row.stage3, 0));
      expect(await balanceKobo(INCOME)).toBe(-(await balanceKobo(CARRYING)));
      const before = await app.rows('SELECT count(*) FROM posting');
      expect(await runStep(app, STEP)).toEqual({ done: 0, failed: [] });
      expect(await app.rows('SELECT count(*) FROM posting')).toEqual(before);
      await repay(app, paid, 100_000, {});
      await closeMonth();
      const second = await adjustmentOf(fee);
      expect(second.deferred).toBeLessThan(first.deferred);
      expect(second.deferred).toBeGreaterThan(0);
      const [plan] = await app.rows<{ deferred: string }>(
        'SELECT deferred_kobo AS deferred FROM loan_effective_plan WHERE loan_id = $1 AND month_end = $2',
        [fee.id, addDays(await businessDateOf(app), -1)],
      );
      expect(second.deferred).toBe(Number(plan!.deferred));
      // A loan that was repaid has nothing left to defer.
      expect(await adjustmentOf(paid)).toEqual({ deferred: 0, stage3: 0 });
    },
    TIMEOUT_MS,
  );

  it(
    'stays as the latest month has it when staff make up for an earlier month in which the step failed',
    async () => {
      const state = async (): Promise<object> => ({
        adjustments: [await adjustmentOf(fee), await adjustmentOf(paid), await adjustmentOf(bad)],
        carriedKobo: await balanceKobo(CARRYING),
        failedProofs: await app.failedProofs(),
      });
      const before = await state();
      // The last two months have rows; the one before them has none, as after a failure.
      const monthBefore = (date: string): string => addDays(`${date.slice(0, 7)}-01`, -1);
      const date = monthBefore(monthBefore(addDays(await businessDateOf(app), -1)));
      const failed = { institutionId: app.institutionId, date, nextDate: addDays(date, 1) };
      const run = await runStep(app, STEP, failed);
      expect([run, await state()]).toEqual([
        { done: 0, failed: [] },
        { ...before, failedProofs: [] },
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'is posted once when two runs of the step meet',
    async () => {
      const transactions = new OpenTransactions(() => app.app.get(AppConfig, { strict: false }).databaseUrl!);
      try {
        const holder = await transactions.begin();
        await holder.query('SELECT 1 FROM loan_interest_account FOR UPDATE');
        // For this date no plan defers anything, so everything goes back until the month's end.
        const date = await businessDateOf(app);
        const day = { institutionId: app.institutionId, date, nextDate: date };
        const runs = [runStep(app, STEP, day), runStep(app, STEP, day)];
        await eventually(async () => {
          expect(await app.rows('SELECT 1 FROM pg_locks WHERE NOT granted')).toHaveLength(2);
        });
        await holder.query('COMMIT');
        expect((await Promise.all(runs)).map(({ failed }) => failed)).toEqual([[], []]);
        expect((await adjustmentOf(fee)).deferred).toBe(0);
        expect(await app.failedProofs()).toEqual([]);
      } finally {
        await transactions.end();
      }
    },
    TIMEOUT_MS,
  );

  it(
    'of a loan in stage 3 is income on its net amount, which the reserve keeps',
    async () => {
      while ((await stageOf(bad)) < 3) await rollDays(app, 5);
      await closeMonth();
      const [facts] = await app.rows<{ suspended: string; exposure: string; expected: string }>(
        `SELECT l.suspended_interest_kobo AS suspended, p.exposure_kobo AS exposure, p.expected_loss_kobo AS expected
           FROM loan l JOIN loan_position p ON p.loan_id = l.id AND p.until = '9999-12-31' WHERE l.id = $1`,
        [bad.id],
      );
      const [suspended, exposure, expected] = [facts!.suspended, facts!.exposure, facts!.expected].map(Number);
      const { stage3 } = await adjustmentOf(bad);
      expect(stage3).toBeGreaterThan(0);
      expect(stage3).toBe(Math.round((suspended! * (exposure! - expected!)) / exposure!));
      expect(await balanceKobo('3040')).toBe((await excessKobo()) + stage3);
      expect(await app.failedProofs()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'follows a payment of the last day of a month, for which the reserve moves twice in one night',
    async () => {
      // From 91 days past due its prudential provision exceeds the expected loss, so that the reserve holds that too.
      while ((await excessKobo()) === 0) await rollDays(app, 5);
      while (!addDays(await businessDateOf(app), 1).endsWith('-01')) await rollDays(app, 1);
      const date = await businessDateOf(app);
      const [before, reserve] = [await adjustmentOf(bad), await balanceKobo('3040')];
      await repay(app, bad, 40_000, {});
      await rollDays(app, 1);
      expect(await app.rows('SELECT message FROM end_of_day_exception WHERE date = $1', [date])).toEqual([]);
      expect((await adjustmentOf(bad)).stage3).toBeLessThan(before.stage3);
      expect(await balanceKobo('3040')).toBe((await excessKobo()) + (await adjustmentOf(bad)).stage3);
      expect(await balanceKobo('3040')).toBeLessThan(reserve);
      expect(await app.failedProofs()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'goes back in full when the institution books by another basis',
    async () => {
      await app.configure({ LOAN_PROVISION_BASIS: 'Prudential' });
      await closeMonth();
      expect([await balanceKobo(CARRYING), await balanceKobo(INCOME), await balanceKobo('3040')]).toEqual([0, 0, 0]);
      await app.configure({ LOAN_PROVISION_BASIS: 'IFRS9' });
    },
    TIMEOUT_MS,
  );

  describe('a stage mark of staff', () => {
    const mark = (stage: number, fields: object = {}): object => ({
      stage,
      trigger: 'Bankruptcy',
      reason: 'Petition of November',
      ...fields,
    });

    it(
      'makes the stage worse from the end of day after a second person approves it, until it is taken away',
      async () => {
        expect(await stageOf(fee)).toBe(1);
        const approvalId = await askChange(app, `loans/${fee.id}/stage`, mark(3));
        await rollDays(app, 1);
        expect(await stageOf(fee)).toBe(1);
        const maker = await app.staff('maker');
        expect((await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: maker })).status).toBe(
          403,
        );
        await approve(app, approvalId);
        await rollDays(app, 1);
        expect(await stageOf(fee)).toBe(3);
        await approve(app, await askChange(app, `loans/${fee.id}/stage`, mark(2)));
        await rollDays(app, 1);
        expect(await stageOf(fee)).toBe(2);
        await approve(app, await askChange(app, `loans/${fee.id}/stage`, mark(1)));
        await rollDays(app, 1);
        expect(await stageOf(fee)).toBe(1);
        const kept = await app.rows<{ stage: number; ended: boolean }>(
          'SELECT stage, until IS NOT NULL AS ended FROM loan_stage_mark WHERE loan_id = $1 ORDER BY id',
          [fee.id],
        );
        expect(kept).toEqual([
          { stage: 3, ended: true },
          { stage: 2, ended: true },
        ]);
        expect(await app.failedProofs()).toEqual([]);
      },
      TIMEOUT_MS,
    );

    it('never makes a stage better, and waits alone', async () => {
      expect(await stageOf(bad)).toBe(3);
      await approve(app, await askChange(app, `loans/${bad.id}/stage`, mark(2)));
      await rollDays(app, 1);
      expect(await stageOf(bad)).toBe(3);
      const waiting = await askChange(app, `loans/${bad.id}/stage`, mark(2));
      const maker = await app.staff('maker');
      const again = await app.post(`/api/admin/v1/loans/${bad.id}/stage`, mark(3), { token: maker });
      expect(refusalOf(again)).toMatchObject({ status: 409, code: 'LOAN_PENDING_APPROVAL' });
      dataOf(
        await app.post(
          `/api/admin/v1/approvals/${waiting}/decline`,
          { note: 'No' },
          { token: await app.staff('checker') },
        ),
      );
    });

    it.each([
      ['a stage that does not exist', { stage: 4 }],
      ['an unknown trigger', { trigger: 'Mood' }],
      ['no reason', { reason: '' }],
    ])('is refused with %s', async (_, fields) => {
      const maker = await app.staff('maker');
      expect((await app.post(`/api/admin/v1/loans/${fee.id}/stage`, mark(2, fields), { token: maker })).status).toBe(
        400,
      );
    });
  });
});
