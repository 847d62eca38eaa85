import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from '../degradation/caller';
import { freshReference, TestApp } from '../support/app';
import { PgBouncer } from '../support/pgbouncer';
import { usePooler } from '../support/pooler-settings';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const WORKERS = 8;
const KILLS = 4;
const FUNDS = 1_000_000;
/** Transfers are acknowledged again so long after the pooler is back. */
const RECOVERED_WITHIN_MS = 10_000;

interface Sent {
  reference: string;
  status: number;
}

describe('a pooler that is killed during transfers', () => {
  let pooler: PgBouncer;
  let leavePooler: (() => void) | undefined;
  let app: TestApp;
  let caller: Caller;
  let token: string;
  let debit: string;
  let credit: string;
  beforeAll(async () => {
    pooler = await PgBouncer.start(process.env.TEST_ADMIN_DATABASE_URL!);
    leavePooler = usePooler(pooler.url('postgres'));
    app = await TestApp.start();
    caller = new Caller(app.url);
    token = await app.client();
    debit = await app.openAccount(FUNDS);
    credit = await app.openAccount();
  });
  afterAll(async () => {
    leavePooler?.();
    caller?.close();
    await app?.close();
    await pooler?.remove();
  });

  async function send(reference: string): Promise<Sent> {
    const body = {
      debitAccount: debit,
      creditAccount: credit,
      amount: 1,
      narration: 'Load',
      postingsTransactionType: 3,
    };
    const { status } = await caller.call('POST', TRANSFER, { token, reference, body });
    return { reference, status };
  }

  it('leaves every transfer done once: acknowledged, or answered 503 and done when it is sent again', async () => {
    const sent: Sent[] = [];
    let isRunning = true;
    const work = async (): Promise<void> => {
      while (isRunning) sent.push(await send(freshReference('POOL')));
    };
    const workers = Array.from({ length: WORKERS }, work);
    const done = (): number => sent.filter(({ status }) => status === 200).length;
    const untilMore = async (count: number): Promise<void> => {
      const [before, since] = [done(), performance.now()];
      while (done() < before + count) {
        expect(performance.now() - since).toBeLessThan(RECOVERED_WITHIN_MS);
        await sleep(10);
      }
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilMore(100);
      await pooler.kill();
      await sleep(300);
      await pooler.run();
    }
    await untilMore(100);
    isRunning = false;
    await Promise.all(workers);

    const unknown = sent.filter(({ status }) => status !== 200);
    expect(unknown.length).toBeGreaterThan(0);
    expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { reference } of unknown) expect(await send(reference)).toEqual({ reference, status: 200 });
    const rows = await app.rows<{ times: number }>(
      `SELECT count(*)::int AS times FROM posting WHERE reference LIKE 'POOL-%' GROUP BY reference`,
    );
    expect(rows).toHaveLength(sent.length);
    expect(new Set(rows.map(({ times }) => times))).toEqual(new Set([1]));
    expect(await app.balance(debit)).toBe(FUNDS - sent.length);
    expect(await app.balance(credit)).toBe(sent.length);
    expect(await app.failedProofs()).toEqual([]);
  }, 120_000);
});
