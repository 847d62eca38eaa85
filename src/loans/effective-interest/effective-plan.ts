import { addDays, addMonths, daysBetween } from '../../common/time/calendar';

/** A row of the planned schedule of a loan, as far as it decides its income. */
export interface PlannedRow {
  periodStart: string;
  dueDate: string;
  principalDueKobo: bigint;
  interestDueKobo: bigint;
  /** Fee that falls due with the row, without VAT. */
  feeKobo: bigint;
  /** Interest that the period earns, in unrounded kobo as decimal text. */
  earnedInterest: string;
  /** Interest of the period that becomes principal on the due date. */
  capitalisedKobo: bigint;
}

/** A loan as it was agreed. */
export interface PlannedLoan {
  disbursedOn: string;
  principalKobo: bigint;
  upfrontInterestKobo: bigint;
  /** Fee at or before the disbursement, without VAT, which is income on the day. */
  feeAtStartKobo: bigint;
  rows: readonly PlannedRow[];
}

/** What a loan that keeps to its plan has at the end of a month. */
export interface PlanPoint {
  monthEnd: string;
  /** Income in the books by the contract that the effective interest method recognises later; below 0 the reverse. */
  deferredKobo: bigint;
  principalKobo: bigint;
}

/** The life of a loan by the effective interest method. */
export interface EffectivePlan {
  /** Percent a year, compounded yearly, by the days of a year of 365. */
  ratePercent: number;
  points: PlanPoint[];
}

const DAYS_OF_YEAR = 365;

/** The highest rate that is kept. A fee of a tenth on a loan of one day is more than a trillion percent a year. */
export const RATE_PERCENT_MAX = 9_999_999_999;

interface Flow {
  day: number;
  amount: number;
}

/**
 * The plan of a loan by the effective interest method (docs/domain/provisions.md#effective-interest): the rate at which
 * all its payments are worth what was paid out, and at each month's end how far the income of the contract is ahead of
 * the income at that rate. Amounts are estimates in floating numbers, rounded to the kobo at the end of each month.
 * @returns undefined for a loan that pays out nothing
 */
export function effectivePlan(loan: PlannedLoan): EffectivePlan | undefined {
  const { disbursedOn, principalKobo, upfrontInterestKobo, feeAtStartKobo, rows } = loan;
  const paidOut = Number(principalKobo - upfrontInterestKobo - feeAtStartKobo);
  const flows = rows.map((row): Flow => ({
    day: daysBetween(disbursedOn, row.dueDate),
    amount: Number(row.principalDueKobo + row.interestDueKobo + row.feeKobo),
  }));
  if (paidOut <= 0 || rows.length === 0) return undefined;
  const rate = rateOf(flows, paidOut);
  const last = rows.at(-1)!.dueDate;
  const points: PlanPoint[] = [];
  for (let monthEnd = endOfMonth(disbursedOn); monthEnd < last; monthEnd = endOfMonth(addDays(monthEnd, 1))) {
    const day = daysBetween(disbursedOn, monthEnd);
    const received = flows.filter((flow) => flow.day <= day).reduce((sum, { amount }) => sum + amount, 0);
    const effectiveIncome = worth(flows, rate, day) - paidOut + received;
    points.push({
      monthEnd,
      deferredKobo: BigInt(Math.round(contractIncome(loan, monthEnd) - effectiveIncome)),
      principalKobo: plannedPrincipal(loan, monthEnd),
    });
  }
  return { ratePercent: Math.min(rate * 100, RATE_PERCENT_MAX), points };
}

/** What the flows after a day are worth on it, at a rate. */
function worth(flows: readonly Flow[], rate: number, day: number): number {
  return flows
    .filter((flow) => flow.day > day)
    .reduce((sum, flow) => sum + flow.amount / (1 + rate) ** ((flow.day - day) / DAYS_OF_YEAR), 0);
}

/** Worth falls as the rate rises, so halving finds the rate; it is 0 where nothing is earned. */
function rateOf(flows: readonly Flow[], paidOut: number): number {
  if (worth(flows, 0, 0) <= paidOut) return 0;
  let [low, high] = [0, 1];
  while (worth(flows, high, 0) > paidOut && high < 1e9) [low, high] = [high, high * 2];
  for (let step = 0; step < 200 && high - low > 1e-14 * high; step += 1) {
    const middle = (low + high) / 2;
    if (worth(flows, middle, 0) > paidOut) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The income that the contract has recognised up to a date: interest by the day, fees when they are charged. */
function contractIncome({ feeAtStartKobo, rows }: PlannedLoan, date: string): number {
  return rows.reduce((sum, row) => {
    if (row.dueDate <= date) return sum + Number(row.earnedInterest) + Number(row.feeKobo);
    if (row.periodStart >= date) return sum;
    const share = daysBetween(row.periodStart, date) / daysBetween(row.periodStart, row.dueDate);
    return sum + Number(row.earnedInterest) * share;
  }, Number(feeAtStartKobo));
}

function plannedPrincipal({ principalKobo, rows }: PlannedLoan, date: string): bigint {
  return rows
    .filter(({ dueDate }) => dueDate <= date)
    .reduce((sum, { principalDueKobo, capitalisedKobo }) => sum - principalDueKobo + capitalisedKobo, principalKobo);
}

function endOfMonth(date: string): string {
  return addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1);
}
