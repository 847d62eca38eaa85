import type { GlCategory } from '../../ledger/chart/gl-account.entity';
import type { LedgerBalance, YearClosingLeg } from '../balances/ledger-balances';
import {
  type BalanceSheet,
  balanceSheet,
  balanceSheetDates,
  BRANCH_LINE,
  OPEN_YEARS_LINE,
  RESULT_LINE,
} from './balance-sheet';
import { monthsBefore } from './comparative-dates';
import { comparedPeriods, profitAndLoss, profitAndLossDates } from './profit-and-loss';
import { layoutLines, lineIndexOf, STANDARD_LAYOUT } from './statement-layout';

const DATE = '2028-03-31';

/** A ledger whose debits less credits are `nets` at each date. */
function ledger(id: number, category: GlCategory, nets: bigint[]): LedgerBalance {
  const zero = nets.map(() => 0n);
  return { id, code: `${id}`, name: `Ledger ${id}`, category, debitsKobo: nets, creditsKobo: zero };
}

function sheetOf(
  balances: LedgerBalance[],
  { closings = [] as YearClosingLeg[], isOfBranch = false } = {},
): BalanceSheet {
  return balanceSheet({ date: DATE, balances, closings, layout: STANDARD_LAYOUT, isOfBranch });
}

const amountsOf = ({ lines }: BalanceSheet, title: string): readonly bigint[] | undefined =>
  lines.find((line) => line.title === title)?.amounts;

describe('balanceSheet', () => {
  it('is compared at the end of the month before and of the year before, each with the day before its own year', () => {
    expect(balanceSheetDates(DATE)).toEqual([
      '2028-03-31',
      '2028-02-29',
      '2027-12-31',
      '2027-12-31',
      '2027-12-31',
      '2026-12-31',
    ]);
  });

  it('splits the result of open years into this year and the years before', () => {
    const sheet = sheetOf([
      ledger(1010, 'Asset', [150n, 130n, 100n, 100n, 100n, 0n]),
      ledger(4010, 'Income', [-190n, -160n, -120n, -120n, -120n, 0n]),
      ledger(5020, 'Expense', [40n, 30n, 20n, 20n, 20n, 0n]),
    ]);
    expect(amountsOf(sheet, RESULT_LINE)).toEqual([50n, 30n, 100n]);
    expect(amountsOf(sheet, OPEN_YEARS_LINE)).toEqual([100n, 100n, 0n]);
    expect(sheet.balanced).toBe(true);
  });

  it('does not count the closing of an earlier year, booked this year, as a result of this year', () => {
    const closings = [{ lastDay: '2027-12-31', ledgerId: 4010, date: '2028-02-10', netKobo: 120n }];
    const sheet = sheetOf(
      [
        ledger(1010, 'Asset', [150n, 130n, 120n, 120n, 120n, 0n]),
        ledger(3020, 'Equity', [-120n, -120n, 0n, 0n, 0n, 0n]),
        ledger(4010, 'Income', [-30n, -10n, -120n, -120n, -120n, 0n]),
      ],
      { closings },
    );
    expect(amountsOf(sheet, RESULT_LINE)).toEqual([30n, 10n, 120n]);
    expect(amountsOf(sheet, OPEN_YEARS_LINE)).toBeUndefined();
    expect(sheet.balanced).toBe(true);
  });

  it('of a branch has what it lacks on a line with the other branches', () => {
    const balances = [ledger(2010, 'Liability', [-300n, -200n, 0n, 0n, 0n, 0n])];
    expect(amountsOf(sheetOf(balances, { isOfBranch: true }), BRANCH_LINE)).toEqual([-300n, -200n, 0n]);
    expect(sheetOf(balances, { isOfBranch: true }).balanced).toBe(true);
    expect(sheetOf(balances).balanced).toBe(false);
  });
});

describe('profitAndLoss', () => {
  it('keeps the last day of a month in the periods that it is compared with', () => {
    expect(comparedPeriods({ from: '2028-02-01', to: '2028-02-29' })).toEqual([
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2027-02-01', to: '2027-02-28' },
    ]);
    expect(monthsBefore('2028-03-30', 1)).toBe('2028-02-29');
  });

  it.each([
    ['a quarter with the quarter before', ['2026-01-01', '2026-03-31'], ['2025-10-01', '2025-12-31']],
    ['a year with the year before', ['2026-01-01', '2026-12-31'], ['2025-01-01', '2025-12-31']],
    [
      'a part of a month with the same days of the month before',
      ['2026-05-01', '2026-05-15'],
      ['2026-04-01', '2026-04-15'],
    ],
    ['a year to date with as many months before it', ['2026-01-01', '2026-11-20'], ['2025-02-01', '2025-12-20']],
    ['a month within two with the month before it', ['2026-05-11', '2026-06-10'], ['2026-04-11', '2026-05-10']],
    [
      'a period up to the end of a short month with days before its first',
      ['2026-01-31', '2026-02-28'],
      ['2025-12-31', '2026-01-30'],
    ],
    ['a day that the month before lacks with its last day', ['2026-03-31', '2026-03-31'], ['2026-02-28', '2026-02-28']],
    ['days that the month before lacks with its last day', ['2026-03-29', '2026-03-30'], ['2026-02-28', '2026-02-28']],
    ['days of which the month before has some', ['2026-03-27', '2026-03-30'], ['2026-02-27', '2026-02-28']],
    [
      'the last day of a month with that of the month before',
      ['2026-05-31', '2026-05-31'],
      ['2026-04-30', '2026-04-30'],
    ],
  ] as const)('compares %s', (_, [from, to], [previousFrom, previousTo]) => {
    expect(comparedPeriods({ from, to })[1]).toEqual({ from: previousFrom, to: previousTo });
  });

  it('compares the leap day with the last day of February a year earlier', () => {
    const [, , previousYear] = comparedPeriods({ from: '2028-02-29', to: '2028-02-29' });
    expect(previousYear).toEqual({ from: '2027-02-28', to: '2027-02-28' });
  });

  it('shows what was earned on the last day of the month before beside a day that this month has more', () => {
    const day = { from: '2026-03-31', to: '2026-03-31' };
    expect(profitAndLossDates(day).slice(2, 4)).toEqual(['2026-02-28', '2026-02-27']);
    const income = ledger(4010, 'Income', [-900n, -700n, -300n, -250n, 0n, 0n]);
    expect(profitAndLoss(day, [income], [], STANDARD_LAYOUT).result).toEqual([200n, 50n, 0n]);
  });

  it('adds back what the closing of a year took from a ledger in the period', () => {
    const period = { from: '2027-01-01', to: '2027-12-31' };
    const closed: YearClosingLeg = { lastDay: '2027-12-31', ledgerId: 4010, date: '2027-12-31', netKobo: 500n };
    const income = ledger(4010, 'Income', [0n, 0n, -400n, 0n, 0n, 0n]);
    expect(profitAndLoss(period, [income], [closed], STANDARD_LAYOUT).result[0]).toBe(500n);
    expect(profitAndLoss(period, [income], [], STANDARD_LAYOUT).result[0]).toBe(0n);
  });
});

describe('layout', () => {
  const lines = layoutLines(STANDARD_LAYOUT, ['Asset', 'Liability']);

  it('has every ledger on the first line of its category that names it, or on the last line of the category', () => {
    expect(lines[lineIndexOf(lines, { code: '1100', category: 'Asset' })]!.title).toBe('Loans and advances');
    expect(lines[lineIndexOf(lines, { code: '1999', category: 'Asset' })]!.title).toBe('Other assets');
    expect(lines[lineIndexOf(lines, { code: '1100', category: 'Liability' })]!.title).toBe('Other liabilities');
  });

  it('reads a star at the end of a code as all codes that begin so', () => {
    const own = layoutLines([{ title: 'Cash', category: 'Asset', ledgers: ['10*'] }], ['Asset']);
    expect(['1010', '1099', '1100'].map((code) => own[lineIndexOf(own, { code, category: 'Asset' })]!.title)).toEqual([
      'Cash',
      'Cash',
      'Other assets',
    ]);
  });
});
