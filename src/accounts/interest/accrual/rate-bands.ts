import { rateForAmount, type RateTier } from '../../../products/rates/rate-tier';

/** A range of balances that earn one rate: `fromKobo` and more, but less than `belowKobo`. */
export interface RateBand {
  fromKobo: bigint;
  /** Null in the highest band. */
  belowKobo: bigint | null;
  /** Percent a year, as decimal text. */
  percent: string;
}

/** The rate terms of a savings product. */
export interface SavingsRates {
  /** Percent a year below the first tier, as decimal text. */
  interestRate: string;
  tiers: RateTier[];
  /** A balance below this earns nothing. */
  minimumBalanceKobo: bigint;
}

/**
 * The rate bands of a product, ascending and without gaps from the lowest balance that earns. The rate of a band is
 * `rateForAmount` of its lowest balance, and it applies to the whole balance
 * (`docs/domain/deposits-and-interest.md#savings-accrual`).
 */
export function rateBands({ interestRate, tiers, minimumBalanceKobo }: SavingsRates): RateBand[] {
  const lowestKobo = minimumBalanceKobo > 0n ? minimumBalanceKobo : 1n;
  const starts = [
    lowestKobo,
    ...tiers.map(({ fromKobo }) => BigInt(fromKobo)).filter((fromKobo) => fromKobo > lowestKobo),
  ];
  return starts.map((fromKobo, index) => ({
    fromKobo,
    belowKobo: starts[index + 1] ?? null,
    percent: rateForAmount(interestRate, tiers, fromKobo),
  }));
}

/** True when some balance earns interest. */
export function earnsInterest(bands: readonly RateBand[]): boolean {
  return bands.some(({ percent }) => Number(percent) > 0);
}
