import { randomBytes } from 'node:crypto';

/**
 * The first magnitude at which neighbouring doubles are more than one kobo apart, so that a Naira number cannot name
 * every kobo any more: 2^46 Naira.
 */
export const FIRST_INEXACT_KOBO = 2n ** 46n * 100n;

/** Random, so that no text of a caller can be taken for a mark. */
const MARK = randomBytes(16).toString('hex');
const MARKED_NUMBER = new RegExp(`"${MARK}(-?\\d+(?:\\.\\d{1,2})?)"`, 'g');

/** The numbers marked so far; undefined while `jsonText` is not running. */
let marked: number | undefined;

/**
 * A Naira number beyond the exact range of doubles. `jsonText` writes it exactly; all other code sees the nearest
 * double.
 */
export class LargeNaira extends Number {
  constructor(private readonly kobo: bigint) {
    super(Number(kobo) / 100);
  }

  toJSON(): unknown {
    if (marked === undefined) return Number(this);
    marked += 1;
    return MARK + decimalText(this.kobo);
  }
}

/** Kobo as Naira with as few decimals as possible, as `JSON.stringify` writes numbers. */
function decimalText(kobo: bigint): string {
  const magnitude = kobo < 0n ? -kobo : kobo;
  const decimals = (magnitude % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  return `${kobo < 0n ? '-' : ''}${magnitude / 100n}${decimals === '' ? '' : `.${decimals}`}`;
}

/** `JSON.stringify` with every digit of a `LargeNaira`: JavaScript has no way to write the text of a number itself. */
export function jsonText(value: unknown): string {
  marked = 0;
  try {
    const text = JSON.stringify(value);
    return marked === 0 ? text : text.replace(MARKED_NUMBER, '$1');
  } finally {
    marked = undefined;
  }
}
