import type { ProductRate } from './product-rate.entity';

/** A rate of a contract: percent as decimal text, and its basis (`RATE_BASES`). */
export interface ContractRate {
  interestRate: string;
  rateBasis: number;
}

/** The rates that a product offers: its own, and its active named rates with their tiers. */
export interface OfferedRates {
  own: ContractRate;
  named: readonly Pick<ProductRate, 'interestRate' | 'rateBasis' | 'tiers'>[];
}

/** True for a rate below the lowest or above the highest that the product offers on the same basis. */
export function isOutsideRange({ interestRate, rateBasis }: ContractRate, { own, named }: OfferedRates): boolean {
  const offered = [
    ...(own.rateBasis === rateBasis ? [own.interestRate] : []),
    ...named
      .filter((rate) => rate.rateBasis === rateBasis)
      .flatMap((rate) => [rate.interestRate, ...rate.tiers.map(({ percent }) => percent)]),
  ].map(Number);
  const percent = Number(interestRate);
  return offered.length === 0 || percent < Math.min(...offered) || percent > Math.max(...offered);
}
