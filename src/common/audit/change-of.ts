/** The fields of a record that a change gave other values, before and after it. */
export interface Change {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Compares two views of a record for the details of an audit row. A field that one of the views does not have counts as
 * null. Values are compared as the JSON in which they are stored. The `version` only says that others changed.
 *
 * @param before a view without secrets, taken before the change
 * @param after the same view, taken after it
 */
export function changeOf(before: object, after: object): Change {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => name !== 'version' && jsonOf(old[name]) !== jsonOf(now[name]));
  const pick = (view: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(changed.map((name) => [name, view[name] ?? null]));
  return { before: pick(old), after: pick(now) };
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}
