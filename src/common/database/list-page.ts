import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Page, pageOf, type Paging, RECORD_COUNT_CAP } from '../http/paging';
import type { Tx } from './unit-of-work';

/** The paging fields of the query classes. */
export interface PagingParameters {
  PageNumber: number;
  PageSize: number;
}

/** The paging in the names that `pageOf` takes. */
export function pagingOf({ PageNumber, PageSize }: PagingParameters): Paging {
  return { pageNumber: PageNumber, pageSize: PageSize };
}

/** Counts the rows of a query, up to `RECORD_COUNT_CAP + 1`. */
export async function cappedCount<Row extends ObjectLiteral>(tx: Tx, query: SelectQueryBuilder<Row>): Promise<number> {
  const [text, values] = query
    .clone()
    .select('1')
    .orderBy()
    .limit(RECORD_COUNT_CAP + 1)
    .getQueryAndParameters();
  const rows: { count: string }[] = await tx.query(`SELECT count(*) AS count FROM (${text}) counted`, values);
  return Number(rows[0]?.count);
}

/**
 * Reads one page of an ordered query, and its capped count.
 *
 * @param view converts a row into an element of the list.
 */
export async function listPage<Row extends ObjectLiteral, View>(
  tx: Tx,
  query: SelectQueryBuilder<Row>,
  parameters: PagingParameters,
  view: (row: Row) => View,
): Promise<Page<View>> {
  const paging = pagingOf(parameters);
  const rows = await query
    .clone()
    .limit(paging.pageSize)
    .offset((paging.pageNumber - 1) * paging.pageSize)
    .getMany();
  return pageOf(rows.map(view), await cappedCount(tx, query), paging);
}
