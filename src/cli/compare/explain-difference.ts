import { daysBetween } from '../../common/time/calendar';

/**
 * Why a figure of the old system differs from ours (docs/import.md#parallel-run). `null` where the figures agree.
 *
 * - `ValueDate`: the old system counts by value date; our balance by value date is its figure.
 * - `BookedLaterHere`, `BookedEarlierHere`: one or more of our entries near the day account for the difference exactly.
 * - `FollowsBalance`: interest differs because the balance does.
 * - `Rounding`: within half a kobo for each accrued day.
 * - `DayCount`: the ratio is that of two day counts.
 * - `ArrearsCounting`: one day, because the old system counts from the day after or before.
 */
export type DifferenceCategory =
  | 'Unreadable'
  | 'DateNotClosed'
  | 'UnknownAccount'
  | 'UnknownLoan'
  | 'ValueDate'
  | 'BookedLaterHere'
  | 'BookedEarlierHere'
  | 'FollowsBalance'
  | 'Rounding'
  | 'DayCount'
  | 'NotAccruedHere'
  | 'Rate'
  | 'ArrearsCounting'
  | 'Unexplained';

/** A category with the facts for people; amounts in them are in kobo. */
export interface Explanation {
  category: DifferenceCategory;
  note: string;
}

/** An entry of the account near the day, or a principal movement of a loan; signed as the balance grows. */
export interface NearbyEntry {
  bookedOn: string;
  amountKobo: bigint;
  reference: string;
}

/** Explains a balance. @param nearby entries within some days before and after the day, in the order of booking */
export function explainBalance(facts: {
  date: string;
  theirsKobo: bigint;
  oursKobo: bigint;
  oursByValueKobo: bigint;
  nearby: readonly NearbyEntry[];
}): Explanation | null {
  const { date, theirsKobo, oursKobo, oursByValueKobo, nearby } = facts;
  if (theirsKobo === oursKobo) return null;
  if (theirsKobo === oursByValueKobo)
    return { category: 'ValueDate', note: `our balance by value date is ${oursByValueKobo}` };
  return explainByEntries(date, theirsKobo - oursKobo, nearby);
}

/** Entries that the old system has on another day: the next ones, the last ones, or a single one. */
function explainByEntries(date: string, missingKobo: bigint, nearby: readonly NearbyEntry[]): Explanation {
  const later = nearby.filter(({ bookedOn }) => bookedOn > date);
  const earlier = nearby.filter(({ bookedOn }) => bookedOn <= date).reverse();
  const laterOnes = leading(later, missingKobo) ?? single(later, missingKobo);
  if (laterOnes) return { category: 'BookedLaterHere', note: named(laterOnes) };
  const earlierOnes = leading(earlier, -missingKobo) ?? single(earlier, -missingKobo);
  if (earlierOnes) return { category: 'BookedEarlierHere', note: named(earlierOnes) };
  return { category: 'Unexplained', note: 'no entry near the day accounts for it' };
}

/** The first entries whose sum is the amount. */
function leading(entries: readonly NearbyEntry[], amountKobo: bigint): readonly NearbyEntry[] | undefined {
  let sum = 0n;
  for (const [index, entry] of entries.entries()) {
    sum += entry.amountKobo;
    if (sum === amountKobo) return entries.slice(0, index + 1);
  }
  return undefined;
}

function single(entries: readonly NearbyEntry[], amountKobo: bigint): readonly NearbyEntry[] | undefined {
  const found = entries.find((entry) => entry.amountKobo === amountKobo);
  return found && [found];
}

const NAMED_MAX = 5;

function named(entries: readonly NearbyEntry[]): string {
  const texts = entries
    .slice(0, NAMED_MAX)
    .map(({ reference, amountKobo, bookedOn }) => `${reference} of ${amountKobo} booked on ${bookedOn}`);
  return texts.join('; ') + (entries.length > NAMED_MAX ? ` and ${entries.length - NAMED_MAX} more` : '');
}

/** Ratios of day counts, as numerator and denominator of the old system's figure to ours. */
const DAY_COUNTS: readonly (readonly [bigint, bigint])[] = [
  [365n, 360n],
  [360n, 365n],
  [365n, 364n],
  [364n, 365n],
  [365n, 366n],
  [366n, 365n],
];

/**
 * Explains accrued interest.
 * @param days the days over which the interest accrued; each may be rounded by half a kobo
 * @param balanceDiffers true when the balance of the day differs already
 */
export function explainInterest(facts: {
  theirsKobo: bigint;
  oursKobo: bigint;
  days: number;
  balanceDiffers: boolean;
}): Explanation | null {
  const { theirsKobo, oursKobo, days, balanceDiffers } = facts;
  const difference = theirsKobo - oursKobo;
  if (difference === 0n) return null;
  const toleranceKobo = BigInt(Math.ceil(days / 2) + 1);
  if (absolute(difference) <= toleranceKobo)
    return { category: 'Rounding', note: `${days} days of half a kobo at most, and one for the total` };
  if (balanceDiffers) return { category: 'FollowsBalance', note: 'the balance of the day differs too' };
  if (oursKobo === 0n) return { category: 'NotAccruedHere', note: 'the product here earns none, or none was accrued' };
  for (const [theirs, ours] of DAY_COUNTS)
    if (absolute(theirsKobo * ours - oursKobo * theirs) <= toleranceKobo * ours)
      return { category: 'DayCount', note: `theirs is ${theirs}/${ours} of ours` };
  const percent = (Number(theirsKobo) / Number(oursKobo)) * 100;
  return { category: 'Rate', note: `theirs is ${percent.toFixed(2)} percent of ours over ${days} days` };
}

const absolute = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

/** Explains the principal of a loan. @param nearby principal movements, above 0 where the principal grows */
export function explainPrincipal(facts: {
  date: string;
  theirsKobo: bigint;
  oursKobo: bigint;
  nearby: readonly NearbyEntry[];
}): Explanation | null {
  const { date, theirsKobo, oursKobo, nearby } = facts;
  return theirsKobo === oursKobo ? null : explainByEntries(date, theirsKobo - oursKobo, nearby);
}

/** Explains the days in arrears. @param overdueSince due date of our oldest unpaid instalment */
export function explainArrears(facts: {
  date: string;
  theirs: number;
  overdueSince: string | null;
  amountsDiffer: boolean;
}): Explanation | null {
  const ours = arrearsDaysOf(facts);
  const { theirs, overdueSince, amountsDiffer } = facts;
  if (theirs === ours) return null;
  if (ours > 0 && Math.abs(theirs - ours) === 1)
    return { category: 'ArrearsCounting', note: `due on ${overdueSince}, counted from the next day on one side` };
  if (amountsDiffer) return { category: 'FollowsBalance', note: 'principal or interest differs too' };
  return {
    category: 'Unexplained',
    note:
      overdueSince === null
        ? 'nothing is overdue here'
        : `the oldest unpaid instalment here was due on ${overdueSince}`,
  };
}

export function arrearsDaysOf({ date, overdueSince }: { date: string; overdueSince: string | null }): number {
  return overdueSince === null ? 0 : Math.max(0, daysBetween(overdueSince, date));
}
