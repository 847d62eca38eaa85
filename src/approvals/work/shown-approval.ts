import type { ShownChange } from '../../institutions/changes/change-as-data';
import { type Posting, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { Approval } from '../approval.entity';

/** One field of a change as people read it. */
export interface ChangedField {
  field: string;
  label: string;
  from: unknown;
  to: unknown;
}

/** The record that an approval is about. */
export interface ShownSubject {
  kind: string;
  /** Null where the approval names no record. */
  id: string | null;
  label: string;
}

/** `requiredCheckers` as `Required checkers`, and `API_BYPASS_APPROVALS` as it is. */
export function labelOf(field: string): string {
  if (/^[A-Z0-9_]+$/.test(field)) return field;
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]/g, ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields of a change, each with its value before and after; something new has null before. */
export function changedFields(change: ShownChange | null): ChangedField[] {
  return Object.entries(change?.after ?? {}).map(([field, to]) => ({
    field,
    label: labelOf(field),
    from: change?.before?.[field] ?? null,
    to: to ?? null,
  }));
}

type AboutFields = Pick<Approval, 'id' | 'operation' | 'title' | 'recordKind' | 'recordId'>;

/** The record that an approval is about (docs/api/approvals.md#subject). */
export function subjectOf(
  { id, operation, title, recordKind, recordId }: AboutFields,
  change: ShownChange | null,
  posting: Pick<Posting, 'id' | 'reference'> | undefined,
): ShownSubject {
  if (change) {
    const kind = operation.replace(/^change-/, '');
    return { kind, id: change.target, label: `${title} ${change.target}` };
  }
  if (operation === 'release-aml-hold')
    return { kind: 'hold', id: String(id), label: posting ? `Held transaction ${posting.reference}` : title };
  if (recordKind !== null && recordId !== null)
    return { kind: recordKind, id: String(recordId), label: posting ? `${title} ${posting.reference}` : title };
  if (posting)
    return { kind: 'posting', id: postingReferenceNumber(posting.id), label: `${title} ${posting.reference}` };
  return { kind: 'operation', id: null, label: title };
}
