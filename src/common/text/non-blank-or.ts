/** The text, or `fallback` when the text is missing, null or blank: optional fields may arrive as any of these. */
export function nonBlankOr(text: string | null | undefined, fallback: string): string {
  return text === undefined || text === null || text.trim() === '' ? fallback : text;
}
