import type { EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { sqlFormOf } from './distribution/sql-form';
import { recordInsert } from './insert-rows';
import type { Tx } from './unit-of-work';

/*
 * Reads and writes hundreds of rows in a transaction, for the steps of the end of day: TypeORM's time for each entity
 * would be most of their time. Ordinary code uses the methods of repositories.
 */

/** Each entity as it was read, so that only changed columns are written. */
const asRead = new WeakMap<object, Readonly<Record<string, unknown>>>();

/**
 * Reads rows as `find` does, without relations.
 * @param rest the statement from WHERE on.
 * @param only these properties; all of them by default.
 */
export async function selectRows<
  Entity extends ObjectLiteral,
  Property extends keyof Entity & string = keyof Entity & string,
>(
  tx: Tx,
  target: EntityTarget<Entity>,
  rest: string,
  values: unknown[],
  only?: readonly Property[],
): Promise<Pick<Entity, Property>[]> {
  const { tableName, columns } = tx.getRepository(target).metadata;
  const wanted =
    only === undefined
      ? columns
      : columns.filter(({ propertyName }) => (only as readonly string[]).includes(propertyName));
  const readers = wanted.map(({ propertyName, databaseName, transformer }) => {
    if (Array.isArray(transformer)) throw new Error(`${tableName}.${databaseName} has more than one transformer.`);
    const read = transformer
      ? (value: unknown): unknown => transformer.from(value) as unknown
      : (value: unknown): unknown => value;
    return { propertyName, databaseName, read };
  });
  const rows = await tx.query<Record<string, unknown>[]>(
    `SELECT ${wanted.map(({ databaseName }) => databaseName).join(', ')} FROM ${tableName} ${rest}`,
    values,
  );
  return rows.map((row) => {
    const entity: Record<string, unknown> = {};
    for (const { propertyName, databaseName, read } of readers) entity[propertyName] = read(row[databaseName]);
    asRead.set(entity, { ...entity });
    return entity as Pick<Entity, Property>;
  });
}

/**
 * Writes rows that the transaction has locked by their keys, in one statement: the columns that differ in one of them
 * from what `selectRows` read, and every column of rows that were read otherwise.
 * @throws Error when a row is incomplete or no longer exists.
 */
export async function updateRows<Entity extends ObjectLiteral>(
  tx: Tx,
  target: EntityTarget<Entity>,
  rows: readonly Entity[],
): Promise<void> {
  const { metadata } = tx.getRepository(target);
  const { tableName, columns } = metadata;
  const changed = columns.filter(
    ({ isPrimary, propertyName }) => !isPrimary && rows.some((row) => hasChanged(row, propertyName)),
  );
  if (changed.length === 0) return;
  const keys = columns.filter(({ isPrimary }) => isPrimary);
  const assignments = changed.map(({ databaseName }) => `${databaseName} = u.${databaseName}`).join(', ');
  const matches = keys.map(({ databaseName }) => `t.${databaseName} = u.${databaseName}`).join(' AND ');
  const update = `UPDATE ${tableName} t SET ${assignments}
    FROM json_populate_recordset(NULL::${tableName}, $1::json) u WHERE ${matches} RETURNING 1`;
  const [{ written }] = await tx.query<[{ written: number }]>(
    `WITH written AS (${update}) SELECT count(*)::int AS written FROM written`,
    [jsonOf(metadata, [...keys, ...changed], rows)],
  );
  if (written !== rows.length)
    throw new Error(`${rows.length - written} of ${rows.length} rows of ${tableName} no longer exist.`);
  for (const row of rows) asRead.set(row, { ...row });
}

/** Inserts complete rows in one statement. @throws Error when a row is incomplete */
export async function addRows<Entity extends ObjectLiteral>(
  tx: Tx,
  target: EntityTarget<Entity>,
  rows: readonly Entity[],
): Promise<void> {
  if (rows.length === 0) return;
  const { metadata } = tx.getRepository(target);
  const { tableName, columns } = metadata;
  const names = columns.map(({ databaseName }) => databaseName);
  const text = recordInsert(tableName, names, { form: sqlFormOf(tx.dataSource), type: 'json', rows: rows.length });
  await tx.query(text, [jsonOf(metadata, columns, rows)]);
}

/** Objects may have changed inside, so they count as changed; dates are compared by their time. */
function hasChanged(row: ObjectLiteral, property: string): boolean {
  const before = asRead.get(row);
  if (!before) return true;
  const [was, is] = [before[property], row[property] as unknown];
  if (was instanceof Date && is instanceof Date) return was.getTime() !== is.getTime();
  return was !== is || (typeof is === 'object' && is !== null);
}

function jsonOf(
  { tableName }: EntityMetadata,
  columns: EntityMetadata['columns'],
  rows: readonly ObjectLiteral[],
): string {
  const values = rows.map((row) =>
    Object.fromEntries(columns.map(({ databaseName, propertyName }) => [databaseName, row[propertyName] as unknown])),
  );
  const missing = columns.find(({ databaseName }) => values.some((value) => value[databaseName] === undefined));
  if (missing) throw new Error(`A row of ${tableName} has no ${missing.propertyName}.`);
  return JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
