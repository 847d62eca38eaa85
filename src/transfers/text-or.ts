/** A text that says something, else the other one. Optional fields may have been sent as null or blank. */
export function textOr(text: string | null | undefined, other: string): string {
  return text === undefined || text === null || text.trim() === '' ? other : text;
}
