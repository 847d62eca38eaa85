/** The most kobo that six bytes hold. */
export const MOST_KOBO = 2 ** 48 - 1;
const MOST_KOBO_BIG = BigInt(MOST_KOBO);

/** An amount as six bytes hold it: whole kobo, at most 2^48 - 1. */
export function saturated(amountKobo: bigint): number {
  return amountKobo > MOST_KOBO_BIG ? MOST_KOBO : Number(amountKobo);
}

/** Sum at a place, in kobo. */
export function readSum(bytes: Buffer, at: number): number {
  return bytes.readUIntLE(at, 6);
}

/** Adds to a sum, which saturates. */
export function sumIn(bytes: Buffer, at: number, amountKobo: number): void {
  bytes.writeUIntLE(Math.min(readSum(bytes, at) + amountKobo, MOST_KOBO), at, 6);
}

/** Adds one to a count of one byte, which saturates. */
export function countIn(bytes: Buffer, at: number): void {
  const value = bytes[at]!;
  if (value < 255) bytes[at] = value + 1;
}
