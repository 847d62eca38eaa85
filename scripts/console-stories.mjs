// `npm run console:stories [-- <arguments for Playwright>]`: starts the server with a database of its own and the
// sandbox, and walks through the console's stories in a real Chromium. CHROMIUM names another browser than Debian's.
// `npm run console:pictures` renews the reference pictures, which have a server of their own: only their records are in
// it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, prepareConsole, root } from './lib/prepare.mjs';

const READY_WITHIN_MS = 180_000;
/** Chromium without the windows of a desktop takes two thirds of the time. */
const INSTALLED = ['chromium-headless-shell', 'chromium', 'chromium-browser'].map((name) => `/usr/bin/${name}`);
const chromium = process.env.CHROMIUM ?? INSTALLED.find((file) => existsSync(file));
if (!chromium || !existsSync(chromium)) {
  console.log('console: not run, no Chromium (set CHROMIUM)');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
prepare();
prepareConsole();

const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-console-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const server = spawn(process.execPath, ['--max-semi-space-size=16', path.join(root, 'dist', 'main.js')], {
  cwd: root,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'development',
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    // A story asks the provider twice and does not wait in between.
    PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0',
    // `on` fills the sandbox before the stories begin, to look at pages with a month of movements.
    SANDBOX_HISTORY: process.env.SANDBOX_HISTORY ?? 'off',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let code;
try {
  await ready();
  code = await stories();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

async function ready() {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (server.exitCode !== null) throw new Error('The server has stopped.');
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok && existsSync(path.join(folder, 'sandbox.json'))) return;
    await sleep(500);
  }
  throw new Error(`The server was not ready after ${READY_WITHIN_MS / 1000} seconds.`);
}

function stories() {
  const args = process.argv.slice(2);
  // The pictures need a sandbox in which no story has worked.
  const projects = args.some((arg) => arg.startsWith('--project'))
    ? []
    : ['--project=stories', '--project=alone', '--project=pages'];
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const config = path.join(root, 'console', 'playwright.config.ts');
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    CONSOLE_FONT: systemFont(),
    CONSOLE_RENEWS: args.some((arg) => arg.startsWith('--update-snapshots')) ? '1' : '',
    CONSOLE_URL: url,
    CONSOLE_SANDBOX: JSON.stringify(JSON.parse(readFileSync(path.join(folder, 'sandbox.json'), 'utf8'))),
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  };
  const run = spawn(process.execPath, [cli, 'test', '--config', config, ...projects, ...args], {
    cwd: path.join(root, 'console'),
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => run.once('exit', (status) => resolve(status ?? 1)));
}

/** The font of the pages here, with its version; pictures are compared only with those of the same font. */
function systemFont() {
  const { stdout } = spawnSync('fc-match', ['-f', '%{fullname[0]} %{fontversion}', 'system-ui'], { encoding: 'utf8' });
  return stdout ?? '';
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
