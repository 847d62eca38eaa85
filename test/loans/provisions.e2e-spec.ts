import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { activeLoan, bookBalanceKobo, type NamedLoan } from './loans-support';
import { approve, askChange, dayProduct, fundCollections, repay, SHORT_LOAN, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
const PORTFOLIO = '/api/admin/v1/portfolio';
const LEDGERS = {
  LOAN_ALLOWANCE_LEDGER_CODE: '1190',
  LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
  REGULATORY_RISK_RESERVE_LEDGER_CODE: '3040',
};
const TABLES = JSON.stringify({
  '2020-01-01': {
    stage2FromDays: 5,
    stage3FromDays: 12,
    portfolios: { '*': { pd12Month: 2, pdLifetime: [4, 8], lgdUnsecured: 50, lgdSecured: 20, ead: 100 } },
  },
});

interface Movements {
  data: Record<string, number | string>[];
  totals: Record<string, number>;
  prudentialProvision: number;
  expectedLoss: number;
  regulatoryRiskReserve: number;
}

interface Provision {
  loanAccountNumber: string;
  classification: string;
  stage: number;
  exposure: number;
  prudentialProvision: number;
  expectedLoss: number;
  allowance: number;
  daysPastDue: number;
}

describe('provisions of loans', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('maker');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 5_000_000);
    await dayProduct(app);
    await app.configure({ LICENCE_CLASS: 'MicrofinanceBank' });
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function brokeLoan(fields: object = {}): Promise<NamedLoan> {
    const loan = await activeLoan(app, { ...SHORT_LOAN, ...fields });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  const yesterday = async (): Promise<string> => addDays(await businessDateOf(app), -1);

  async function provisionOf(loan: NamedLoan, date?: string): Promise<Provision | undefined> {
    const query = { Date: date ?? (await yesterday()), LoanAccountNumber: loan.loanAccountNumber };
    return dataOf<{ data: Provision[] }>(await app.get(`${PORTFOLIO}/provisions`, query, { token })).data[0];
  }

  async function movements(StartDate: string, EndDate: string, query: object = {}): Promise<Movements> {
    const found = dataOf<Movements>(
      await app.get(`${PORTFOLIO}/provision-movements`, { StartDate, EndDate, ...query }, { token }),
    );
    for (const row of [...found.data, found.totals]) {
      const amount = (name: string): number => Math.round((row[name] as number) * 100);
      expect(
        amount('opening') +
          amount('transferredIn') -
          amount('transferredOut') +
          amount('forNewLoans') +
          amount('increase') -
          amount('decrease') -
          amount('used'),
      ).toBe(amount('closing'));
      expect(row['difference']).toBe(0);
    }
    return found;
  }

  /** The balance of a control ledger, credits less debits, from the trial balance. */
  async function controlKobo(code: string): Promise<number> {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT coalesce(sum(s.credits_posted_kobo - s.debits_posted_kobo), 0) AS kobo FROM ledger_account g
         JOIN ledger_account s ON s.institution_id = g.institution_id AND s.control_account_id = g.id
        WHERE g.institution_id = $1 AND g.number = $2`,
      [app.institutionId, code],
    );
    return Number(row!.kobo);
  }

  it(
    'keeps positions but books nothing while the basis is None',
    async () => {
      const loan = await brokeLoan();
      await rollDays(app, 1);
      expect(await provisionOf(loan)).toMatchObject({
        classification: 'Performing',
        exposure: 90_000,
        prudentialProvision: 900,
        allowance: 0,
      });
      expect(await controlKobo('1190')).toBe(0);
      await repay(app, loan, 90_000);
    },
    TIMEOUT_MS,
  );

  it(
    'makes missing ledgers an exception of the day, changes nothing, and books once staff have set them',
    async () => {
      const loan = await brokeLoan();
      await app.configure({ LOAN_PROVISION_BASIS: 'Prudential' });
      const date = await businessDateOf(app);
      await rollDays(app, 1);
      const open = await app.rows<{ message: string }>(
        `SELECT message FROM end_of_day_exception WHERE step = 'loan-provisions' AND resolved_at IS NULL`,
      );
      expect(open.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^PROVISION_LEDGERS_NOT_CONFIGURED: Set LOAN_IMPAIRMENT_LEDGER_CODE/) as string,
      ]);
      expect(await controlKobo('1190')).toBe(0);
      await app.configure(LEDGERS);
      expect(await runStep(app, 'loan-provisions')).toMatchObject({ failed: [] });
      expect(await provisionOf(loan, date)).toMatchObject({ allowance: 900 });
      await rollDays(app, 1);
      expect(await provisionOf(loan)).toMatchObject({ allowance: 900 });
    },
    TIMEOUT_MS,
  );

  it(
    'provides by class every night, with rows, ledger and movement report equal, and once only',
    async () => {
      const start = await businessDateOf(app);
      const loan = await brokeLoan();
      await rollDays(app, 1);
      expect(await provisionOf(loan)).toMatchObject({ classification: 'Performing', allowance: 900 });
      await rollDays(app, 11);
      expect(await provisionOf(loan)).toMatchObject({ classification: 'PassAndWatch', allowance: 4_500 });
      const before = await app.rows('SELECT count(*) FROM posting');
      expect(await runStep(app, 'loan-provisions')).toEqual({ done: 0, failed: [] });
      expect(await app.rows('SELECT count(*) FROM posting')).toEqual(before);
      await rollDays(app, 30);
      expect(await provisionOf(loan)).toMatchObject({ classification: 'Substandard', stage: 3, allowance: 18_000 });
      const end = await yesterday();
      const found = await movements(start, end);
      expect(Math.round(found.totals['closing']! * 100)).toBe(await controlKobo('1190'));
      expect(found.data.map(({ classification }) => classification)).toContain('Substandard');
      const rows = await app.rows<{ count: string }>('SELECT count(*) FROM loan_position WHERE loan_id = $1', [
        loan.id,
      ]);
      expect(Number(rows[0]!.count)).toBeLessThan(10);
      expect(await provisionOf(loan, addDays(start, 11))).toMatchObject({ allowance: 4_500 });
      for (let day = 0; day < 42; day += 7) await movements(addDays(start, day), addDays(start, day + 6));
      const branch = await movements(start, end, { BranchCode: '001', ProductCode: 'LND01' });
      expect(branch.totals['closing']).toBe(found.totals['closing']);
      expect((await movements(start, end, { ProductCode: 'LN001' })).totals['closing']).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'uses the allowance of a loan that is written off before any loss, also of two at once',
    async () => {
      const start = await businessDateOf(app);
      const loans = [await brokeLoan(), await brokeLoan({ loanAmount: 40_000 })];
      await rollDays(app, 16);
      const allowances = await Promise.all(loans.map(async (loan) => (await provisionOf(loan))!.allowance));
      expect(allowances).toEqual([4_500, 2_000]);
      const lossKobo = (await bookBalanceKobo(app, '5030'))!;
      const allowanceKobo = await controlKobo('1190');
      const approvals = [];
      for (const loan of loans) approvals.push(await askChange(app, `loans/${loan.id}/write-off`, { reason: 'Gone' }));
      await Promise.all(approvals.map((id) => approve(app, id)));
      const [written] = await app.rows<{ kobo: string }>(
        'SELECT sum(written_off_kobo) AS kobo FROM loan WHERE id = ANY($1)',
        [loans.map(({ id }) => id)],
      );
      expect(allowanceKobo - (await controlKobo('1190'))).toBe(650_000);
      expect((await bookBalanceKobo(app, '5030'))! - lossKobo).toBe(BigInt(written!.kobo) - 650_000n);
      expect(await app.failedProofs()).toEqual([]);
      const date = await businessDateOf(app);
      await rollDays(app, 1);
      expect((await movements(date, date)).totals).toMatchObject({ used: 6_500 });
      expect((await movements(start, date)).totals).toMatchObject({ used: 6_500 });
      expect(await provisionOf(loans[0]!)).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it(
    'books expected loss under IFRS 9 and appropriates the prudential excess to the reserve, not to expense',
    async () => {
      await app.configure({ LOAN_PROVISION_BASIS: 'IFRS9' });
      await rollDays(app, 1);
      const [open] = await app.rows<{ message: string }>(
        `SELECT message FROM end_of_day_exception WHERE step = 'loan-provisions' ORDER BY date DESC LIMIT 1`,
      );
      expect(open!.message).toMatch(/^IMPAIRMENT_TABLES_MISSING/);
      await app.configure({ LOAN_IMPAIRMENT_TABLES: TABLES });
      const [good, bad] = [await brokeLoan(), await brokeLoan({ tenure: 300, principalRepaymentEvery: 100 })];
      await rollDays(app, 1);
      expect(await provisionOf(good)).toMatchObject({ stage: 1, expectedLoss: 900, allowance: 900 });
      expect(await provisionOf(bad)).toMatchObject({ stage: 1, expectedLoss: 900 });
      const retainedKobo = (await bookBalanceKobo(app, '3020'))!;
      const reserveKobo = await controlKobo('3040');
      await rollDays(app, 15);
      expect(await provisionOf(good)).toMatchObject({
        stage: 2,
        daysPastDue: 6,
        expectedLoss: 1_800,
        allowance: 1_800,
      });
      await rollDays(app, 30);
      expect(await provisionOf(good)).toMatchObject({ classification: 'Substandard', stage: 3, expectedLoss: 45_000 });
      const end = await yesterday();
      const found = await movements(addDays(end, -20), end);
      const excess = Math.max(0, found.prudentialProvision - found.expectedLoss);
      expect(excess).toBeGreaterThan(0);
      expect(found.regulatoryRiskReserve).toBe(excess);
      expect(await controlKobo('3040')).toBe(Math.round(excess * 100));
      expect((await bookBalanceKobo(app, '3020'))! - retainedKobo).toBe(
        BigInt(reserveKobo - (await controlKobo('3040'))),
      );
      expect(await controlKobo('1190')).toBe(Math.round(found.expectedLoss * 100));
    },
    TIMEOUT_MS,
  );

  it('keeps the sums of the portfolio of each closed day, as the report of that day has them', async () => {
    const Date = addDays(await businessDateOf(app), -1);
    const report = dataOf<{ totals: Record<string, number> }>(
      await app.get(`${PORTFOLIO}/at-risk`, { Date }, { token }),
    );
    const { loans } = dataOf<{ loans: { portfolio: Record<string, number | string> } }>(
      await app.get('/api/admin/v1/dashboard', {}, { token }),
    );
    const { outstandingPrincipal, atRisk30, atRisk90, ratio30, ratio90 } = report.totals;
    expect(loans.portfolio).toStrictEqual({
      asOf: Date,
      loans: report.totals.loans,
      outstanding: outstandingPrincipal,
      atRisk30,
      ratio30,
      atRisk90,
      ratio90,
    });
    expect(report.totals.atRisk30).toBeGreaterThan(0);
  });

  it('refuses a day that has not closed', async () => {
    const Date = await businessDateOf(app);
    for (const [path, query] of [
      ['provisions', { Date }],
      ['provision-movements', { StartDate: Date, EndDate: Date }],
      ['at-risk', { Date }],
      ['roll-rates', { StartDate: await yesterday(), EndDate: Date }],
      ['vintages', { Date }],
    ] as const) {
      const { status, body } = await app.get(`${PORTFOLIO}/${path}`, query, { token });
      expect([path, status, body.data.statusCode]).toEqual([path, 422, 'DAY_NOT_CLOSED']);
    }
  });
});
