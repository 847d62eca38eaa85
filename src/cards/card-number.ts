const PAN = /^\d{13,19}$/;
const PAN_IN_TEXT = /\d(?:[ -]?\d){12,18}/g;

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

/** A text with the card numbers in it masked, also when they are written in groups. */
export function withoutCardNumbers(text: string): string {
  return text.replace(PAN_IN_TEXT, (found) => {
    const digits = found.replace(/[ -]/g, '');
    return hasCheckDigit(digits) ? maskCardNumber(digits) : found;
  });
}
