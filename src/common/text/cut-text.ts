/**
 * The beginning of a text, at most so many UTF-16 units long. Half of a character at its end is replaced, because the
 * database stores no such text within JSON.
 */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).toWellFormed();
}
