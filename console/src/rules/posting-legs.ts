import { readNaira } from './naira';

/** One leg of a posting as a person types it. */
export interface TypedLeg {
  account: string;
  side: string;
  amount: string;
  narration: string;
}

export const EMPTY_LEG: TypedLeg = { account: '', side: '', amount: '', narration: '' };

const KOBO = 100;

/** The sums of the legs typed so far; amounts that cannot be read count as nothing. */
export function totalsOf(legs: readonly Partial<TypedLeg>[]): { debit: number; credit: number; difference: number } {
  const sumOf = (side: string): number =>
    legs
      .filter((leg) => leg.side === side)
      .reduce((sum, leg) => sum + Math.round((readNaira(leg.amount ?? '') ?? 0) * KOBO), 0);
  const [debit, credit] = [sumOf('Debit'), sumOf('Credit')];
  return { debit: debit / KOBO, credit: credit / KOBO, difference: (debit - credit) / KOBO };
}

/** The side that a word of a spreadsheet means; empty when it means none. */
function sideOf(word: string): string {
  if (/^(d|dr|debit)$/i.test(word)) return 'Debit';
  return /^(c|cr|credit)$/i.test(word) ? 'Credit' : '';
}

/**
 * Reads rows pasted from a spreadsheet: account, side, amount and, where there is one, narration.
 * @returns undefined when the text is not rows of several cells.
 */
export function readLegs(text: string): TypedLeg[] | undefined {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  if (!rows.some((cells) => cells.length > 1)) return undefined;
  return rows.map(([account = '', side = '', amount = '', narration = '']) => ({
    account,
    side: sideOf(side),
    amount,
    narration,
  }));
}
