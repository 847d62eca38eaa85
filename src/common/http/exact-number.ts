/**
 * True when a number that was read as a double is the number that was written: `1.10` and `1e2` are,
 * `1.000000000000000000001` and `9007199254740993` are not. Work is linear in the length.
 * @param literal a number of JSON, with or without its sign.
 */
export function isReadExactly(literal: string): boolean {
  return canonical(literal) === canonical(String(Number(literal)));
}

const ZERO = '0';

/** One text for each value: the digits without zeros around them, and the position of the point. */
function canonical(literal: string): string {
  const isNegative = literal.startsWith('-');
  const [mantissa = '', exponent = ZERO] = literal.slice(isNegative ? 1 : 0).split(/[eE]/, 2);
  const [whole = '', fraction = ''] = mantissa.split('.', 2);
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (digits[start] === ZERO) start += 1;
  while (end > start && digits[end - 1] === ZERO) end -= 1;
  if (start === end) return ZERO;
  const point = whole.length - start + Number(exponent);
  return `${isNegative ? '-' : ''}0.${digits.slice(start, end)}e${point}`;
}
