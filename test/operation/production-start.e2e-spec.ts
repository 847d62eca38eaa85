import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { freePort, ServerProcess } from '../support/server-process';

const DOCUMENTATION = 'https://docs.bank.example';
const KEY = randomBytes(32).toString('base64');

/** The names and types on a page of metrics, such as `corebank_build_info gauge`. */
async function metricsAt(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/metrics`)).text();
  return [...page.matchAll(/^# TYPE (\w+ \w+)$/gm)].map(([, metric]) => metric!).sort();
}

/** The process as operators run it. */
describe('a production server', () => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;
  let managementPort: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    // The database was sealed with the key of the tests, which production refuses.
    await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
    managementPort = await freePort();
    server = await ServerProcess.start(
      database.url,
      {
        NODE_ENV: 'production',
        MANAGEMENT_PORT: String(managementPort),
        API_URL: 'https://api.bank.example',
        DOCUMENTATION_ORIGINS: DOCUMENTATION,
        COREBANK_MASTER_KEY: KEY,
      },
      managementPort,
    );
  }, 100_000);

  afterAll(async () => {
    await server?.stop('SIGKILL');
    await database.drop();
  });

  it('serves health, metrics and documentation on the management port only, however the path is written', async () => {
    for (const path of [
      '/health/live',
      '/health/ready',
      '/metrics',
      '/docs',
      '/docs/reference',
      '/docs/openapi.json',
      '/docs/admin.json',
      '/%6detrics',
      '/metrics?a=1',
      '/docs/admin',
    ]) {
      expect([path, (await fetch(`http://127.0.0.1:${managementPort}${path}`)).status]).toStrictEqual([path, 200]);
      expect([path, (await fetch(`${server!.url}${path}`)).status]).toStrictEqual([path, 404]);
    }
  });

  it('has the metrics of a development server, under the same names', async () => {
    const settings = { NODE_ENV: 'development', SANDBOX: 'false', COREBANK_MASTER_KEY: KEY };
    const development = await ServerProcess.start(database.url, settings);
    try {
      const metrics = await metricsAt(`http://127.0.0.1:${managementPort}`);
      expect(metrics).toEqual(await metricsAt(development.url));
      expect(metrics).toEqual(
        expect.arrayContaining(['corebank_build_info gauge', 'process_cpu_seconds_total counter']),
      );
      expect(metrics.filter((metric) => !/^(corebank|process|nodejs)_/.test(metric))).toEqual([]);
      expect(metrics.filter((metric) => /^corebank_(process|nodejs)_/.test(metric))).toEqual([]);
    } finally {
      await development.stop('SIGKILL');
    }
  }, 100_000);

  it('answers on the management port to this machine only, unless told otherwise', async () => {
    const external = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
    // 127.0.0.2 is this machine too, at an address that the port does not listen on.
    for (const host of ['127.0.0.2', ...(external === undefined ? [] : [external])])
      await expect(fetch(`http://${host}:${managementPort}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('serves a documentation page that loads nothing from other hosts and allows no frame', async () => {
    const answer = await fetch(`http://127.0.0.1:${managementPort}/docs/reference`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'self';.*frame-ancestors 'none'$/);
    expect([answer.headers.get('x-content-type-options'), answer.headers.get('referrer-policy')]).toStrictEqual([
      'nosniff',
      'no-referrer',
    ]);
    expect(await answer.text()).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('names the address of the API in the references, which may call it from a browser', async () => {
    const page = `http://127.0.0.1:${managementPort}/docs`;
    for (const name of ['openapi', 'admin', 'openapi-3.0', 'admin-3.0']) {
      const { servers } = (await (await fetch(`${page}/${name}.json`)).json()) as { servers: { url: string }[] };
      expect([name, servers.map(({ url }) => url)]).toStrictEqual([name, ['https://api.bank.example']]);
    }
    const policy = (await fetch(`${page}/reference`)).headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://api.bank.example;");
  });

  it('lets pages of the documentation call the API, and pages of no other address', async () => {
    const preflight = async (origin: string): Promise<(number | string | null)[]> => {
      const answer = await fetch(`${server!.url}/api/transfer/v1/localfundtransfer`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,request-reference',
        },
      });
      return [
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('access-control-allow-headers'),
        answer.headers.get('access-control-allow-credentials'),
      ];
    };
    expect(await preflight(DOCUMENTATION)).toStrictEqual([204, DOCUMENTATION, 'authorization,request-reference', null]);
    for (const other of ['https://docs.bank.example.evil.example', 'http://docs.bank.example', 'null'])
      expect(await preflight(other)).toStrictEqual([405, null, null, null]);
  });

  it('serves the API on its own port, and seeds no sandbox', async () => {
    const answer = await fetch(`${server!.url}/api/auth/v1/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: 'nobody', clientSecret: 'nothing' }),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ status: false, data: { statusCode: 'API_KEY_INACTIVE' } });
  });

  it('stops on SIGTERM with exit code 0', async () => {
    expect(await server!.stop('SIGTERM')).toBe(0);
    await expect(fetch(`http://127.0.0.1:${managementPort}/health/live`)).rejects.toThrow();
  });
});
