import { getMetadataArgsStorage } from 'typeorm';
import { listedOrReturning } from './distribution/array-insert';
import { type SqlForm, sqlFormOf } from './distribution/sql-form';
import { SnakeNamingStrategy } from './naming-strategy';
import type { Tx } from './unit-of-work';

/** A row to insert: its table and its values by column. Values are sent as JSON, amounts as decimal text. */
export interface ExtraRow {
  table: string;
  values: Record<string, unknown>;
}

/** One statement that inserts all the rows of one table. */
interface InsertStatement {
  text: string;
  values: [string];
}

/** The table and columns of an entity, as its decorators declare them. */
interface TableLayout {
  table: string;
  /** Columns by property. */
  columns: ReadonlyMap<string, { name: string; isBytes: boolean }>;
}

/** The values of a row by property; `now` stands for the database's time. */
type RowValues<Entity> = {
  [Property in keyof Entity]?: Entity[Property] | (Date extends Entity[Property] ? 'now' : never);
};

type EntityClass<Entity> = abstract new () => Entity;

const IDENTIFIER = /^[a-z_]+$/;
const LAYOUTS = new Map<EntityClass<object>, TableLayout>();

/**
 * Builds a row of an entity's table, to be written in the transaction of a posting
 * (docs/adr/0022-four-ways-to-write-a-row.md). Properties become columns as the entity declares them; instants, amounts
 * and digests take the form in which PostgreSQL reads them from JSON.
 */
export function extraRow<Entity extends object>(entity: EntityClass<Entity>, row: RowValues<Entity>): ExtraRow {
  const { table, columns } = layoutOf(entity);
  const values: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(row)) {
    const column = columns.get(property);
    if (column === undefined) throw new Error(`The entity ${entity.name} has no column for the property ${property}.`);
    values[column.name] = column.isBytes ? bytesText(value as Uint8Array | string) : value;
  }
  return { table, values };
}

/** Bytes as PostgreSQL reads them; text is taken as hexadecimal digits. */
function bytesText(value: Uint8Array | string): string {
  return `\\x${typeof value === 'string' ? value : Buffer.from(value).toString('hex')}`;
}

function layoutOf(entity: EntityClass<object>): TableLayout {
  let layout = LAYOUTS.get(entity);
  if (!layout) LAYOUTS.set(entity, (layout = readLayout(entity)));
  return layout;
}

function readLayout(entity: EntityClass<object>): TableLayout {
  const storage = getMetadataArgsStorage();
  const naming = new SnakeNamingStrategy();
  const table = storage.tables.find(({ target }) => target === entity);
  if (!table) throw new Error(`${entity.name} is not an entity; declare it with @Entity.`);
  const columns = storage.filterColumns(ancestry(entity)).map(({ propertyName, options }) => {
    const column = { name: naming.columnName(propertyName, options.name, []), isBytes: options.type === 'bytea' };
    return [propertyName, column] as const;
  });
  return { table: naming.tableName(entity.name, table.name), columns: new Map(columns) };
}

/** The class and its base classes. */
function ancestry(entity: EntityClass<object>): EntityClass<object>[] {
  const parent = Object.getPrototypeOf(entity) as EntityClass<object> | null;
  return parent === null || parent === Function.prototype ? [entity] : [entity, ...ancestry(parent)];
}

/**
 * Groups rows by table and makes one statement for each table. It is for rows of several modules that are written with
 * a posting (docs/ARCHITECTURE.md#the-ledger); other code saves entities.
 */
export function insertStatements(rows: ExtraRow[], form: SqlForm): InsertStatement[] {
  const byTable = new Map<string, Record<string, unknown>[]>();
  for (const { table, values } of rows) {
    const group = byTable.get(table);
    if (group) group.push(values);
    else byTable.set(table, [values]);
  }
  return [...byTable].map(([table, group]) => {
    const columns = [...new Set(group.flatMap((values) => Object.keys(values)))];
    if (![table, ...columns].every((name) => IDENTIFIER.test(name)))
      throw new Error(
        `The table ${table} or one of its columns has a name that is not lower-case letters and underscores.`,
      );
    const json = JSON.stringify(group, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
    return { text: recordInsert(table, columns, { form, type: 'jsonb', rows: group.length }), values: [json] };
  });
}

/**
 * The insert of rows that are the elements of a JSON array, `$1`. A distributed database has a form of its own, as for
 * arrays (`listedOrReturning`).
 */
export function recordInsert(
  table: string,
  columns: readonly string[],
  { form, type, rows }: { form: SqlForm; type: 'json' | 'jsonb'; rows: number },
): string {
  const list = columns.join(', ');
  const records = `${type}_populate_recordset(NULL::${table}, $1::${type})`;
  const plain = `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${records}`;
  if (form === 'plain') return plain;
  const rowAt = (index: number): string => {
    const row = `${type}_populate_record(NULL::${table}, $1::${type} -> ${index})`;
    return `(${columns.map((column) => `(${row}).${column}`).join(', ')})`;
  };
  return listedOrReturning(
    rows,
    plain,
    () =>
      `INSERT INTO ${table} (${list}) VALUES ${Array.from({ length: rows }, (_, index) => rowAt(index)).join(', ')}`,
  );
}

/** Inserts rows of one or more tables inside a unit of work. */
export async function insertRows(tx: Tx, rows: ExtraRow[]): Promise<void> {
  for (const { text, values } of insertStatements(rows, sqlFormOf(tx.dataSource))) await tx.query(text, values);
}
