import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isClusterOfMachines, machineUrls, prepareCopies } from './machines';

/** The migrated database that test databases are copies of. */
export const TEMPLATE_DATABASE = 'corebank_template';

/** PostgreSQL's code for a template that has a connection or is being copied. */
const OBJECT_IN_USE = '55006';
const CLONE_ATTEMPTS_MAX = 20;
const CLONE_RETRY_DELAY_MS = 100;

export interface TestDatabase {
  /** Connection string of a role that owns everything in the database. */
  url: string;
  /** Removes the database and closes the connections to it. */
  drop(): Promise<void>;
}

/**
 * Makes a fresh, migrated database, in a fraction of a second: one per suite keeps suites apart. Drop it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${process.env.JEST_WORKER_ID ?? '0'}_${randomBytes(6).toString('hex')}`;
  await cloneTemplate(name);
  const url = databaseUrl(adminUrl(), name);
  await moveToToday(url);
  return { url, drop: () => dropEverywhere(name) };
}

/** Makes a database without a schema, as an operator's first one. Drop it in `afterAll`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${process.env.JEST_WORKER_ID ?? '0'}_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl(), `CREATE DATABASE ${name} TEMPLATE template0 STRATEGY FILE_COPY`);
  return {
    url: databaseUrl(adminUrl(), name),
    drop: () => execute(adminUrl(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The connection string with another database in it. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs statements one by one on a connection of their own: CREATE DATABASE cannot share a simple query. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Midnight may have passed since the template was made; no test includes the end of that day. */
async function moveToToday(url: string): Promise<void> {
  if (!isClusterOfMachines()) {
    await execute(url, 'UPDATE institution SET business_date = (clock_timestamp() AT TIME ZONE time_zone)::date');
    return;
  }
  // The time of a row's own zone cannot be computed in an update of several machines.
  const dates = await rowsOf<{ id: string; today: string }>(
    url,
    'SELECT institution_id AS id, (now() AT TIME ZONE time_zone)::date::text AS today FROM institution',
  );
  for (const { id, today } of dates)
    await execute(url, `UPDATE institution SET business_date = '${today}' WHERE institution_id = ${id}`);
}

async function dropEverywhere(name: string): Promise<void> {
  for (const url of machineUrls(adminUrl())) await execute(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function rowsOf<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Copying files is faster than the default way, as long as the server does not wait for the disk. */
async function cloneTemplate(name: string): Promise<void> {
  for (const url of machineUrls(adminUrl())) await cloneTemplateAt(url, name);
  await prepareCopies(adminUrl(), name);
}

async function cloneTemplateAt(serverUrl: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY FILE_COPY`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || attempt === CLONE_ATTEMPTS_MAX) throw error;
      await sleep(CLONE_RETRY_DELAY_MS);
    }
  }
}

function adminUrl(): string {
  const url = process.env.TEST_ADMIN_DATABASE_URL;
  if (!url) throw new Error('TEST_ADMIN_DATABASE_URL is not set: only the e2e project of jest has a database');
  return url;
}
