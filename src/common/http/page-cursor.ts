import { createHash } from 'node:crypto';
import { isCalendarDate } from '../time/calendar';
import { validationFailed } from './validation.pipe';

/** The length of the longest cursor: five keys of 250 characters fit. */
export const CURSOR_MAX_LENGTH = 4_000;

/** How the values of a key are compared; each has a form of its own in a cursor. */
export type KeyType = 'bigint' | 'instant' | 'date' | 'text';

/** The value of a key in its text form; null where the column is. */
export type KeyValue = string | null;

/**
 * The list that a cursor belongs to: a cursor of another list, another order or other filters is refused
 * (docs/api/conventions.md#cursors).
 */
export interface CursorList {
  /** Name of the list, such as its table. */
  name: string;
  /** The keys by which it is ordered, with their directions. */
  order: string;
  /** The query of the caller; its page, its size and its cursor do not count. */
  filters: object;
}

const VERSION = 1;
const TEXT_MAX_LENGTH = 1_000;
const FINGERPRINT_LENGTH = 16;
const NOT_FILTERS = new Set(['PageNumber', 'PageSize', 'After']);

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const BIGINT_MAX = 2n ** 63n - 1n;
const FORMS: Readonly<Record<KeyType, (text: string) => boolean>> = {
  bigint: (text) => /^-?\d{1,19}$/.test(text) && BigInt(text) <= BIGINT_MAX && BigInt(text) >= -BIGINT_MAX,
  // `Date.parse` takes days that do not exist, and the year 0000, which PostgreSQL does not have.
  instant: (text) => isCalendarDate(text.slice(0, 10)) && INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
  date: isCalendarDate,
  text: (text) => text.length <= TEXT_MAX_LENGTH && text.isWellFormed() && !text.includes('\0'),
};

/** The cursor behind a row: an opaque text of letters, digits, hyphens and underscores. */
export function writeCursor(list: CursorList, keys: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([VERSION, fingerprintOf(list), ...keys])).toString('base64url');
}

/**
 * The values of the keys of the row behind which a page begins.
 *
 * @param types how the keys are compared, in their order.
 * @throws VALIDATION_FAILED (400) on `After` for a cursor that no answer gave, or another list, order or filter
 */
export function readCursor(cursor: string, list: CursorList, types: readonly KeyType[]): KeyValue[] {
  const [version, fingerprint, ...keys] = elementsOf(cursor);
  if (version !== VERSION) throw refused('must be the nextAfter of an answer');
  if (fingerprint !== fingerprintOf(list))
    throw refused('belongs to another list, order or filter: begin again without it');
  const fits =
    keys.length === types.length &&
    keys.every((key, at) => key === null || (typeof key === 'string' && FORMS[types[at]!](key)));
  if (!fits) throw refused('must be the nextAfter of an answer');
  return keys as KeyValue[];
}

/** @throws VALIDATION_FAILED (400): a cursor replaces the number of the page */
export function assertFirstPage(pageNumber: number): void {
  if (pageNumber !== 1) throw validationFailed([{ field: 'PageNumber', message: 'must be 1 beside After' }]);
}

function refused(message: string): Error {
  return validationFailed([{ field: 'After', message }]);
}

function elementsOf(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(read) ? (read as unknown[]) : [];
  } catch {
    return [];
  }
}

function fingerprintOf({ name, order, filters }: CursorList): string {
  const given = Object.entries(filters)
    .filter(([field, value]) => value !== undefined && !NOT_FILTERS.has(field))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([name, order, given]))
    .digest('base64url')
    .slice(0, FINGERPRINT_LENGTH);
}
