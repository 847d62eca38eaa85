import type { Tx } from '../unit-of-work';
import { sqlFormOf } from './sql-form';

interface ArrayInsertParts {
  /** Table and columns, such as `posting (institution_id, id)`. */
  into: string;
  /** Expressions that are the same for every row, over the first parameters, such as `$1::bigint`. */
  fixed: readonly string[];
  /** Types of the elements of the arrays, which are the parameters after those. */
  arrays: readonly string[];
  /** Makes an array from its parameter, such as `$2`, where it does not come as one. */
  arrayFrom?: (parameter: string) => string;
  /** Makes the values of a row from its elements; the elements themselves by default. */
  values?: (elements: string[]) => string[];
  /** True when the rows are to be written in the order of the arrays. */
  isOrdered?: true;
  /** The clauses after the rows, such as `ON CONFLICT DO NOTHING`. */
  rest?: string;
}

/** The two forms of an insert of rows that come as arrays, one for each column. */
export interface ArrayInsert {
  /** One text for any number of rows. */
  plain: string;
  /** The text for so many rows, `listedOrReturning`. */
  distributed: (rows: number) => string;
}

/**
 * The most rows that an insert lists on a distributed database. The coordinator writes the whole arrays once for each
 * element: 64 rows of 19 columns take 110 ms, and 8 ms from a result.
 */
const LISTED_ROWS_MAX = 8;

/**
 * An insert of rows from parameters on a distributed database. An `INSERT … SELECT` that reads no table is copied to
 * the shards, and row-level security refuses copies. So few rows are listed, in one message to the shard. Many are
 * inserted with a `RETURNING`, from a result that is sent to the shard before.
 * @param plain the `INSERT … SELECT`, without a `RETURNING`
 */
export function listedOrReturning(rows: number, plain: string, listed: () => string): string {
  return rows > LISTED_ROWS_MAX ? `${plain} RETURNING 1` : listed();
}

/** Writes both forms of an insert of rows of one institution. */
export function arrayInsert({
  into,
  fixed,
  arrays,
  arrayFrom,
  values,
  isOrdered,
  rest,
}: ArrayInsertParts): ArrayInsert {
  const arrayAt = (index: number): string => {
    const parameter = `$${fixed.length + 1 + index}`;
    return arrayFrom ? arrayFrom(parameter) : `${parameter}::${arrays[index]}[]`;
  };
  const names = arrays.map((_, index) => `c${index + 1}`);
  const source = `unnest(${arrays.map((_, index) => arrayAt(index)).join(', ')})`;
  const tail = rest === undefined ? '' : ` ${rest}`;
  const ordered = isOrdered
    ? ` WITH ORDINALITY AS u (${[...names, 'place'].join(', ')}) ORDER BY u.place`
    : ` AS u (${names.join(', ')})`;
  const columns = names.map((name) => `u.${name}`);
  const rowOf = (place: number): string => {
    const elements = arrays.map((_, index) => `(${arrayAt(index)})[${place}]`);
    return `(${[...fixed, ...(values ? values(elements) : elements)].join(', ')})`;
  };
  const selected = [...fixed, ...(values ? values(columns) : columns)].join(', ');
  const plain = `INSERT INTO ${into} SELECT ${selected} FROM ${source}${ordered}${tail}`;
  const listed = (rows: number): string =>
    `INSERT INTO ${into} VALUES ${Array.from({ length: rows }, (_, index) => rowOf(index + 1)).join(', ')}${tail}`;
  return { plain, distributed: (rows) => listedOrReturning(rows, plain, () => listed(rows)) };
}

/** The text of an insert for the database of a transaction. @param rows how many are inserted */
export function arrayInsertText(tx: Tx, insert: ArrayInsert, rows: number): string {
  return sqlFormOf(tx.dataSource) === 'plain' ? insert.plain : insert.distributed(rows);
}
