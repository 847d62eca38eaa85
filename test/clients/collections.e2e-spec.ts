import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { documentedRoutes } from '../fuzz/documented-routes';
import { TestApp } from '../support/app';
import { execute, installed } from './client-programs';

const BRUNO = '@usebruno/cli@4.1.0';
const INSTALL_TIMEOUT_MS = 300_000;

interface PostmanItem {
  name: string;
  item?: PostmanItem[];
  request?: { method: string; url: { raw: string } };
}

describe('the collections that are generated from the document', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await TestApp.start({ SANDBOX: 'true' });
    folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-collections-'));
    await execute(folder, [process.execPath, path.resolve('scripts/collections.mjs'), folder]);
  }, 120_000);
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const channelRoutes = (): string[] =>
    documentedRoutes()
      .filter(({ declared }) => declared.audience !== 'staff')
      .map(({ declared }) => declared.name)
      .sort();

  it(
    'Bruno sends every request of its collection, and each is answered as documented',
    async () => {
      const bruno = path.join(await installed(BRUNO), 'bru');
      const { clientId, clientSecret } = app.sandbox.client;
      const values = { baseUrl: app.url, clientId, clientSecret };
      const variables = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
      const report = path.join(folder, 'report.json');
      const output = await execute(path.join(folder, 'bruno'), [
        bruno,
        ...['run', '.', '-r', '--env', 'sandbox', ...variables, '--reporter-json', report],
      ]);
      const [{ summary }] = JSON.parse(readFileSync(report, 'utf8')) as [{ summary: Record<string, number> }];
      expect([summary.totalRequests, summary.passedRequests, summary.passedTests, output.includes('✕')]).toEqual([
        channelRoutes().length,
        channelRoutes().length,
        channelRoutes().length,
        false,
      ]);
    },
    INSTALL_TIMEOUT_MS,
  );

  it('the collection for Postman has every operation at its address', () => {
    const file = path.join(folder, 'corebank.postman_collection.json');
    const { item: folders } = JSON.parse(readFileSync(file, 'utf8')) as { item: PostmanItem[] };
    const addresses = folders
      .flatMap(({ item = [] }) => item)
      .map(
        ({ request }) => `${request!.method} ${request!.url.raw.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}')}`,
      );
    expect(addresses.sort()).toEqual(channelRoutes());
  });
});
