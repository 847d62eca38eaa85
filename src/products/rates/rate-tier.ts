import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import type { RateTierDto } from './rate-tier.dto';

/** A step of a rate as it is stored: the whole amount earns or costs this rate from `fromKobo` on. */
export interface RateTier {
  fromKobo: string;
  /** Percent, as decimal text such as `4.2500`. */
  percent: string;
}

/** The steps as they are stored. */
export function storedTiers(tiers: RateTierDto[]): RateTier[] {
  return tiers.map(({ fromAmount, interestRate }) => ({
    fromKobo: String(nairaToKobo(fromAmount)),
    percent: interestRateText(interestRate),
  }));
}

/** The steps as lists show them. */
export function shownTiers(tiers: RateTier[]): RateTierDto[] {
  return tiers.map(({ fromKobo, percent }) => ({
    fromAmount: koboToNaira(BigInt(fromKobo)),
    interestRate: Number(percent),
  }));
}

/** What is wrong with the order of steps, as the end of a sentence that starts with their name. */
export function tierViolation(tiers: RateTierDto[]): string | undefined {
  const rises = tiers.every(({ fromAmount }, index) => index === 0 || fromAmount > (tiers[index - 1]?.fromAmount ?? 0));
  return rises ? undefined : 'must rise: each fromAmount above the one before it';
}

/**
 * The rate of an amount.
 *
 * @param basePercent the rate of amounts below the first step.
 * @returns percent, as decimal text.
 */
export function rateForAmount(basePercent: string, tiers: RateTier[], amountKobo: bigint): string {
  return tiers.findLast(({ fromKobo }) => amountKobo >= BigInt(fromKobo))?.percent ?? basePercent;
}
