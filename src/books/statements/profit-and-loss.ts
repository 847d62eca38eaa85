import { addDays } from '../../common/time/calendar';
import type { LedgerBalance, YearClosingLeg } from '../balances/ledger-balances';
import { monthsBefore } from './comparative-dates';
import { addAmounts, type Amounts, type LedgerNet, lineSums, negative, type SummedLine, totalOf } from './line-sums';
import type { LayoutLine } from './statement-layout';

export interface ProfitAndLoss {
  lines: SummedLine[];
  income: Amounts;
  expenses: Amounts;
  result: Amounts;
}

/** The dates of a period, both included. */
export interface ProfitPeriod {
  from: string;
  to: string;
}

/**
 * The period; the one before it, which is as many months long (a month before a part of a month, a quarter before a
 * quarter) and ends before it begins; and the same days a year earlier.
 */
export function comparedPeriods(period: ProfitPeriod): [ProfitPeriod, ProfitPeriod, ProfitPeriod] {
  const before = periodBefore(period, monthsOf(period));
  const lastDay = addDays(period.from, -1);
  return [period, { ...before, to: before.to < lastDay ? before.to : lastDay }, periodBefore(period, 12)];
}

/** The months of a period, of which a part counts as one. */
function monthsOf({ from, to }: ProfitPeriod): number {
  const [fromYear, fromMonth, fromDay] = from.split('-').map(Number) as [number, number, number];
  const [toYear, toMonth, toDay] = to.split('-').map(Number) as [number, number, number];
  return 12 * (toYear - fromYear) + toMonth - fromMonth + (toDay >= fromDay ? 1 : 0);
}

/** Days that the earlier month lacks are its last day: 30 to 31 March is compared with 28 February. */
function periodBefore({ from, to }: ProfitPeriod, months: number): ProfitPeriod {
  const [first, last] = [firstDayBefore(from, months), monthsBefore(to, months)];
  return { from: first < last ? first : last, to: last };
}

/** The first day of a month stays one. */
function firstDayBefore(from: string, months: number): string {
  return addDays(monthsBefore(addDays(from, -1), months), 1);
}

/** For each period its last day, and the day before its first. */
export function profitAndLossDates(period: ProfitPeriod): string[] {
  return comparedPeriods(period).flatMap(({ from, to }) => [to, addDays(from, -1)]);
}

/** A profit and loss account. The closing of a year takes nothing from the result of its days. */
export function profitAndLoss(
  period: ProfitPeriod,
  balances: readonly LedgerBalance[],
  closings: readonly YearClosingLeg[],
  layout: readonly LayoutLine[],
): ProfitAndLoss {
  const periods = comparedPeriods(period);
  const moved = (balance: LedgerBalance, index: 0 | 1 | 2): bigint => {
    const { from, to } = periods[index];
    const netAt = (at: number): bigint => balance.debitsKobo[at]! - balance.creditsKobo[at]!;
    const closed = closings
      .filter(({ ledgerId, date }) => ledgerId === balance.id && date >= from && date <= to)
      .reduce((sum, { netKobo }) => sum + netKobo, 0n);
    return netAt(2 * index) - netAt(2 * index + 1) - closed;
  };
  const nets = balances.map((balance): LedgerNet => ({
    ...balance,
    net: [moved(balance, 0), moved(balance, 1), moved(balance, 2)],
  }));
  const lines = lineSums(nets, layout, ['Income', 'Expense']);
  const income = totalOf(lines.filter(({ category }) => category === 'Income'));
  const expenses = totalOf(lines.filter(({ category }) => category === 'Expense'));
  return { lines, income, expenses, result: addAmounts(income, negative(expenses)) };
}
