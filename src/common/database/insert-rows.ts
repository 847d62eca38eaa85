import type { Tx } from './unit-of-work';

/** A row to insert, by column name; values must survive JSON (amounts as decimal text). */
export interface ExtraRow {
  table: string;
  values: Record<string, unknown>;
}

/** One statement that inserts all the rows of one table. */
interface InsertStatement {
  text: string;
  values: [string];
}

const IDENTIFIER = /^[a-z_]+$/;

/**
 * Groups rows by table, one statement each. Used where rows of several modules are written together with a posting
 * (design §4); ordinary code saves entities.
 */
export function insertStatements(rows: ExtraRow[]): InsertStatement[] {
  const byTable = new Map<string, Record<string, unknown>[]>();
  for (const { table, values } of rows) byTable.set(table, [...(byTable.get(table) ?? []), values]);
  return [...byTable].map(([table, group]) => {
    const columns = [...new Set(group.flatMap((values) => Object.keys(values)))];
    if (![table, ...columns].every((name) => IDENTIFIER.test(name)))
      throw new Error(`Not a table or column name in ${table}.`);
    const list = columns.join(', ');
    const json = JSON.stringify(group, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
    return {
      text: `INSERT INTO ${table} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      values: [json],
    };
  });
}

/** Inserts rows of one or more tables inside a unit of work. */
export async function insertRows(tx: Tx, rows: ExtraRow[]): Promise<void> {
  for (const { text, values } of insertStatements(rows)) await tx.query(text, values);
}
