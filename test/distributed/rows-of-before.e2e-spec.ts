import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { distribute } from '../../src/cli/distribution/distribute';
import { readUndistributedTables } from '../../src/common/database/distribution/undistributed';
import { DEFAULT_SERVING_ROLE } from '../../src/common/database/serving-role';
import { createHttpApp } from '../../src/common/http/http-app';
import { SANDBOX_INSTITUTION } from '../../src/seed/sandbox-plan';
import { databaseUrl, execute } from '../support/database';
import { failedProofs } from '../support/ledger-app';
import { machineUrls } from '../support/machines';
import { prepareTemplate } from '../support/template';
import { testConfig } from '../support/test-config';

const NAME = `test_rows_${randomBytes(6).toString('hex')}`;

const TABLES = `SELECT relname AS name FROM pg_class c
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT EXISTS
        (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

const digestOf = (table: string): string =>
  `SELECT count(*) || ' ' || coalesce(md5(string_agg(fields, '|' ORDER BY fields)), '') AS digest
     FROM (SELECT to_jsonb(r)::text AS fields FROM "${table}" r) AS rows`;

/** The rows that a sandbox begins with: customers with words, accounts that API clients hear of, money. */
describe('corebank distribute on a database with rows', () => {
  const admin = process.env.TEST_ADMIN_DATABASE_URL!;
  const url = databaseUrl(admin, NAME);
  let owner: Client;

  beforeAll(async () => {
    const ports = machineUrls(admin).map((server) => new URL(server).port);
    for (const server of machineUrls(admin)) {
      await execute(server, `CREATE DATABASE ${NAME} TEMPLATE template0`);
      await execute(databaseUrl(server, NAME), 'CREATE EXTENSION citus');
    }
    await execute(
      url,
      `SELECT citus_set_coordinator_host('127.0.0.1', ${ports.at(-1)})`,
      ...ports.slice(0, -1).map((port) => `SELECT citus_add_node('127.0.0.1', ${port})`),
    );
    await prepareTemplate(url);
    await execute(url, `UPDATE institution SET wanted_events = '{account.opened}'`);
  }, 240_000);
  afterAll(async () => {
    for (const server of machineUrls(admin)) await execute(server, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  });

  const run = (): ReturnType<typeof distribute> =>
    distribute({ url, servingRole: DEFAULT_SERVING_ROLE, shards: 2, isDryRun: false });

  /** Connects for the time of the work alone, because a distribution tolerates no other connection. */
  async function connected<Result>(work: () => Promise<Result>): Promise<Result> {
    owner = new Client({ connectionString: url });
    await owner.connect();
    try {
      return await work();
    } finally {
      await owner.end();
    }
  }

  const contents = (): Promise<Record<string, string>> =>
    connected(async () => {
      const { rows: tables } = await owner.query<{ name: string }>(TABLES);
      const found: Record<string, string> = {};
      for (const { name } of tables)
        found[name] = (await owner.query<{ digest: string }>(digestOf(name))).rows[0]!.digest;
      return found;
    });

  /** Cancels the statement of the distribution that has come to a table of this letter. */
  async function cancelAt(letter: string): Promise<void> {
    const other = new Client({ connectionString: admin });
    await other.connect();
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = '${NAME}' AND application_name = '' AND query LIKE 'SELECT create_distributed_table(_"${letter}%'`;
    try {
      while ((await other.query(cancel)).rows.length === 0) await sleep(20);
    } finally {
      await other.end();
    }
  }

  async function start(): ReturnType<typeof createHttpApp> {
    const config = testConfig(url);
    const app = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await app.init();
    } catch (error) {
      await app.close();
      throw error;
    }
    return app;
  }

  it('is refused while a server is connected', async () => {
    await connected(() =>
      expect(run()).rejects.toThrow(/Connections of others to this database: 1\. Stop every server/),
    );
    expect(await readUndistributedTables(url)).toEqual([]);
  });

  it('moves every row as it is, also when it was interrupted, and no server starts in between', async () => {
    const before = await contents();
    await Promise.all([expect(run()).rejects.toThrow('canceling statement'), cancelAt('o')]);
    expect((await readUndistributedTables(url)).length).toBeGreaterThan(20);
    await expect(start()).rejects.toThrow(/^On the coordinator only: .*posting.* Run corebank distribute/);
    const { distributed } = await run();
    expect(distributed).toContain('posting');
    expect(await readUndistributedTables(url)).toEqual([]);
    expect(await contents()).toEqual(before);
    expect((await run()).steps).toEqual([]);
  }, 240_000);

  it('leaves a ledger that proves', async () => {
    const app = await start();
    try {
      expect(await failedProofs({ app }, SANDBOX_INSTITUTION.institutionId)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
