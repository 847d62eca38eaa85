import type { DataSource, EntityManager } from 'typeorm';

/**
 * The form of a statement: `plain` for an ordinary PostgreSQL, `distributed` for a database whose institutions are
 * spread over machines (docs/scaling.md#citus).
 */
export type SqlForm = 'plain' | 'distributed';

const HAS_CITUS = `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS present`;
const IS_DISTRIBUTED = `SELECT EXISTS (SELECT 1 FROM pg_dist_partition
  WHERE logicalrelid = to_regclass('institution') AND partmethod = 'h') AS present`;

/** Written once, when the program starts: a database is distributed while no server runs. */
const forms = new WeakMap<DataSource, SqlForm>();

/** Finds out the form of a database, for `sqlFormOf`. */
export async function learnSqlForm(tx: EntityManager): Promise<SqlForm> {
  const form = await askSqlForm((question) => tx.query(question));
  forms.set(tx.dataSource, form);
  return form;
}

/** Asks a database for its form, where a connection has no data source. */
export async function askSqlForm(ask: (question: string) => Promise<{ present: boolean }[]>): Promise<SqlForm> {
  const isPresent = async (question: string): Promise<boolean> => (await ask(question))[0]?.present === true;
  return (await isPresent(HAS_CITUS)) && (await isPresent(IS_DISTRIBUTED)) ? 'distributed' : 'plain';
}

/** The form that statements of this database take; plain where nobody has asked it. */
export function sqlFormOf(dataSource: DataSource): SqlForm {
  return forms.get(dataSource) ?? 'plain';
}

/**
 * The beginning of a transaction that writes. A transaction has its number before it reads the business date, so that
 * the end of day can wait for it (docs/ARCHITECTURE.md#end-of-day); on a coordinator, locks of rows give it none.
 */
export function beginOf(dataSource: DataSource): string {
  return sqlFormOf(dataSource) === 'plain' ? 'BEGIN' : 'BEGIN; SELECT pg_current_xact_id()';
}
