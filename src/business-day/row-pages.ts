import type { Tx } from '../common/database/unit-of-work';
import type { IdPage } from './chunk-runner';

/** The position of a row among rows in the order of a date and the id: the date that makes it due, and its id. */
export interface DueKey {
  /** `YYYY-MM-DD`. */
  dueOn: string;
  id: number;
}

/** Before every row. */
export const FIRST_DUE_KEY: DueKey = { dueOn: '0001-01-01', id: 0 };

/** Rows of a page in the order of their due dates. */
export const DUE_PAGE_SIZE = 200;

/**
 * Reads a page of rows in the order of id.
 * @param sql selects `id`; `$1` is the institution, `$2` the id before the page, then come `values`. Rows whose column
 * `isLeft` is false count as read and are not processed.
 */
export async function pageById(
  tx: Tx,
  sql: string,
  [institutionId, afterId, ...values]: readonly [number, number, ...unknown[]],
): Promise<IdPage<number>> {
  const rows = await tx.query<{ id: string; isLeft?: boolean }[]>(sql, [institutionId, afterId, ...values]);
  const last = rows.at(-1);
  return {
    last: last && Number(last.id),
    ids: rows.filter(({ isLeft }) => isLeft !== false).map(({ id }) => Number(id)),
  };
}

/**
 * Reads a page of rows in the order of date and id.
 * @param sql selects `id` and `dueOn`; `$1` is the institution, `$2` the date by which a row is due, `$3` and `$4` the
 * date and id before the page.
 */
export async function pageByDueDate(
  tx: Tx,
  sql: string,
  [institutionId, date, after]: readonly [number, string, DueKey],
): Promise<IdPage<DueKey>> {
  const rows = await tx.query<{ id: string; dueOn: string }[]>(sql, [institutionId, date, after.dueOn, after.id]);
  const last = rows.at(-1);
  return { last: last && { dueOn: last.dueOn, id: Number(last.id) }, ids: rows.map(({ id }) => Number(id)) };
}
