import { Client } from 'pg';

/** Superusers' connection strings of the workers, separated by spaces; set where test databases are distributed. */
const WORKERS_VARIABLE = 'TEST_WORKER_DATABASE_URLS';

/**
 * Settings that `corebank distribute` gives a database, because a copy does not take them with it, and one for what
 * suites read as the owner, across institutions.
 */
const SETTINGS = [
  'citus.propagate_set_commands = local',
  'citus.enable_unsafe_triggers = on',
  'citus.enable_repartition_joins = on',
];

/** True where test databases are distributed over several machines. */
export function isClusterOfMachines(): boolean {
  return process.env[WORKERS_VARIABLE] !== undefined;
}

/** Names the workers for the suites of this run. */
export function useWorkers(urls: readonly string[]): void {
  process.env[WORKERS_VARIABLE] = urls.join(' ');
}

/** The servers that hold a part of each test database; the one of `adminUrl`, which connects to them, comes last. */
export function machineUrls(adminUrl: string): string[] {
  return [...(process.env[WORKERS_VARIABLE]?.split(' ') ?? []), adminUrl];
}

/** Gives a copied database the settings of its template on every machine. */
export async function prepareCopies(adminUrl: string, name: string): Promise<void> {
  if (!isClusterOfMachines()) return;
  for (const url of machineUrls(adminUrl)) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      for (const setting of SETTINGS) await client.query(`ALTER DATABASE ${name} SET ${setting}`);
    } finally {
      await client.end();
    }
  }
}

/**
 * The SQL of a row's instant so much earlier, such as `2 hours`. The plain subtraction depends on the zone of the
 * session, which Citus refuses in an UPDATE.
 */
export function earlierBy(column: string, interval: string): string {
  return `(${column} AT TIME ZONE 'UTC' - interval '${interval}') AT TIME ZONE 'UTC'`;
}
