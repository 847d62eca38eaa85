import { label } from '../../../rules/words';

/** `aml-rule.create` is `AML rule: create`. */
export function actionText(name: string): string {
  const [subject = '', act = ''] = name.split('.');
  return act ? `${label(subject)}: ${label(act).toLowerCase()}` : label(subject);
}

/** A changed field of an entry. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

interface Sides {
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** The fields that an entry says to have changed; those that stayed are left out. */
export function changesOf({ before, after }: Sides): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((one) => JSON.stringify(one.before ?? null) !== JSON.stringify(one.after ?? null));
}

/** Further facts of an entry, besides the change. */
export function factsOf({ before: _before, after: _after, ...others }: Record<string, unknown>): [string, unknown][] {
  return Object.entries(others).filter(([, value]) => value !== null && value !== undefined && value !== '');
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The kind and the id of a subject, `branch:001`. */
export function subjectOf(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':');
  return at < 0 ? { kind: subject, id: '' } : { kind: subject.slice(0, at), id: subject.slice(at + 1) };
}
