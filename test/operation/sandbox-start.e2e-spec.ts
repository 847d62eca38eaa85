import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { ServerProcess } from '../support/server-process';

/** The process as a newcomer runs it, with the simulator of the providers in it. */
describe('a server with a sandbox', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-sandbox-'));
  let database: TestDatabase;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await ServerProcess.start(database.url, { SANDBOX: 'true', SANDBOX_PORT: '0', DATA_DIR: folder });
  }, 100_000);

  afterAll(async () => {
    await server?.stop('SIGKILL');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('logs failures of the API although the simulator logs nothing', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const admin = process.env.TEST_ADMIN_DATABASE_URL!;
    await execute(
      admin,
      `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    await eventually(() => Promise.resolve(expect(server!.output).toContain('Due jobs could not be taken')));
  });
});
