/** A key as it was pressed, from a keyboard event. */
export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Milliseconds within which the second key of a pair such as `g` `h` counts. */
export const PAIR_MS = 1_200;

/**
 * The name of a shortcut: `Ctrl k`, `g h`, `j`. Letters keep their case, so `Shift A` is `A`.
 * @param before the key pressed just before, when it may begin a pair.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: PressedKey, before: string | undefined): string {
  if (altKey) return '';
  if (ctrlKey || metaKey) return `Ctrl ${key.length === 1 ? key.toLowerCase() : key}`;
  return before === 'g' && key.length === 1 ? `g ${key}` : key;
}

/** Inputs that take no letters: a queue is walked through right after one of its boxes was ticked. */
const TAKES_NO_LETTERS: readonly (string | undefined)[] = ['checkbox', 'button', 'submit'];

/** True where typed keys are text, or choose an option: single keys must not act there. */
export function isTyping(element: { tagName: string; type?: string; isContentEditable?: boolean } | null): boolean {
  if (!element) return false;
  if (element.tagName === 'INPUT') return !TAKES_NO_LETTERS.includes(element.type);
  return /^(TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable === true;
}
