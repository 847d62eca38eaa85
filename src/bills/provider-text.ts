/** A text of a provider as it can be kept and shown: one line, no control characters, cut; null for anything else. */
export function providerText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
  return text === '' ? null : text;
}
