import { createTestDatabase, type TestDatabase } from '../support/database';
import { freePort, ServerProcess } from '../support/server-process';

/** The process as operators run it. */
describe('a production server', () => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;
  let managementPort: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    managementPort = await freePort();
    server = await ServerProcess.start(database.url, { NODE_ENV: 'production', MANAGEMENT_PORT: String(managementPort) }, managementPort);
  }, 100_000);

  afterAll(async () => {
    await server?.stop('SIGKILL');
    await database.drop();
  });

  it('answers health and metrics on the management port alone', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await fetch(`http://127.0.0.1:${managementPort}${path}`)).status).toBe(200);
      expect((await fetch(`${server!.url}${path}`)).status).toBe(404);
    }
  });

  it('serves the API on its own port, and seeds no sandbox', async () => {
    const answer = await fetch(`${server!.url}/api/auth/v1/authenticate`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ clientId: 'nobody', clientSecret: 'nothing' }) });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: false, data: { statusCode: 'API_KEY_INACTIVE' } });
  });

  it('stops at SIGTERM, with a clean exit', async () => {
    expect(await server!.stop('SIGTERM')).toBe(0);
    await expect(fetch(`http://127.0.0.1:${managementPort}/health/live`)).rejects.toThrow();
  });
});
