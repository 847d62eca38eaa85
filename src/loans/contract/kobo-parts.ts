import { roundQuotient } from '../../common/money/rounding';

const DECIMALS = 10;
/** Parts of a kobo that amounts are counted in before they are rounded. */
export const PARTS_A_KOBO = 10n ** BigInt(DECIMALS);

/** An unrounded amount of kobo, decimal text with at most 10 decimals, in parts of a kobo. */
export function partsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * PARTS_A_KOBO + BigInt(decimals.padEnd(DECIMALS, '0'));
}

/** Parts of a kobo, 0 or more, as decimal text with 10 decimals. */
export function partsText(parts: bigint): string {
  const digits = parts.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

/** Whole kobo of a quotient of parts, half to even. */
export function koboOf(parts: bigint, divisor = 1n): bigint {
  return roundQuotient(parts, PARTS_A_KOBO * divisor, 'HALF_EVEN');
}
