import { type FindOptionsWhere, In, type SelectQueryBuilder } from 'typeorm';
import type { TenantEntity } from '../../common/database/columns';
import type { KeysetParameters } from '../../common/database/keyset';
import { cappedCount, pagingOf, QueryKeyset } from '../../common/database/list-page';
import type { Tx } from '../../common/database/unit-of-work';
import { type Page, pageOf } from '../../common/http/paging';

/**
 * One page of a query with its own order. The page is selected by ids first, so that a page far down a long list is
 * found through an index. Rows are counted only when the list continues after the page.
 *
 * @param query a query for one entity of one institution.
 */
export async function pageByIds<Row extends TenantEntity>(
  tx: Tx,
  entity: new () => Row,
  institutionId: number,
  query: SelectQueryBuilder<Row>,
  parameters: KeysetParameters,
): Promise<Page<Row>> {
  const paging = pagingOf(parameters);
  const offset = (paging.pageNumber - 1) * paging.pageSize;
  const keyset = new QueryKeyset(query, parameters);
  const chosen = await keyset.page().select(`${query.alias}.id`, 'id').getRawMany<{ id: string }>();
  const ids = chosen.map(({ id }) => Number(id));
  const found =
    ids.length === 0 ? [] : await tx.findBy(entity, { institutionId, id: In(ids) } as FindOptionsWhere<Row>);
  const byId = new Map(found.map((row) => [row.id, row]));
  const { rows, nextAfter } = keyset.cut(ids.map((id) => byId.get(id)!));
  const endsHere = keyset.hasNumber && nextAfter === null && (rows.length > 0 || offset === 0);
  const count = endsHere ? offset + rows.length : await cappedCount(tx, query);
  return pageOf(rows, count, paging, nextAfter);
}
