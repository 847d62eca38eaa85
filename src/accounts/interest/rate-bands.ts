import { rateForAmount, type RateTier } from '../../products/rates/rate-tier';

/** Balances of a product that earn one rate: from `fromKobo` on, below `belowKobo`. */
export interface RateBand {
  fromKobo: bigint;
  /** Null in the highest band. */
  belowKobo: bigint | null;
  /** Percent a year, as decimal text. */
  percent: string;
}

/** What a savings product says about rates. */
export interface SavingsRates {
  /** Percent a year below the first tier, as decimal text. */
  interestRate: string;
  tiers: RateTier[];
  /** A balance below this earns nothing. */
  minimumBalanceKobo: bigint;
}

/**
 * The bands of a product's balances, rising and without gaps from the least balance that earns. The rate of each is what
 * `rateForAmount` says of its first balance, and that rate holds for the whole balance.
 */
export function rateBands({ interestRate, tiers, minimumBalanceKobo }: SavingsRates): RateBand[] {
  const leastKobo = minimumBalanceKobo > 0n ? minimumBalanceKobo : 1n;
  const starts = [
    leastKobo,
    ...tiers.map(({ fromKobo }) => BigInt(fromKobo)).filter((fromKobo) => fromKobo > leastKobo),
  ];
  return starts.map((fromKobo, index) => ({
    fromKobo,
    belowKobo: starts[index + 1] ?? null,
    percent: rateForAmount(interestRate, tiers, fromKobo),
  }));
}

/** Whether a balance can earn anything at all. */
export function earnsInterest(bands: readonly RateBand[]): boolean {
  return bands.some(({ percent }) => Number(percent) > 0);
}
