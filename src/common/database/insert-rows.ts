import { getMetadataArgsStorage } from 'typeorm';
import { SnakeNamingStrategy } from './naming-strategy';
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

/** Table and columns of an entity, as its decorators declare them. */
interface TableLayout {
  table: string;
  /** Columns by property. */
  columns: ReadonlyMap<string, { name: string; isBytes: boolean }>;
}

/** Values of a row by property; `now` is the database's time. */
type RowValues<Entity> = {
  [Property in keyof Entity]?: Entity[Property] | (Date extends Entity[Property] ? 'now' : never);
};

type EntityClass<Entity> = abstract new () => Entity;

const IDENTIFIER = /^[a-z_]+$/;
const LAYOUTS = new Map<EntityClass<object>, TableLayout>();

/**
 * A row of an entity's table that is written in the transaction of a posting
 * (docs/adr/0022-four-ways-to-write-a-row.md). Properties become columns as the entity declares them; instants, amounts
 * and digests become what PostgreSQL reads from JSON.
 */
export function extraRow<Entity extends object>(entity: EntityClass<Entity>, row: RowValues<Entity>): ExtraRow {
  const { table, columns } = layoutOf(entity);
  const values: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(row)) {
    const column = columns.get(property);
    if (column === undefined) throw new Error(`${entity.name} has no column ${property}.`);
    values[column.name] = column.isBytes ? bytesText(value as Uint8Array | string) : value;
  }
  return { table, values };
}

/** A digest is in hexadecimal digits already. */
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
  if (!table) throw new Error(`${entity.name} is no entity.`);
  const columns = storage.filterColumns(ancestry(entity)).map(({ propertyName, options }) => {
    const column = { name: naming.columnName(propertyName, options.name, []), isBytes: options.type === 'bytea' };
    return [propertyName, column] as const;
  });
  return { table: naming.tableName(entity.name, table.name), columns: new Map(columns) };
}

/** The class and those that it extends. */
function ancestry(entity: EntityClass<object>): EntityClass<object>[] {
  const parent = Object.getPrototypeOf(entity) as EntityClass<object> | null;
  return parent === null || parent === Function.prototype ? [entity] : [entity, ...ancestry(parent)];
}

/**
 * Groups rows by table, one statement each. Used where rows of several modules are written together with a posting
 * (docs/ARCHITECTURE.md#the-ledger); ordinary code saves entities.
 */
export function insertStatements(rows: ExtraRow[]): InsertStatement[] {
  const byTable = new Map<string, Record<string, unknown>[]>();
  for (const { table, values } of rows) {
    const group = byTable.get(table);
    if (group) group.push(values);
    else byTable.set(table, [values]);
  }
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
