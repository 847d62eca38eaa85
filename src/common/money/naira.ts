import { FIRST_INEXACT_KOBO, LargeNaira } from './large-naira';

/** The first amount that is too large: 10^14 kobo, which is 10^12 Naira. */
const KOBO_LIMIT = 10 ** 14;

/**
 * Reads an amount of a request.
 *
 * @param value any JSON value; only a number can be an amount, so `"100"` is not one.
 * @returns the amount in kobo, from 0 up to but not including 10^14, or `undefined` when the value is not a Naira
 * amount with at most 2 decimals below 10^12. The caller decides whether 0 is allowed.
 */
export function nairaToKobo(value: unknown): bigint | undefined {
  if (typeof value !== 'number') return undefined;
  const kobo = Math.round(value * 100);
  if (!(kobo >= 0 && kobo < KOBO_LIMIT)) return undefined;
  // Division is correctly rounded, so it gives back exactly the double that a literal with at most 2 decimals denotes.
  // A third decimal therefore never survives this comparison, however the multiplication above was rounded.
  return kobo / 100 === value ? BigInt(kobo) : undefined;
}

/**
 * Writes an amount, a balance or a total for a response.
 *
 * @param kobo any sign and any size.
 * @returns the Naira number whose shortest decimal form has at most 2 decimals and is exactly the amount. From 2^46
 *   Naira on, which only totals reach, no double is exact: a `LargeNaira`, which `jsonText` writes with all its digits.
 *   It has the type of a number because it is one to every reader of the response; the program computes with kobo.
 */
export function koboToNaira(kobo: bigint): number {
  if (kobo >= FIRST_INEXACT_KOBO || kobo <= -FIRST_INEXACT_KOBO) return new LargeNaira(kobo) as unknown as number;
  return Number(kobo) / 100;
}

/**
 * Writes an amount for people, as in receipts and messages.
 *
 * @param kobo any sign and any size.
 * @returns for example `₦1,000,000.00` or `-₦0.05`.
 */
export function formatNaira(kobo: bigint): string {
  const magnitude = kobo < 0n ? -kobo : kobo;
  const naira = (magnitude / 100n).toString().replace(/\B(?=(?:\d{3})+$)/g, ',');
  const rest = (magnitude % 100n).toString().padStart(2, '0');
  return `${kobo < 0n ? '-' : ''}₦${naira}.${rest}`;
}
