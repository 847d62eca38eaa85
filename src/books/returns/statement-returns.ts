import type { LedgerBalance, YearClosingLeg } from '../balances/ledger-balances';
import { type BalanceSheet, balanceSheet, balanceSheetDates, RESULT_LINE } from '../statements/balance-sheet';
import { firstOfYear } from '../statements/comparative-dates';
import type { Amounts, SummedLine } from '../statements/line-sums';
import { profitAndLoss, profitAndLossDates } from '../statements/profit-and-loss';
import type { ReturnContext } from './return-context';
import { type ReturnReport, type ReturnRow, sumOfCells } from './return-report';

/** The letter with which the codes of a category's lines begin. */
const LETTERS = { Asset: 'A', Liability: 'L', Equity: 'E', Income: 'I', Expense: 'X' } as const;

/** The return of assets and liabilities: the balance sheet by the lines of the return, with the month before. */
export async function assetsAndLiabilities(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to, balances, layouts } = context;
  const found = await balances.at(tx, scope, balanceSheetDates(to));
  const closings = await balances.closings(tx, scope);
  const sheet = balanceSheet({ date: to, balances: found, closings, layout: layouts.lines, isOfBranch: false });
  const columns = [
    { title: 'This date', kind: 'money' as const },
    { title: 'End of the month before', kind: 'money' as const },
  ];
  const parts = [
    { rows: codedRows(sheet.lines, 'Asset'), title: 'Total assets', total: sheet.assets },
    { rows: codedRows(sheet.lines, 'Liability'), title: 'Total liabilities', total: sheet.liabilities },
    { rows: codedRows(sheet.lines, 'Equity'), title: 'Total equity', total: sheet.equity },
  ];
  return {
    title: 'Return of assets and liabilities',
    from: null,
    to,
    columns,
    rows: parts.flatMap(({ rows, title, total }) => [...rows, totalOfTwo(title, total)]),
    ties: [
      tieOf('Assets', parts[0]!.rows, netOf(found, ['Asset'])),
      tieOf('Liabilities', parts[1]!.rows, -netOf(found, ['Liability'])),
      // The result of years that are not closed is still on the ledgers of income and expenses.
      tieOf('Equity with the result', parts[2]!.rows, -netOf(found, ['Equity', 'Income', 'Expense'])),
    ],
  };
}

/** The monthly return of income and expenses: the month up to the date, and the year up to the date. */
export async function incomeReturn(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to, balances, layouts } = context;
  const closings = await balances.closings(tx, scope);
  const of = async (from: string): Promise<{ found: LedgerBalance[]; lines: SummedLine[] }> => {
    const period = { from, to };
    const found = await balances.at(tx, scope, profitAndLossDates(period));
    return { found, lines: profitAndLoss(period, found, closings, layouts.lines).lines };
  };
  const [month, year] = [await of(`${to.slice(0, 8)}01`), await of(firstOfYear(to))];
  const columns = [
    { title: 'Month', kind: 'money' as const },
    { title: 'Year to date', kind: 'money' as const },
  ];
  const rows = (category: 'Income' | 'Expense'): ReturnRow[] => {
    const ofYear = year.lines.filter((line) => line.category === category);
    return month.lines
      .filter((line) => line.category === category)
      .map(({ title, amounts }, index) => ({
        code: `${LETTERS[category]}${index + 1}`,
        title,
        cells: [amounts[0], ofYear[index]!.amounts[0]],
        isTotal: false,
      }));
  };
  const [income, expenses] = [rows('Income'), rows('Expense')];
  const result = [0, 1].map((index) => sumOfCells(income, index) - sumOfCells(expenses, index));
  const sums = (title: string, part: ReturnRow[]): ReturnRow => ({
    code: null,
    title,
    cells: [sumOfCells(part, 0), sumOfCells(part, 1)],
    isTotal: true,
  });
  const sheet = await balances.at(tx, scope, balanceSheetDates(to));
  const onSheet = balanceSheet({ date: to, balances: sheet, closings, layout: layouts.lines, isOfBranch: false });
  return {
    title: 'Return of income and expenses',
    from: `${to.slice(0, 8)}01`,
    to,
    columns,
    rows: [
      ...income,
      sums('Total income', income),
      ...expenses,
      sums('Total expenses', expenses),
      { code: null, title: 'Result', cells: result, isTotal: true },
    ],
    ties: [
      {
        title: 'Result of the year in the balance sheet',
        returnKobo: result[1]!,
        ledgerKobo: resultOn(onSheet) + carriedForward(to, sheet, closings),
      },
    ],
  };
}

function codedRows(lines: readonly SummedLine[], category: 'Asset' | 'Liability' | 'Equity'): ReturnRow[] {
  return lines
    .filter((line) => line.category === category)
    .map(({ title, amounts }, index) => ({
      code: `${LETTERS[category]}${index + 1}`,
      title,
      cells: [amounts[0], amounts[1]],
      isTotal: false,
    }));
}

function totalOfTwo(title: string, [current, previousPeriod]: Amounts): ReturnRow {
  return { code: null, title, cells: [current, previousPeriod], isTotal: true };
}

function tieOf(title: string, rows: readonly ReturnRow[], ledgerKobo: bigint): ReturnReport['ties'][number] {
  return { title, returnKobo: sumOfCells(rows, 0), ledgerKobo };
}

/** Debits less credits of all ledgers of some categories at the first date. */
function netOf(balances: readonly LedgerBalance[], categories: readonly string[]): bigint {
  return balances
    .filter(({ category }) => categories.includes(category))
    .reduce((sum, { debitsKobo, creditsKobo }) => sum + debitsKobo[0]! - creditsKobo[0]!, 0n);
}

/** The result that the closing of the date's own year has moved to retained earnings up to the date, in kobo. */
function carriedForward(date: string, balances: readonly LedgerBalance[], closings: readonly YearClosingLeg[]): bigint {
  const equity = new Set(balances.filter(({ category }) => category === 'Equity').map(({ id }) => id));
  return closings
    .filter((leg) => equity.has(leg.ledgerId) && leg.lastDay >= firstOfYear(date) && leg.date <= date)
    .reduce((sum, { netKobo }) => sum - netKobo, 0n);
}

function resultOn({ lines }: BalanceSheet): bigint {
  return lines.find(({ title, ledgers }) => title === RESULT_LINE && ledgers.length === 0)!.amounts[0];
}
