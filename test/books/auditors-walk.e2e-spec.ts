import type { BalanceSheetView } from '../../src/books/statements/statements.dto';
import { addDays } from '../../src/common/time/calendar';
import { inParallel } from '../../src/loans/reviews/in-parallel';
import { activeLoan, type NamedLoan } from '../loans/loans-support';
import { approve, askChange, dayProduct, fundCollections, repay, takeOut } from '../loans/servicing-support';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';

/** Loans of the bank; every fifth one stops paying. */
const LOANS = Number(process.env['WALK_LOANS'] ?? 60);
/** Requests under way at a time: borrowers do not wait for each other. */
const AT_ONCE = 4;
const MONTHS = 12;
const TIMEOUT_MS = 600_000 + 3_000 * LOANS;
const PORTFOLIO = '/api/admin/v1/portfolio';
const CLASSES = ['Performing', 'PassAndWatch', 'Substandard', 'Doubtful', 'Lost'];
/** Percentages of the scale of a microfinance bank. */
const PERCENT: Record<string, bigint> = {
  Performing: 1n,
  PassAndWatch: 5n,
  Substandard: 20n,
  Doubtful: 50n,
  Lost: 100n,
};

interface Movements {
  data: (Record<string, number> & { classification: string })[];
  totals: Record<string, number>;
}

/** The figures of a loan at a month's end. */
interface AuditedLoan {
  id: string;
  status: string;
  classification: string;
  principal: string;
  exposure: string;
  allowance: string;
  suspended: string;
}

describe("an auditor's walk through a year", () => {
  let app: TestApp;
  let token: string;
  let loans: NamedLoan[];

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('maker');
    await app.staff('checker');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await fundCollections(app, 900_000_000);
    await dayProduct(app);
    await app.configure({
      LICENCE_CLASS: 'MicrofinanceBank',
      LOAN_PROVISION_BASIS: 'Prudential',
      LOAN_ALLOWANCE_LEDGER_CODE: '1190',
      LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
    });
    loans = await inParallel([...Array(LOANS).keys()], AT_ONCE, lend);
    await refreshStatistics();
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** A year passes within minutes, so the database does not count its rows in time to plan by them. */
  async function refreshStatistics(): Promise<void> {
    await app.rows('ANALYZE');
  }

  /** Loans of different amounts and terms; four instalments in 120 to 480 days. The money leaves the bank at once. */
  async function lend(number: number): Promise<NamedLoan> {
    const every = 30 * (1 + (number % 4));
    const loan = await activeLoan(app, {
      productCode: 'LND01',
      loanAmount: (2_000_000 + 13_731 * number) / 100,
      tenure: 4 * every,
      principalRepaymentEvery: every,
      principalRepaymentFrequency: 0,
    });
    await takeOut(app, loan.linkedNumber);
    return loan;
  }

  /**
   * What borrowers do in a month: most pay what is due, some half of it, every fifth nothing after the second. Every
   * twelfth payment is a repayment from a ledger; the others go to the linked account, from which the night collects.
   */
  async function payDue(month: number): Promise<void> {
    const due = await app.rows<{ id: string; kobo: string }>(
      `SELECT id, overdue_kobo + CASE WHEN next_due_date <= $2 THEN next_due_kobo ELSE 0 END AS kobo FROM loan
        WHERE institution_id = $1 AND status IN ('Active', 'Delinquent', 'Matured', 'Restructured')`,
      [app.institutionId, await businessDateOf(app)],
    );
    const owed = new Map(due.map(({ id, kobo }) => [Number(id), Number(kobo)]));
    const payments = loans.flatMap((loan, index) => {
      const kobo = owed.get(loan.id) ?? 0;
      const stops = index % 5 === 0 && month > 1 && (index % 10 !== 0 || month < 9);
      if (kobo === 0 || stops) return [];
      const naira = (index % 7 === 3 && month % 3 === 1 ? Math.ceil(kobo / 2) : kobo) / 100;
      return [{ loan, naira, fromLedger: index % 12 === 1 }];
    });
    for (const { loan, naira } of payments.filter(({ fromLedger }) => fromLedger)) await repay(app, loan, naira);
    const toAccounts = payments.filter(({ fromLedger }) => !fromLedger);
    await inParallel(toAccounts, AT_ONCE, ({ loan, naira }) => app.payIn(loan.linkedNumber, naira));
  }

  /** In the ninth month the bank writes off two lost loans. */
  async function decide(): Promise<void> {
    const lost = await app.rows<{ id: string }>(
      `SELECT id FROM loan WHERE institution_id = $1 AND classification = 'Lost' AND status <> 'WrittenOff' ORDER BY id LIMIT 2`,
      [app.institutionId],
    );
    expect(lost).toHaveLength(2);
    for (const { id } of lost) await approve(app, await askChange(app, `loans/${id}/write-off`, { reason: 'Gone' }));
  }

  const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

  /** Balance of a ledger by value date, credits less debits, from its entries alone. */
  async function entriesKobo(code: string, date: string): Promise<bigint> {
    const [row] = await app.rows<{ kobo: string }>(
      `SELECT coalesce(sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END), 0) AS kobo
         FROM ledger_account g
         JOIN ledger_account a ON a.institution_id = g.institution_id AND (a.id = g.id OR a.control_account_id = g.id)
         JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
         JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id AND p.value_date <= $3
        WHERE g.institution_id = $1 AND g.number = $2`,
      [app.institutionId, code, date],
    );
    return BigInt(row!.kobo);
  }

  const audited = (date: string): Promise<AuditedLoan[]> =>
    app.rows<AuditedLoan>(
      `SELECT l.id, l.status, p.classification, p.principal_kobo AS principal, p.exposure_kobo AS exposure,
         p.allowance_kobo AS allowance, l.suspended_interest_kobo + l.suspended_principal_kobo + l.suspended_fee_kobo
           + l.suspended_default_kobo + l.suspended_penalty_kobo AS suspended
         FROM loan l JOIN loan_position p ON p.institution_id = l.institution_id AND p.loan_id = l.id
          AND p.date <= $2 AND p.until > $2
        WHERE l.institution_id = $1`,
      [app.institutionId, date],
    );

  async function walkMonth(from: string, to: string): Promise<void> {
    const rows = await audited(to);
    const sheet = dataOf<BalanceSheetView>(await app.get('/api/admin/v1/books/balance-sheet', { Date: to }, { token }));
    expect(sheet.balanced).toBe(true);
    const line = (title: string): bigint => kobo(sheet.lines.find((shown) => shown.title === title)!.amount);
    // Loans: the sum of what borrowers owe in principal.
    expect(line('Loans and advances')).toBe(sum(rows.map(({ principal }) => BigInt(principal))));
    expect(line('Loans and advances')).toBe(-(await entriesKobo('1100', to)));
    // Provisions: worked out again for each loan, and equal to rows, ledger and balance sheet.
    const expected = rows.map(
      ({ exposure, classification }) => (BigInt(exposure) * PERCENT[classification]! + 50n) / 100n,
    );
    expect(rows.map(({ allowance }) => BigInt(allowance))).toEqual(expected);
    expect(line('Allowance for loan losses')).toBe(-sum(expected));
    expect(await entriesKobo('1190', to)).toBe(sum(expected));
    // Their movement over the month, class by class.
    const query = { StartDate: from, EndDate: to };
    const movements = dataOf<Movements>(await app.get(`${PORTFOLIO}/provision-movements`, query, { token }));
    for (const row of [...movements.data, movements.totals]) {
      const moved = ['opening', 'transferredIn', 'forNewLoans', 'increase'].map((name) => kobo(row[name] as number));
      const gone = ['transferredOut', 'decrease', 'used'].map((name) => kobo(row[name] as number));
      expect(sum(moved) - sum(gone)).toBe(kobo(row['closing'] as number));
      expect(row['difference']).toBe(0);
    }
    for (const name of CLASSES)
      expect(
        kobo((movements.data.find(({ classification }) => classification === name)?.['closing'] as number) ?? 0),
      ).toBe(sum(rows.flatMap((row, index) => (row.classification === name ? [expected[index]!] : []))));
    // Suspense: the sum of what the loans say, and all of it on non-performing loans.
    const suspended = sum(rows.map((row) => BigInt(row.suspended)));
    expect(await entriesKobo('2095', addDays(to, 1))).toBe(suspended);
    await walkIncome(to);
  }

  /** Income of loans: what was accrued, less what waits in suspense, is in the profit and loss account. */
  async function walkIncome(to: string): Promise<void> {
    const income = await entriesKobo('4020', to);
    const { result } = dataOf<{ result: { amount: number } }>(
      await app.get('/api/admin/v1/books/profit-and-loss', { StartDate: '2020-01-01', EndDate: to }, { token }),
    );
    const others = await app.rows<{ kobo: string }>(
      `SELECT coalesce(sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END), 0) AS kobo
         FROM gl_account g JOIN posting_entry e ON e.institution_id = g.institution_id AND e.account_id = g.id
         JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id AND p.value_date <= $2
        WHERE g.institution_id = $1 AND g.category IN ('Income', 'Expense') AND g.code <> '4020'`,
      [app.institutionId, to],
    );
    expect(kobo(result.amount)).toBe(income + BigInt(others[0]!.kobo));
  }

  it(
    `of a bank with ${LOANS} loans finds each month balanced, and provisions and suspense explained to the kobo`,
    async () => {
      for (let month = 1; month <= MONTHS; month += 1) {
        const from = await businessDateOf(app);
        await rollDays(app, 15);
        await refreshStatistics();
        await payDue(month);
        if (month === 9) await decide();
        if (month % 3 === 0) loans.push(await lend(loans.length), await lend(loans.length + 1));
        await rollDays(app, 15);
        await walkMonth(from, addDays(await businessDateOf(app), -1));
      }
      const classes = await app.rows<{ classification: string }>(
        `SELECT DISTINCT classification FROM loan_position WHERE institution_id = $1`,
        [app.institutionId],
      );
      expect(classes.map(({ classification }) => classification).sort()).toEqual([...CLASSES].sort());
      const [ended] = await app.rows<{ closed: string; written: string }>(
        `SELECT count(*) FILTER (WHERE status = 'Closed') AS closed,
           count(*) FILTER (WHERE status = 'WrittenOff') AS written FROM loan WHERE institution_id = $1`,
        [app.institutionId],
      );
      expect(Number(ended!.closed)).toBeGreaterThan(LOANS / 4);
      expect(Number(ended!.written)).toBe(2);
    },
    TIMEOUT_MS,
  );
});
