import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Page, pageOf, type Paging, RECORD_COUNT_CAP } from '../http/paging';
import type { Tx } from './unit-of-work';

/** Paging as the query classes carry it. */
export interface PagingParameters {
  PageNumber: number;
  PageSize: number;
}

/** The names that `pageOf` takes. */
export function pagingOf({ PageNumber, PageSize }: PagingParameters): Paging {
  return { pageNumber: PageNumber, pageSize: PageSize };
}

/** How many rows a query has, counted no further than `RECORD_COUNT_CAP + 1`. */
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
 * One page of a query that names its own order, and its capped count.
 *
 * @param view makes a row into what the list answers.
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
