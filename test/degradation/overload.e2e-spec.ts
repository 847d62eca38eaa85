import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { Caller, type Reply } from './caller';
import { authenticate, ServedBank } from './served-bank';
import { SlowConnections } from './slow-connections';

const TRANSFER = '/api/transfer/v1/localfundtransfer';

const QUEUE_MAX = 100;
/** Movements sent at once, again and again until the queue is full. */
const ROUND = 150;
const ROUNDS_MAX = 30;

/** As many as the machine lets this process and the server have, up to ten thousand. */
const SLOW = Math.min(
  10_000,
  Number(/Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 10_000) - 1_000,
);
/** Beside the slow ones. */
const OTHERS_MAX = 40;
const BEYOND = 20;
/** Nobody is cut off while it is measured; test/security/http-edge shows that they are. */
const TIMEOUT_MS = 60_000;
/** Or three times what it takes without them, where the machine is busy with something else. */
const ANSWERED_WITHIN_MS = 500;
const MEASURED_FOR_MS = 2_500;
const MEMORY_OF_A_SLOW_ONE_MAX_KB = 40;

/** More than the server reads of a body that it has refused, beside what the system keeps in its buffers. */
const BODY_BYTES = 64 * 1024 * 1024;

/** Sends a transfer whose body does not end. @returns what was answered, and how many bytes the server let it send */
async function sentOfEndlessBody(url: string, token: string): Promise<{ answer: string; bytes: number }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  let failure: Error | null | undefined;
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(
    `POST ${TRANSFER} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  );
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let bytes = 0;
  while (!failure && bytes < BODY_BYTES) {
    failure = await new Promise<Error | null | undefined>((resolve) => socket.write(chunk, resolve));
    if (!failure) bytes += chunk.length;
  }
  socket.destroy();
  return { answer, bytes };
}

describe('a server that is asked too much', () => {
  let bank: ServedBank;
  let caller: Caller;

  beforeAll(async () => {
    const settings = {
      POSTING_QUEUE_MAX: QUEUE_MAX,
      CALLER_REQUESTS_IN_PROGRESS: 20_000,
      CONNECTIONS_MAX: SLOW + OTHERS_MAX,
      HEADERS_TIMEOUT_MS: TIMEOUT_MS,
      REQUEST_TIMEOUT_MS: TIMEOUT_MS,
    };
    bank = await ServedBank.start(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
    );
    caller = new Caller(bank.server.url, 4);
  }, 120_000);
  afterAll(async () => {
    caller?.close();
    await bank?.stop();
  });

  const available = async (): Promise<number> => (await bank.balance(caller)).body.data!.availableBalance as number;

  /** Asks for balances, one after the other, for so long; 99 of 100 are answered in the milliseconds that it gives. */
  async function slowestOfBalances(durationMs: number): Promise<number> {
    const tookMs: number[] = [];
    for (const until = performance.now() + durationMs; performance.now() < until;) {
      const reply = await bank.balance(caller);
      expect(reply.status).toBe(200);
      tookMs.push(reply.tookMs);
    }
    return tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length * 0.99)]!;
  }

  it('says at once that its queue is full, when to come again, and does each movement that it accepts once', async () => {
    const many = new Caller(bank.server.url, ROUND * 2);
    const [references, asked]: [string[], Promise<Reply>[]] = [[], []];
    const before = await available();
    // Balances can be read, and no account can be locked.
    await bank.owner.query('BEGIN; LOCK TABLE ledger_account IN EXCLUSIVE MODE');
    let full = 0;
    for (let round = 0; full === 0 && round < ROUNDS_MAX; round += 1) {
      const sent = Array.from({ length: ROUND }, () => freshReference('QF'));
      references.push(...sent);
      asked.push(...sent.map((reference) => bank.transfer(many, reference)));
      for (const reply of asked.slice(-ROUND))
        void reply.then(({ body: { message } }) => message?.startsWith('Too many movements') && (full += 1));
      await sleep(100);
    }
    // Movements of this token are refused unread, whatever their body. Everybody else is served.
    const unread = await caller.call('POST', TRANSFER, { token: bank.token, body: {} });
    const endless = await sentOfEndlessBody(bank.server.url, bank.token);
    const others = [
      await bank.balance(caller),
      await caller.call('POST', TRANSFER, { body: {} }),
      await caller.call('GET', '/api/transfer/v1/tsq', { token: bank.token }),
      await caller.call('POST', '/api/admin/v1/login', { body: {} }),
      await caller.call('GET', '/health/ready'),
    ];
    const otherToken = await authenticate(caller);
    expect(otherToken).not.toBe(bank.token);
    const ofOther = freshReference('QF');
    const otherReply = bank.transfer(caller, ofOther, undefined, otherToken);
    const metrics = await (await fetch(`${bank.server.url}/metrics`)).text();
    await bank.owner.query('ROLLBACK');
    const replies = await Promise.all(asked);
    many.close();
    expect((await otherReply).status).toBe(200);

    expect(full).toBeGreaterThan(0);
    expect([unread.status, unread.code, unread.headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    expect(unread.body.message).toContain('was not read');
    expect(unread.headers).toMatchObject({
      'x-correlation-id': expect.any(String) as string,
      'cache-control': 'no-store',
    });
    expect(others.map(({ status }) => status)).toEqual([200, 401, 400, 400, 200]);
    expect(endless.answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(endless.bytes).toBeLessThan(BODY_BYTES);
    expect(metrics).toMatch(/^corebank_movements_refused_total [1-9]/m);
    const done = references.filter((_, index) => replies[index]!.status === 200);
    expect(new Set(await bank.posted(references))).toEqual(new Set(done));
    expect(done.length).toBeGreaterThan(0);
    for (const { status, code, headers } of replies)
      expect([status, code, headers['retry-after']]).toEqual(
        status === 200 ? [200, undefined, undefined] : [503, 'SERVICE_UNAVAILABLE', '1'],
      );
    expect(before - (await available())).toBe(done.length + 1);
  }, 60_000);

  it(`answers others while ${SLOW} connections send a letter a second, and takes no more connections than it may have`, async () => {
    const memoryKb = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${bank.server.child.pid}/status`, 'utf8'))?.[1]);
    const usualMs = await slowestOfBalances(MEASURED_FOR_MS / 2);
    const before = memoryKb();
    const bodies = Math.floor(SLOW / 5);
    const [slow, beyond] = [new SlowConnections(bank.server.url), new SlowConnections(bank.server.url)];
    try {
      await slow.open(SLOW - bodies, 'POST /api/auth/v1/authenticate HTTP/1.1\r\nhost: a\r\nx-slow: ');
      await slow.open(
        bodies,
        `POST ${TRANSFER} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      );
      const besideSlowMs = await slowestOfBalances(MEASURED_FOR_MS);
      expect(slow.openCount).toBe(SLOW);
      expect(besideSlowMs).toBeLessThan(Math.max(ANSWERED_WITHIN_MS, 3 * usualMs));
      expect(memoryKb() - before).toBeLessThan(SLOW * MEMORY_OF_A_SLOW_ONE_MAX_KB);
      await beyond.open(OTHERS_MAX + BEYOND, 'GET / HTTP/1.1\r\n');
      await eventually(async () => expect(beyond.endedCount).toBeGreaterThanOrEqual(BEYOND));
      expect((await bank.balance(caller)).status).toBe(200);
    } finally {
      slow.close();
      beyond.close();
    }
    await eventually(async () => expect((await caller.call('GET', '/health/ready')).status).toBe(200));
  }, 60_000);
});
