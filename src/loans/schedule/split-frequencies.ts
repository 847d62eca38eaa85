import { ScheduleError } from './schedule-error';
import type { ScheduleTerms } from './schedule-terms';
import { sumOf } from './shares';

/** True when principal or interest is due with some of the instalments only. */
export function hasSplitFrequencies({
  principalEvery,
  interestEvery,
}: Pick<ScheduleTerms, 'principalEvery' | 'interestEvery'>): boolean {
  return principalEvery > 1 || interestEvery > 1;
}

/** The number of instalments that pay, of a number of them. */
export function paying(count: number, every: number): number {
  return Math.floor(count / every);
}

/** Places amounts on every so many of a number of instalments; the others get nothing. */
export function placed(amounts: readonly bigint[], every: number): bigint[] {
  if (every === 1) return [...amounts];
  return amounts.flatMap((amount) => [...new Array<bigint>(every - 1).fill(0n), amount]);
}

/** Moves amounts to the next instalment that pays. */
export function gathered(amounts: readonly bigint[], every: number): bigint[] {
  if (every === 1) return [...amounts];
  return amounts.map((_, index) =>
    (index + 1) % every === 0 ? sumOf(amounts.slice(index + 1 - every, index + 1)) : 0n,
  );
}

/** @throws ScheduleError when principal and interest cannot fall due at different times under the terms */
export function assertFrequencies(terms: ScheduleTerms, isAnnuity: boolean, hasMoratorium: boolean): void {
  if (!hasSplitFrequencies(terms)) return;
  const { principalEvery, interestEvery, numberOfRepayments } = terms;
  if (isAnnuity)
    throw new ScheduleError(
      'interestComputationModel 2 pays principal and interest together; different frequencies need model 0 or 1.',
    );
  if (hasMoratorium) throw new ScheduleError('Different frequencies of principal and interest exclude a moratorium.');
  if (numberOfRepayments % principalEvery !== 0 || numberOfRepayments % interestEvery !== 0)
    throw new ScheduleError('The number of instalments must be a multiple of both frequencies.');
}
