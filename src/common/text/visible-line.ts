/** A character that is seen: neither a space nor one without width or ink. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Control characters, ends of lines, and marks that let the following text run the other way. */
const NOT_ON_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True for a text in which something is to be seen. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** True for a text on one line, which may be empty. */
export function isOneLine(text: string): boolean {
  return !NOT_ON_A_LINE.test(text);
}

/**
 * True for a text on one line in which something is to be seen. Joiners are part of many scripts, so they may stand
 * between letters.
 */
export function isVisibleLine(text: string): boolean {
  return isVisible(text) && isOneLine(text);
}
