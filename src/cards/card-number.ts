const PAN = /^\d{13,19}$/;
const PAN_LENGTH_MAX = 19;
/** Groups of digits with at most three blanks, line ends or dashes between them, as card numbers are written. */
const DIGIT_GROUPS = /\d+(?:[\s\p{Pd}]{1,3}\d+)*/gu;
const DIGITS = /\d+/g;

/** The check digit of ISO/IEC 7812-1. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** True for a card number: 13 to 19 digits with the right check digit. */
export function isCardNumber(text: unknown): text is string {
  return typeof text === 'string' && PAN.test(text) && hasCheckDigit(text);
}

/** First six and last four digits, the only ones that may be kept or shown (PCI DSS 3.4). */
export function maskCardNumber(pan: string): string {
  return `${pan.slice(0, 6)}${'*'.repeat(pan.length - 10)}${pan.slice(-4)}`;
}

/**
 * A text with the card numbers in it masked, also when they are written in groups, or beside other numbers such as the
 * audit number or the date of a transaction.
 */
export function withoutCardNumbers(text: string): string {
  return text.replace(DIGIT_GROUPS, maskedGroups);
}

/** A card number begins and ends with a group, so that a longer identifier stays whole. */
function maskedGroups(text: string): string {
  const groups = [...text.matchAll(DIGITS)].map(({ 0: digits, index }) => ({ digits, index }));
  let masked = '';
  let kept = 0;
  for (let first = 0; first < groups.length; first += 1) {
    const last = lastOfCardNumbers(groups, first);
    if (last === undefined) continue;
    const found = groups.slice(first, last + 1);
    const { digits, index } = found.at(-1)!;
    masked += text.slice(kept, found[0]!.index) + maskCardNumber(found.map((group) => group.digits).join(''));
    kept = index + digits.length;
    first = last;
  }
  return masked + text.slice(kept);
}

/**
 * The last group of a card number that begins with this one, and of those that begin inside it: digits before a card
 * number may make another with its first groups.
 */
function lastOfCardNumbers(groups: readonly { digits: string }[], first: number): number | undefined {
  let end = lastOfCardNumber(groups, first);
  for (let at = first + 1; end !== undefined && at <= end; at += 1)
    end = Math.max(end, lastOfCardNumber(groups, at) ?? 0);
  return end;
}

/** The last group of the longest card number that begins with this one. */
function lastOfCardNumber(groups: readonly { digits: string }[], first: number): number | undefined {
  let end: number | undefined;
  let digits = '';
  for (let last = first; last < groups.length; last += 1) {
    digits += groups[last]!.digits;
    if (digits.length > PAN_LENGTH_MAX) break;
    if (isCardNumber(digits)) end = last;
  }
  return end;
}
