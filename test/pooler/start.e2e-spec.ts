import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppModule } from '../../src/app.module';
import { createHttpApp } from '../../src/common/http/http-app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { PgBouncer } from '../support/pgbouncer';
import { testConfig } from '../support/test-config';

const EXAMPLE = path.resolve(__dirname, '..', '..', 'deploy', 'pgbouncer', 'pgbouncer.ini');

describe('a start through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  const poolers: PgBouncer[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const pooler of poolers) await pooler.remove();
    await database?.drop();
  });

  async function poolerWith(settings: Record<string, string>): Promise<PgBouncer> {
    const pooler = await PgBouncer.start(process.env.TEST_ADMIN_DATABASE_URL!, settings);
    poolers.push(pooler);
    return pooler;
  }

  /** Starts the whole program through a pooler and stops it again. */
  async function start(pooler: PgBouncer, settings: Record<string, string> = {}): Promise<void> {
    const url = pooler.url(new URL(database.url).pathname.slice(1));
    const config = testConfig(database.url, { DATABASE_URL: url, ...settings });
    const app = await createHttpApp(AppModule.forRoot(config), config);
    try {
      await app.init();
    } finally {
      await app.close();
    }
  }

  it('succeeds with the settings of the example of deploy/pgbouncer', async () => {
    const [, section] = readFileSync(EXAMPLE, 'utf8').split('[pgbouncer]');
    const settings = [...section!.matchAll(/^(\w+) = ?(.*)$/gm)].map(([, name, value]) => [name!, value!] as const);
    expect(settings.map(([name]) => name)).toEqual(expect.arrayContaining(['pool_mode', 'query_wait_timeout']));
    const own = /^(listen_|auth_file)/;
    const example = await poolerWith(Object.fromEntries(settings.filter(([name]) => !own.test(name))));
    await expect(start(example)).resolves.toBeUndefined();
  });

  it('is refused where the program is not told of the pooler, with the variable to set', async () => {
    const untold = { DATABASE_POOLER: 'none' };
    await expect(start(await poolerWith({}), untold)).rejects.toThrow(/set DATABASE_POOLER=transaction/);
  });

  it('is refused where the pooler leaves the options of a start out', async () => {
    const careless = await poolerWith({ ignore_startup_parameters: 'options' });
    await expect(start(careless, { DATABASE_POOLER: 'none' })).rejects.toThrow(
      'The database did not take the time limits of the connection',
    );
  });

  it('is refused where the login may not take the serving role', async () => {
    await expect(start(await poolerWith({}), { DATABASE_ROLE: 'pg_monitor' })).rejects.toThrow(
      /login of DATABASE_URL may not take the serving role: as a superuser run GRANT "pg_monitor"/,
    );
  });
});
