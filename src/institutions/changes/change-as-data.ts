import { canonicalJson } from '../../common/idempotency/canonical-json';

/** Values of what changes, by field; JSON. Nothing set is null. A secret is a `StoredSecret`, never its value. */
export type ChangeFields = Record<string, unknown>;

/** A secret in a change: a mark of what is stored before, and the new value sealed. It is never shown. */
export interface StoredSecret {
  secret: string;
}

/** A change of rights or configuration, as data: it can wait, be shown and be made later. */
export interface ConfigurationChange {
  /** That of a `ChangeKind`. */
  operation: string;
  /** What changes, within its kind: the name of a role, the id of a member of staff. */
  target: string;
  /** The present values of the fields that change; null for something new. */
  before: ChangeFields | null;
  /** The new values of these fields, or all fields of something new. */
  after: ChangeFields;
  /** The version of the record that the change was asked for; only of a kind that is `boundToRecord`. */
  version?: string;
}

/** What staff and the audit log see of a change. */
export interface ShownChange {
  target: string;
  before: ChangeFields | null;
  after: ChangeFields;
}

function isSecret(value: unknown): value is StoredSecret {
  return typeof value === 'object' && value !== null && typeof (value as StoredSecret).secret === 'string';
}

/** True when a field has the same value before and after; a missing value is null. */
export function isSame(before: unknown, after: unknown): boolean {
  return canonicalJson(before ?? null) === canonicalJson(after ?? null);
}

/** The change without the fields that keep their values. */
export function withoutUnchanged({ before, after, ...change }: ConfigurationChange): ConfigurationChange {
  if (before === null) return { ...change, before, after };
  const changed = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  const of = (fields: ChangeFields): ChangeFields =>
    Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { ...change, before: of(before), after: of(after) };
}

/** The change for people: a secret is `set` before, and `set`, `changed` or `cleared` after. */
export function shownChange({ target, before, after }: ConfigurationChange): ShownChange {
  const shownAfter = (field: string, value: unknown): unknown => {
    if (isSecret(value)) return before?.[field] ? 'changed' : 'set';
    return value === null && isSecret(before?.[field]) ? 'cleared' : value;
  };
  return {
    target,
    before:
      before &&
      Object.fromEntries(Object.entries(before).map(([field, value]) => [field, isSecret(value) ? 'set' : value])),
    after: Object.fromEntries(Object.entries(after).map(([field, value]) => [field, shownAfter(field, value)])),
  };
}
