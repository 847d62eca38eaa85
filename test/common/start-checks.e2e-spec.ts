import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { migrate } from '../../src/common/database/migrate';
import { migrations } from '../../src/common/database/migrations/all-migrations';
import { createHttpApp } from '../../src/common/http/http-app';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { testConfig } from '../support/test-config';

describe('the start of a process', () => {
  let database: TestDatabase;
  let owner: Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
  });
  afterEach(async () => {
    await owner?.end();
    await database?.drop();
  });

  const [, ONE, OTHER] = [0, 1, 2].map(() => randomBytes(32));
  /** The key with which the database of the tests is sealed. */
  const own = (): Buffer => testConfig(database.url).masterKeys[0]!;

  /** Starts the whole program and stops it again. */
  async function start(masterKeys = [own()]): Promise<void> {
    await migrate(database.url);
    const config = { ...testConfig(database.url), masterKeys };
    const app = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await app.init();
    } finally {
      await app.close();
    }
  }

  describe('with a master key', () => {
    it('succeeds with the key that the database was first started with', async () => {
      await expect(start()).resolves.toBeUndefined();
    });

    it('is refused with another key, with a sentence that says what to do', async () => {
      await expect(start([ONE!])).rejects.toThrow(
        'The master key does not fit this database: it does not open what was sealed there. Set COREBANK_MASTER_KEY',
      );
    });

    it('succeeds during a rotation, and afterwards without the old key', async () => {
      await start([own(), ONE!]);
      await expect(start([ONE!])).rejects.toThrow('The master key does not fit');
      await start([ONE!, own()]);
      await owner.query(`DELETE FROM institution_setting WHERE sealed`);
      await expect(start([ONE!])).resolves.toBeUndefined();
      await expect(start([own()])).rejects.toThrow('The master key does not fit');
      await expect(start([OTHER!, ONE!])).resolves.toBeUndefined();
    });

    it('is refused when the check was copied from another place or changed', async () => {
      await owner.query(`UPDATE installation_check SET sealed_value = left(sealed_value, -3) || 'AAA'`);
      await expect(start()).rejects.toThrow('The master key does not fit');
    });

    it('binds a database without a check to the key that opens its secrets, and to no other', async () => {
      await owner.query('DELETE FROM installation_check');
      expect((await owner.query('SELECT 1 FROM institution_setting WHERE sealed')).rowCount).toBeGreaterThan(0);
      await expect(start([ONE!])).rejects.toThrow('The master key does not fit');
      expect((await owner.query('SELECT 1 FROM installation_check')).rowCount).toBe(0);
      await start();
      await owner.query(`DELETE FROM institution_setting WHERE sealed`);
      await expect(start([ONE!])).rejects.toThrow('The master key does not fit');
    });

    it('binds an empty database once when two processes with different keys start together', async () => {
      await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
      const outcomes = await Promise.allSettled([start([ONE!]), start([OTHER!])]);
      expect(outcomes.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
    });
  });

  describe('with a schema of another version', () => {
    const declare = (migration: string, oldestProgram: string): Promise<unknown> =>
      owner.query('INSERT INTO schema_tolerance VALUES ($1, $2)', [migration, oldestProgram]);

    it('is refused when a newer migration does not tolerate this program, before it migrates and when it serves', async () => {
      await declare('Newer2000000000000', '99.0.0');
      const refusal = /has the migration Newer2000000000000, which needs version 99\.0\.0 or newer/;
      await expect(migrate(database.url)).rejects.toThrow(refusal);
      const config = testConfig(database.url);
      await expect(createHttpApp(AppModule.forRoot(config), config)).rejects.toThrow(refusal);
    });

    it('succeeds when an unknown newer migration tolerates this program', async () => {
      await declare('Newer2000000000000', '0.1.0');
      await owner.query(`INSERT INTO migrations (timestamp, name) VALUES (2000000000000, 'Newer2000000000000')`);
      await owner.query('ALTER TABLE branch ADD telephone text');
      await expect(start()).resolves.toBeUndefined();
    });

    it('leaves the tolerance of every migration for other programs to read', async () => {
      const { rows } = await owner.query<{ migration: string }>('SELECT migration FROM schema_tolerance');
      expect(rows.map(({ migration }) => migration).sort()).toStrictEqual(migrations.map(({ name }) => name).sort());
    });
  });
});
