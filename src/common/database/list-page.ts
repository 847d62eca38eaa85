import { createHash } from 'node:crypto';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { KeyType, KeyValue } from '../http/page-cursor';
import { type Page, pageOf, type Paging, RECORD_COUNT_CAP } from '../http/paging';
import { Keyset, type KeysetParameters } from './keyset';
import type { Tx } from './unit-of-work';

/** The paging fields of the query classes of short lists. */
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

/** A column of the order of a query. */
interface OrderedColumn {
  /** As the query names it: `alias.property`. */
  expression: string;
  metadata: ColumnMetadata;
  direction: 'ASC' | 'DESC';
}

/** The cursors of an ordered query for one entity: its ORDER BY gives the keys, and must end with a unique column. */
export class QueryKeyset<Row extends ObjectLiteral> {
  private readonly columns: OrderedColumn[];
  private readonly keyset: Keyset;

  constructor(
    private readonly query: SelectQueryBuilder<Row>,
    parameters: KeysetParameters,
  ) {
    this.columns = orderedColumns(query);
    const [{ direction }] = this.columns as [OrderedColumn];
    const keys = this.columns.map(({ expression, metadata }) => ({
      column: expression,
      type: keyTypeOf(metadata),
      isNullable: metadata.isNullable,
    }));
    this.keyset = new Keyset(nameOf(query), { keys, direction }, parameters);
  }

  /** True for the first pages of a list, whose place in it is known. */
  get hasNumber(): boolean {
    return this.keyset.hasNumber;
  }

  /** The rows of the page and one more, without those before it. */
  page(): SelectQueryBuilder<Row> {
    const { limit, offset } = this.keyset;
    const page = this.query.clone().limit(limit).offset(offset);
    let places = 0;
    const values: Record<string, string> = {};
    const condition = this.keyset.condition((value) => {
      const name = `after${(places += 1)}`;
      values[name] = value;
      return `:${name}`;
    });
    return condition === undefined ? page : page.andWhere(condition, values);
  }

  cut(rows: Row[]): { rows: Row[]; nextAfter: string | null } {
    return this.keyset.cut(rows, (row) =>
      this.columns.map(({ metadata }) => keyValue(metadata.getEntityValue(row) as Parameters<typeof keyValue>[0])),
    );
  }
}

/**
 * Reads one page of an ordered query for one entity, and its capped count (docs/api/conventions.md#cursors).
 *
 * @param view converts a row into an element of the list.
 * @throws VALIDATION_FAILED (400) for a cursor that is none of this list
 */
export async function listPage<Row extends ObjectLiteral, View>(
  tx: Tx,
  query: SelectQueryBuilder<Row>,
  parameters: KeysetParameters,
  view: (row: Row) => View,
): Promise<Page<View>> {
  const keyset = new QueryKeyset(query, parameters);
  const { rows, nextAfter } = keyset.cut(await keyset.page().getMany());
  return pageOf(rows.map(view), await cappedCount(tx, query), pagingOf(parameters), nextAfter);
}

function orderedColumns<Row extends ObjectLiteral>({ expressionMap }: SelectQueryBuilder<Row>): OrderedColumn[] {
  const { mainAlias, orderBys } = expressionMap;
  const columns = Object.entries(orderBys).map(([expression, order]) => {
    const name = expression.slice(expression.indexOf('.') + 1);
    const metadata = mainAlias?.metadata.columns.find(
      ({ databaseName, propertyName }) => name === databaseName || name === propertyName,
    );
    if (!metadata) throw new Error(`The order ${expression} is no column of the listed table.`);
    return { expression, metadata, direction: typeof order === 'string' ? order : order.order };
  });
  if (columns.length === 0 || columns.some(({ direction }) => direction !== columns[0]!.direction))
    throw new Error(`The list of ${mainAlias?.name} needs an order whose columns have one direction.`);
  return columns;
}

/** The listed table, with the records that the query is confined to: their ids are its values that are numbers. */
function nameOf<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): string {
  const ids = Object.entries(query.getParameters()).filter(([, value]) => typeof value === 'number');
  const confined = createHash('sha256').update(JSON.stringify(ids.sort())).digest('base64url');
  return `${query.expressionMap.mainAlias?.metadata.tableName} ${confined}`;
}

function keyTypeOf({ type, propertyName }: ColumnMetadata): KeyType {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return 'bigint';
    case 'timestamptz':
      return 'instant';
    case 'date':
      return 'date';
    case 'character varying':
      return 'text';
    default:
      throw new Error(`${propertyName} of the type ${String(type)} can be no key of a list.`);
  }
}

function keyValue(value: Date | bigint | number | string | null | undefined): KeyValue {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : value.toString();
}
