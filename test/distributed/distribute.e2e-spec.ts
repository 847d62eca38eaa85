import { Client } from 'pg';
import { distribute } from '../../src/cli/distribution/distribute';
import { readUndistributedTables } from '../../src/common/database/distribution/undistributed';
import { DEFAULT_SERVING_ROLE } from '../../src/common/database/serving-role';
import { createTestDatabase, databaseUrl, execute, type TestDatabase } from '../support/database';
import { machineUrls } from '../support/machines';

const NEWER = [
  'CREATE TABLE newer (institution_id bigint NOT NULL, id bigint NOT NULL, PRIMARY KEY (institution_id, id))',
  'GRANT SELECT ON newer TO corebank_app',
  'ALTER TABLE newer ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE newer FORCE ROW LEVEL SECURITY',
  `CREATE POLICY tenant ON newer USING (institution_id = nullif(current_setting('app.institution_id', true), '')::bigint)`,
  'INSERT INTO newer SELECT institution, row FROM generate_series(1, 3) institution, generate_series(1, 100) row',
];

describe('corebank distribute', () => {
  let database: TestDatabase;
  const run = (isDryRun = false, url = database.url): ReturnType<typeof distribute> =>
    distribute({ url, servingRole: DEFAULT_SERVING_ROLE, shards: 2, isDryRun });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function rows<Row extends object>(statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  it('has nothing to do on a distributed database', async () => {
    expect(await run()).toEqual({ steps: [], distributed: [], reference: [] });
    expect(await readUndistributedTables(database.url)).toEqual([]);
  });

  it('distributes every tenant table with that of institutions', async () => {
    const [row] = await rows(
      `SELECT count(*)::int AS tables, count(DISTINCT colocation_id)::int AS groups,
              array_agg(DISTINCT distribution_column) AS columns
         FROM citus_tables WHERE citus_table_type = 'distributed'`,
    );
    expect(row).toMatchObject({ groups: 1, columns: ['institution_id'] });
    expect((row as { tables: number }).tables).toBeGreaterThan(140);
  });

  it('finds a tenant table that was added later, and carries its rows to the workers', async () => {
    await execute(database.url, ...NEWER);
    expect(await readUndistributedTables(database.url)).toEqual(['newer']);
    expect((await run(true)).distributed).toEqual(['newer']);
    expect(await readUndistributedTables(database.url)).toEqual(['newer']);
    expect((await run()).distributed).toEqual(['newer']);
    expect(await readUndistributedTables(database.url)).toEqual([]);
    expect(await rows('SELECT count(*)::int AS count FROM newer')).toEqual([{ count: 300 }]);
    expect(await rows('SELECT count(*)::int AS count FROM ONLY newer')).toEqual([{ count: 300 }]);
    expect(await rows(`SELECT pg_relation_size('newer')::int AS "bytesOnCoordinator"`)).toEqual([
      { bytesOnCoordinator: 0 },
    ]);
  });

  it('confines the later table to one institution too', async () => {
    const seen = await rows(
      `SELECT set_config('role', 'corebank_app', false), set_config('app.institution_id', '2', false)`,
    );
    expect(seen).toHaveLength(1);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN; SET LOCAL ROLE corebank_app; SET LOCAL app.institution_id = 2');
    const { rows: found } = await client.query('SELECT DISTINCT institution_id::int AS id FROM newer');
    await client.end();
    expect(found).toEqual([{ id: 2 }]);
  });

  it('refuses a worker, and a role that row-level security binds', async () => {
    const { pathname } = new URL(database.url);
    const [worker] = machineUrls(database.url);
    await expect(run(true, databaseUrl(worker!, pathname.slice(1)))).rejects.toThrow('This server is a worker');
    const serving = new URL(database.url);
    serving.username = 'corebank_app';
    await expect(run(true, serving.href)).rejects.toThrow(/is no superuser|permission denied/);
  });
});
