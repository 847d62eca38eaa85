import type { PostingLeg, PostingRequest } from './posting-request';

/**
 * Tells whether a leg counts in AML windows, limits, KYC limits and approval floors: the caller chose its amount or its
 * destination. That is the principal, and a fee that the caller names. What the institution's tariff adds does not
 * count, nor does a ledger of the institution that only carries the money on
 * (docs/api/liens-overdrafts-limits.md#what-counts).
 */
export function isCounted({
  role,
  namedByCaller,
  transit,
}: Pick<PostingLeg, 'role' | 'namedByCaller' | 'transit'>): boolean {
  return (role === 'principal' || namedByCaller === true) && transit !== true;
}

/**
 * What a request moves, in kobo, as ceilings of a posting and floors of approval policies see it: the larger side of
 * its counted legs. A reversal counts whole, because its caller sends everything back, charges included.
 */
export function countedTotalKobo({ legs, nature }: Pick<PostingRequest, 'legs' | 'nature'>): bigint {
  let debitsKobo = 0n;
  let creditsKobo = 0n;
  for (const leg of legs) {
    if (nature.type !== 'reversal' && !isCounted(leg)) continue;
    if (leg.side === 'debit') debitsKobo += leg.amountKobo;
    else creditsKobo += leg.amountKobo;
  }
  return debitsKobo > creditsKobo ? debitsKobo : creditsKobo;
}
