import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { migrationOptions } from '../../src/common/database/data-source-options';
import { migrate } from '../../src/common/database/migrate';
import { SealIdentityNumbers1795360000000 } from '../../src/common/database/migrations/1795360000000-seal-identity-numbers';
import { migrations } from '../../src/common/database/migrations/all-migrations';
import { createEmptyDatabase, type TestDatabase } from '../support/database';

/** The limit of a migration's wait for the table, and some time for this machine. */
const WAIT_MAX_MS = 4_500;

/** A report keeps a table for longer than anybody may wait, while a migration wants to change the table. */
describe('a migration that waits for a table', () => {
  let database: TestDatabase;
  const clients: Client[] = [];
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const before = migrations.slice(0, migrations.indexOf(SealIdentityNumbers1795360000000));
    const older = await new DataSource({ ...migrationOptions(database.url), migrations: before }).initialize();
    await older.runMigrations({ transaction: 'each' });
    await older.destroy();
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) await client.end();
    await database?.drop();
  });

  it('lets other sessions through every three seconds, and is done when the table is free', async () => {
    const [report, reader] = [await connect(), await connect()];
    await report.query('BEGIN; LOCK TABLE customer IN ACCESS SHARE MODE');
    let isMigrated = false;
    const migrating = migrate(database.url).then(() => (isMigrated = true));
    const waits: number[] = [];
    for (const until = performance.now() + 8_000; performance.now() < until;) {
      const startedAt = performance.now();
      await reader.query('SELECT count(*) FROM customer');
      waits.push(performance.now() - startedAt);
      await sleep(50);
    }
    expect(isMigrated).toBe(false);
    expect(Math.max(...waits)).toBeGreaterThan(500);
    expect(Math.max(...waits)).toBeLessThan(WAIT_MAX_MS);
    await report.query('COMMIT');
    await migrating;
    const { rows } = await reader.query<{ count: number }>('SELECT count(*)::int AS count FROM migrations');
    expect(rows[0]!.count).toBe(migrations.length);
  }, 60_000);
});
