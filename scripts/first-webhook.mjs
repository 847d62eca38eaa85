// `npm run -s first-webhook`: the time from a fresh clone to a verified webhook, step by step, as an integrator goes:
// clone, `npm start`, sign in, subscribe, receive a signed event. Exits with 1 when it takes five minutes or longer.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { root } from './lib/prepare.mjs';

const LIMIT_MS = 5 * 60_000;
const PORT = '4790';
const SECRET = `whsec_${Buffer.from('the secret of this measurement!!').toString('base64')}`;

const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-first-webhook-'));
const clone = path.join(folder, 'corebank');
const startedAt = performance.now();
let lastAt = startedAt;
let server;

function step(name) {
  const now = performance.now();
  console.log(`${((now - lastAt) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  lastAt = now;
}

function run(command, args, cwd = clone) {
  const { status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

async function untilReady() {
  while (
    !(await fetch(`http://127.0.0.1:${PORT}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error('The server did not start.');
    if (performance.now() - startedAt > LIMIT_MS) throw new Error('Five minutes have passed.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // The file of the sandbox is written when the sandbox is ready.
  readFileSync(path.join(clone, '.data', 'sandbox.json'));
}

/** Waits for an event whose signature is that of its body. */
function verifiedEvent(receiver) {
  return new Promise((resolve) => {
    receiver.on('request', (request, response) => {
      let body = '';
      request
        .setEncoding('utf8')
        .on('data', (text) => (body += text))
        .on('end', () => {
          const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
          const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
          const wanted = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
          response.writeHead(signature === wanted ? 204 : 401).end();
          if (signature === wanted) resolve(JSON.parse(body).type);
        });
    });
  });
}

async function measure() {
  run('git', ['clone', '--quiet', root, clone], folder);
  step('clone');
  server = spawn('npm', ['start'], {
    cwd: clone,
    stdio: 'ignore',
    // A group of its own, because npm does not pass signals on to what it installs and builds.
    detached: true,
    env: { ...process.env, PORT, SANDBOX_PORT: String(Number(PORT) + 1), DATABASE_URL: '' },
  });
  await untilReady();
  step('npm start: install, build, database, sandbox');
  run('npm', ['ci', '--silent', '--prefix', path.join('clients', 'cli')]);
  const command = [
    path.join('clients', 'cli', 'src', 'corebank-dev.mjs'),
    '--session',
    path.join(folder, 'session.json'),
  ];
  run(process.execPath, [...command, 'login']);
  step('corebank-dev login');
  const receiver = createServer().listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const event = verifiedEvent(receiver);
  const address = `http://127.0.0.1:${receiver.address().port}/events`;
  const options = ['--subscribe', '--events', 'transfer.completed', '--secret', SECRET, '--forward-to', address];
  const listening = spawn(process.execPath, [...command, 'listen', ...options], { cwd: clone });
  await new Promise((resolve) => listening.stdout.once('data', resolve));
  run(process.execPath, [...command, 'trigger', 'transfer.completed']);
  step(`verified webhook: ${await event}`);
  listening.kill();
  receiver.close();
}

try {
  await measure();
  const totalMs = performance.now() - startedAt;
  console.log(`${(totalMs / 1000).toFixed(1).padStart(6)} s  in all`);
  process.exitCode = totalMs < LIMIT_MS ? 0 : 1;
} finally {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    process.kill(-server.pid, 'SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 1_000 });
}
