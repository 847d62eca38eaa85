import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import type { RateTierDto } from './rate-tier.dto';

/** A stored rate tier: from `fromKobo` on, the rate applies to the whole amount. */
export interface RateTier {
  fromKobo: string;
  /** Percent, as decimal text such as `4.2500`. */
  percent: string;
}

/** The tiers of a request as they are stored. */
export function storedTiers(tiers: RateTierDto[]): RateTier[] {
  return tiers.map(({ fromAmount, interestRate }) => ({
    fromKobo: String(nairaToKobo(fromAmount)),
    percent: interestRateText(interestRate),
  }));
}

/** The stored tiers as answered to callers. */
export function shownTiers(tiers: RateTier[]): RateTierDto[] {
  return tiers.map(({ fromKobo, percent }) => ({
    fromAmount: koboToNaira(BigInt(fromKobo)),
    interestRate: Number(percent),
  }));
}

/**
 * The error in the order of tiers, as the end of a sentence that starts with the field; undefined when there is none.
 */
export function tierViolation(tiers: RateTierDto[]): string | undefined {
  const isAscending = tiers.every(
    ({ fromAmount }, index) => index === 0 || fromAmount > (tiers[index - 1]?.fromAmount ?? 0),
  );
  return isAscending ? undefined : 'must be ascending: each fromAmount above the previous one';
}

/**
 * The rate of an amount.
 *
 * @param basePercent the rate of amounts below the first tier.
 * @returns percent, as decimal text.
 */
export function rateForAmount(basePercent: string, tiers: RateTier[], amountKobo: bigint): string {
  return tiers.findLast(({ fromKobo }) => amountKobo >= BigInt(fromKobo))?.percent ?? basePercent;
}
