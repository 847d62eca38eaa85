import { isVisible } from '../common/text/visible-line';

/** True for a value that says nothing: missing, null, or a text without a visible character. */
export function isEmptied(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && !isVisible(value));
}

/**
 * True when JSON that replaces other JSON drops a value instead of correcting it: a member that is gone or emptied, at
 * any depth, or a shorter list. A legal hold forbids that (docs/api/personal-data.md#legal-hold).
 */
export function losesValues(before: unknown, after: unknown): boolean {
  if (isEmptied(before)) return false;
  if (isEmptied(after)) return true;
  if (Array.isArray(before))
    return !Array.isArray(after) || before.some((item, index) => losesValues(item, (after as unknown[])[index]));
  if (!isObject(before)) return false;
  if (!isObject(after)) return Object.values(before).some((value) => !isEmptied(value));
  return Object.entries(before).some(([key, value]) => losesValues(value, ownValue(after, key)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownValue(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
