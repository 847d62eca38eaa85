import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type SandboxServer, startSandboxServer } from '../support/sandbox-server';
import { PROJECT_ROOT } from '../support/source-tree';

const FOLDER = path.join(PROJECT_ROOT, 'clients', 'cli');
const COMMAND = path.join(FOLDER, 'src', 'corebank-dev.mjs');
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
/** The events that the README of the command promises. */
const EVENTS = [
  'account.opened',
  'account.credited',
  'account.debited',
  'transfer.completed',
  'transfer.pending',
  'transfer.reversed',
  'hold.held',
  'hold.approved',
  'hold.declined',
  'hold.executed',
  'approval.requested',
  'approval.approved',
  'approval.declined',
  'loan.approved',
  'loan.disbursed',
  'loan.repaid',
  'virtual-account.credited',
];

interface Received {
  type: string;
  isSigned: boolean;
}

/** A receiver that refuses its first request, and verifies what it accepts as Standard Webhooks says. */
class Receiver {
  readonly received: Received[] = [];
  private requests = 0;
  readonly server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      this.requests += 1;
      if (this.requests === 1) return void response.writeHead(500).end();
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
      const wanted = `v1,${createHmac('sha256', key)
        .update(`${String(id)}.${String(at)}.${body}`)
        .digest('base64')}`;
      this.received.push({ type: (JSON.parse(body) as { type: string }).type, isSigned: signature === wanted });
      response.writeHead(204).end();
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }
}

describe('the command for developers of integrations', () => {
  let server: SandboxServer;
  let session: string;
  const receiver = new Receiver();
  let listening: ChildProcess | undefined;
  beforeAll(async () => {
    if (!existsSync(path.join(FOLDER, 'node_modules')))
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
    server = await startSandboxServer();
    session = path.join(server.folder, 'session', 'session.json');
  }, 180_000);
  afterAll(async () => {
    listening?.kill();
    receiver.server.close();
    await server.stop();
  });

  /** Runs the command. @returns what it printed, and its exit code */
  async function run(...args: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(process.execPath, [COMMAND, '--session', session, ...args], { cwd: server.folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  it('asks for a sign-in first, and refuses credentials that are wrong', async () => {
    expect(await run('trigger', 'account.opened')).toMatchObject({
      code: 1,
      output: 'There is no session. Sign in first: corebank-dev login\n',
    });
    const wrong = path.join(server.folder, 'wrong.json');
    writeFileSync(wrong, JSON.stringify({ baseUrl: server.url, client: { clientId: 'nobody', clientSecret: 'no' } }));
    const { code, output } = await run('login', '--sandbox', wrong);
    expect([code, output]).toStrictEqual([1, expect.stringContaining('401')]);
    expect(existsSync(session)).toBe(false);
  });

  it('keeps the session in a file that nobody else can read', async () => {
    expect(await run('login')).toMatchObject({ code: 0 });
    expect(statSync(session).mode & 0o777).toBe(0o600);
  });

  it('says that the client is subscribed to nothing', async () => {
    const { code, output } = await run('listen', '--count', '1');
    expect([code, output]).toStrictEqual([1, expect.stringContaining('--subscribe')]);
  });

  it('refuses an event that it cannot cause, and names those that it can', async () => {
    const { code, output } = await run('trigger', 'end-of-day.completed');
    expect(code).toBe(1);
    for (const event of EVENTS) expect(output).toContain(event);
  });

  it('forwards every event that it causes, signed, again after a refusal', async () => {
    const options = ['--subscribe', '--events', EVENTS.join(','), '--secret', SECRET];
    listening = spawn(process.execPath, [
      COMMAND,
      '--session',
      session,
      'listen',
      ...options,
      '--forward-to',
      await receiver.listen(),
    ]);
    await once(listening.stdout!, 'data');
    for (const event of EVENTS) {
      const before = receiver.received.length;
      const { code, output } = await run('trigger', event);
      expect([event, code, output]).toStrictEqual([event, 0, expect.stringContaining(`"event":"${event}"`)]);
      const deadline = performance.now() + 15_000;
      while (!receiver.received.slice(before).some(({ type }) => type === event) && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(receiver.received.slice(before).map(({ type }) => type)).toContain(event);
    }
    expect(receiver.received.filter(({ isSigned }) => !isSigned)).toEqual([]);
  }, 120_000);
});
