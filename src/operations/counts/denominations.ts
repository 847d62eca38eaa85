/** The banknotes and coins of the Naira, in Naira, the largest first. */
export const DENOMINATIONS = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5] as const;
export type Denomination = (typeof DENOMINATIONS)[number];

/** So many pieces of one denomination. */
export interface CountedPieces {
  denomination: Denomination;
  pieces: number;
}

/** One row for each denomination that was counted, the largest first; rows of the same denomination are added up. */
export function sortedPieces(counted: readonly CountedPieces[]): CountedPieces[] {
  return DENOMINATIONS.map((denomination) => ({
    denomination,
    pieces: counted.filter((row) => row.denomination === denomination).reduce((sum, { pieces }) => sum + pieces, 0),
  })).filter(({ pieces }) => pieces > 0);
}

/** The worth of the pieces in kobo. */
export function worthKobo(counted: readonly CountedPieces[]): bigint {
  return counted.reduce(
    (sum, { denomination, pieces }) => sum + BigInt(Math.round(denomination * 100)) * BigInt(pieces),
    0n,
  );
}
