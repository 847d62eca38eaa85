import { addDays } from '../../common/time/calendar';
import type { LedgerBalance, YearClosingLeg } from '../balances/ledger-balances';
import { comparativeDates, firstOfYear } from './comparative-dates';
import {
  addAmounts,
  type Amounts,
  isZero,
  type LedgerNet,
  lineSums,
  negative,
  type SummedLine,
  totalOf,
} from './line-sums';
import type { LayoutLine } from './statement-layout';

/** The line that makes the sheet of one branch balance. Over all branches it is zero. */
export const BRANCH_LINE = 'Balance with other branches';
export const RESULT_LINE = 'Result of the year';
export const OPEN_YEARS_LINE = 'Result of earlier years, not closed';

export interface BalanceSheet {
  lines: SummedLine[];
  assets: Amounts;
  liabilities: Amounts;
  equity: Amounts;
  balanced: boolean;
}

/** What a balance sheet is made of. `balances` are at the dates of `balanceSheetDates`. */
export interface BalanceSheetFigures {
  date: string;
  balances: readonly LedgerBalance[];
  closings: readonly YearClosingLeg[];
  layout: readonly LayoutLine[];
  isOfBranch: boolean;
}

/** The date with its comparatives, then the last day before the year of each. */
export function balanceSheetDates(date: string): string[] {
  const dates = [date, ...comparativeDates(date)];
  return [...dates, ...dates.map((day) => addDays(firstOfYear(day), -1))];
}

/** A balance sheet. While a year is not closed, its result is a line of equity. */
export function balanceSheet({ date, balances, closings, layout, isOfBranch }: BalanceSheetFigures): BalanceSheet {
  const netOf = ({ debitsKobo, creditsKobo }: LedgerBalance, index: number): bigint =>
    debitsKobo[index]! - creditsKobo[index]!;
  const at = (balance: LedgerBalance, from: 0 | 3): Amounts => [
    netOf(balance, from),
    netOf(balance, from + 1),
    netOf(balance, from + 2),
  ];
  const nets = balances.map((balance): LedgerNet => ({ ...balance, net: at(balance, 0) }));
  const results = balances.filter(({ category }) => category === 'Income' || category === 'Expense');
  const resultIds = new Set(results.map(({ id }) => id));
  const earned = negative(totalOf(results.map((balance) => ({ amounts: at(balance, 0) }))));
  const earnedBefore = negative(totalOf(results.map((balance) => ({ amounts: at(balance, 3) }))));
  const legs = closings.filter(({ ledgerId }) => resultIds.has(ledgerId));
  const ofYear = addAmounts(addAmounts(earned, negative(earnedBefore)), closedSinceYearBegan(date, legs));
  const lines = [
    ...lineSums(nets, layout, ['Asset', 'Liability']),
    ...lineSums(nets, layout, ['Equity']),
    derived('Equity', RESULT_LINE, ofYear),
    derived('Equity', OPEN_YEARS_LINE, addAmounts(earned, negative(ofYear))),
  ].filter(({ title, amounts }) => title !== OPEN_YEARS_LINE || !isZero(amounts));
  const total = (category: string): Amounts => totalOf(lines.filter((line) => line.category === category));
  if (isOfBranch) {
    const lacking = addAmounts(total('Asset'), negative(addAmounts(total('Liability'), total('Equity'))));
    lines.splice(
      lines.findIndex(({ category }) => category === 'Equity'),
      0,
      derived('Liability', BRANCH_LINE, lacking),
    );
  }
  const [assets, liabilities, equity] = [total('Asset'), total('Liability'), total('Equity')];
  const difference = addAmounts(assets, negative(addAmounts(liabilities, equity)));
  return { lines, assets, liabilities, equity, balanced: isZero(difference) };
}

function derived(category: SummedLine['category'], title: string, amounts: Amounts): SummedLine {
  return { category, title, amounts, ledgers: [] };
}

/**
 * What closings of earlier years took from the income and expense ledgers since the year of each date began. It is no
 * result of that year.
 */
function closedSinceYearBegan(date: string, legs: readonly YearClosingLeg[]): Amounts {
  const [current, previousPeriod, previousYear] = [date, ...comparativeDates(date)].map((day) =>
    legs
      .filter((leg) => leg.lastDay < firstOfYear(day) && leg.date >= firstOfYear(day) && leg.date <= day)
      .reduce((sum, { netKobo }) => sum + netKobo, 0n),
  );
  return [current!, previousPeriod!, previousYear!];
}
