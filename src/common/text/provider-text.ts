/**
 * A text from a provider in a form that can be stored and shown: one line, without control characters, cut to its
 * column.
 * @returns null for a value that is not a text, or is blank.
 */
export function providerText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return text === '' ? null : text;
}
