import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshReference } from '../support/app';
import { Caller, type Reply } from './caller';
import { ServedBank } from './served-bank';

const LOAD = 40;
const SHUTDOWN_DELAY_MS = 500;
/** When its listener is closed, and when what it waits for is free; nobody waits two seconds for a lock. */
const CLOSED_AFTER_MS = 700;
const FREE_AFTER_MS = 900;
const STOPPED_WITHIN_MS = 10_000;

/** What came of a request: its answer, or the error of its connection. */
interface Attempt {
  reference: string;
  reply: Reply | undefined;
  error: string | undefined;
}

describe('a server that is told to stop under load', () => {
  let bank: ServedBank;
  beforeAll(async () => {
    bank = await ServedBank.start({ SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) });
  }, 120_000);
  afterAll(() => bank?.stop());

  function attempt(caller: Caller, creditAccount?: string): Promise<Attempt> {
    const reference = freshReference('ST');
    return bank.transfer(caller, reference, creditAccount).then(
      (reply) => ({ reference, reply, error: undefined }),
      (error: NodeJS.ErrnoException) => ({ reference, reply: undefined, error: error.code ?? error.message }),
    );
  }

  /** A transfer as it goes over the wire. */
  function wire(reference: string): string {
    const body = JSON.stringify({
      debitAccount: bank.accounts[0],
      creditAccount: bank.accounts[1],
      amount: 1,
      narration: 'Stop',
      postingsTransactionType: 3,
    });
    const headers = {
      host: 'a',
      authorization: `Bearer ${bank.token}`,
      'request-reference': reference,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return `POST /api/transfer/v1/localfundtransfer HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${body}`;
  }

  it('says first that it is not ready, answers what it has begun, loses nothing it acknowledged and ends cleanly', async () => {
    const [polite, probe, late] = [
      new Caller(bank.server.url, LOAD),
      new Caller(bank.server.url, 1),
      new Caller(bank.server.url, 1),
    ];
    const attempts: Attempt[] = [];
    let isReady = true;
    // As behind a load balancer: no new requests once the server is not ready.
    const load = Array.from({ length: LOAD }, async () => {
      while (isReady) attempts.push(await attempt(polite));
    });
    await sleep(1_000);
    // One request waits for a lock until connections are being closed, and with it those whose accounts it has.
    // Another connection is open, and its request comes when no more connections are taken.
    const connection = connect(Number(new URL(bank.server.url).port), '127.0.0.1');
    // A third never sends one, like those that browsers and balancers open in advance.
    const silent = connect(Number(new URL(bank.server.url).port), '127.0.0.1');
    const isSilentClosed = new Promise((resolve) => silent.once('close', resolve));
    let received = '';
    const isClosed = new Promise((resolve) =>
      connection.on('data', (data) => (received += data.toString())).once('close', resolve),
    );
    await bank.owner.query('BEGIN');
    await bank.owner.query('SELECT 1 FROM ledger_account WHERE number = $1 FOR UPDATE', [bank.accounts[2]]);
    const begun = attempt(late, bank.accounts[2]);
    await sleep(200);

    const toldAt = performance.now();
    const until = (afterMs: number): Promise<void> => sleep(Math.max(0, afterMs - (performance.now() - toldAt)));
    const ended = new Promise<number | null>((resolve) => bank.server.child.once('exit', resolve));
    bank.server.child.kill('SIGTERM');
    const statuses: number[] = [];
    do statuses.push((await probe.call('GET', '/health/ready')).status);
    while (statuses.at(-1) === 200);
    expect(statuses.at(-1)).toBe(503);
    isReady = false;
    await until(CLOSED_AFTER_MS);
    connection.write(wire('ST-LAST'));
    await until(FREE_AFTER_MS);
    await bank.owner.query('ROLLBACK');
    await Promise.all([...load, isClosed, isSilentClosed]);
    attempts.push(await begun);
    expect(await ended).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(STOPPED_WITHIN_MS);

    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(attempts.filter(({ reply }) => reply?.status !== 200)).toEqual([]);
    expect((await begun).reply?.headers.connection).toBe('close');
    expect(attempts.length).toBeGreaterThan(LOAD);
    const acknowledged = [...attempts.map(({ reference }) => reference), 'ST-LAST'];
    expect(new Set(await bank.posted(acknowledged))).toEqual(new Set(acknowledged));
    for (const caller of [polite, probe, late]) caller.close();
  }, 60_000);
});
