import { setTimeout as sleep } from 'node:timers/promises';
import { type DocumentedRoute, documentedRoutes } from '../fuzz/documented-routes';
import { freshReference } from '../support/app';
import { eventually } from '../support/eventually';
import { ServerProcess } from '../support/server-process';
import { Caller, type Reply } from './caller';
import { exampleRequest } from './example-request';
import { MANAGER, OwnDatabase } from './own-database';

/** As long as a caller waits for the word that the database is away. */
const AWAY_TOLD_WITHIN_MS = 2_000;
/** Five seconds for a connection, twelve for a statement on it: two more than the database itself gives a statement. */
const HANGING_TOLD_WITHIN_MS = 20_000;
const RECOVERED_WITHIN_MS = 10_000;

const BALANCE = '/api/transfer/v1/balanceenquiry';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

/**
 * What may be answered without the database: lists that are part of the program, forms that take more than examples,
 * functions that were off a moment ago.
 */
const NOT_OF_THE_DATABASE: Record<string, string[]> = {
  '404 NOT_FOUND': [
    'POST /api/sandbox/v1/approve',
    'POST /api/sandbox/v1/clock',
    'POST /api/sandbox/v1/reset',
    'GET /api/sandbox/v1/clock',
    'POST /api/sandbox/v1/simulate/inward-transfer',
    'POST /api/sandbox/v1/simulate/card-spend',
    'POST /api/sandbox/v1/simulate/loan-collection',
  ],
  // The code of a receipt is checked by its own digits first.
  '404 RECEIPT_NOT_CONFIRMED': ['GET /api/report/v1/verifyreceipt'],
  '200 undefined': [
    'GET /api/utility/v1/countries',
    'GET /api/utility/v1/regions',
    'GET /api/utility/v1/cities',
    'GET /api/entity-additional-metadata/v1/supported-entity-types',
    'GET /api/admin/v1/session/methods',
  ],
  // A request that does not come from a page of the console is refused before anything is read.
  '403 CONSOLE_REQUEST_REFUSED': [
    'POST /api/admin/v1/session',
    'POST /api/admin/v1/session/passkey/options',
    'POST /api/admin/v1/session/passkey',
  ],
  '400 VALIDATION_FAILED': ['POST /api/card/v1/addcardtoaccount', 'POST /api/loanaccount/v1/addgrouploan'],
  '503 INTEGRATION_NOT_ENABLED': [
    'POST /api/operations/v1/sendsms',
    'POST /api/operations/v1/sendemail',
    'GET /api/transfer/v1/banks',
    'GET /api/transfer/v1/nameenquiry',
    'GET /api/bills/v1/billers',
    'GET /api/bills/v1/getcustomerinformation',
  ],
};
const AWAY = '503 SERVICE_UNAVAILABLE';

describe('a server whose database', () => {
  let database: OwnDatabase;
  let server: ServerProcess;
  let caller: Caller;
  let tokens: Record<'channel' | 'staff', string>;

  beforeAll(async () => {
    database = await OwnDatabase.start();
    server = await ServerProcess.start(database.url, { LOG_LEVEL: 'silent' });
    caller = new Caller(server.url, 200);
    tokens = {
      channel: await caller.token('/api/auth/v1/authenticate', database.sandbox.client),
      staff: await caller.token('/api/admin/v1/login', { email: MANAGER.email, password: MANAGER.password }),
    };
  }, 120_000);
  afterAll(async () => {
    caller?.close();
    await server?.stop('SIGKILL');
    await database?.remove();
  }, 60_000);

  const account = (n: number): string => database.sandbox.accounts[n]!.accountNumber;
  const balance = (): Promise<Reply> =>
    caller.call('POST', BALANCE, { token: tokens.channel, body: { accountNumber: account(0) } });
  const transfer = (reference = freshReference('AW'), amount = 1): Promise<Reply> =>
    caller.call('POST', TRANSFER, {
      token: tokens.channel,
      reference,
      body: {
        debitAccount: account(0),
        creditAccount: account(1),
        amount,
        narration: 'Away',
        postingsTransactionType: 3,
      },
    });
  const health = (path: string): Promise<Reply> => caller.call('GET', `/health/${path}`);

  /** The example of a route, sent as whoever may ask it; with every field where the required ones alone are refused. */
  async function ask(route: DocumentedRoute): Promise<Reply> {
    const { audience } = route.declared;
    const as =
      audience === 'gateway' ? { gatewayKey: 'any' } : { token: audience === 'staff' ? tokens.staff : tokens.channel };
    const send = ({ method, address, ...rest }: ReturnType<typeof exampleRequest>): Promise<Reply> =>
      caller.call(method, address, { ...as, ...rest });
    const reply = await send(exampleRequest(route));
    return reply.status === 400 ? send(exampleRequest(route, true)) : reply;
  }

  /** Fails unless reading, writing and readiness are back in time. */
  async function expectRecovery(): Promise<void> {
    const since = performance.now();
    for (let statuses: number[] = []; statuses.join() !== '200,200,200';) {
      expect([statuses, performance.now() - since < RECOVERED_WITHIN_MS]).toEqual([statuses, true]);
      await sleep(50);
      statuses = [await health('ready'), await balance(), await transfer()].map(({ status }) => status);
    }
    expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
  }

  /** Sends references again: what was unknown is done once, whether its first time had been done or not. */
  async function expectDoneOnce(references: string[]): Promise<void> {
    for (const reference of references)
      expect([reference, (await transfer(reference)).status]).toEqual([reference, 200]);
    const posted = await database.rows<{ reference: string }>(
      'SELECT reference FROM posting WHERE reference = ANY($1)',
      [references],
    );
    expect(posted.map(({ reference }) => reference).sort()).toEqual([...references].sort());
  }

  it('is killed says so on every route at once, stays alive, is not ready, and recovers by itself with all of its work', async () => {
    expect([(await balance()).status, (await transfer()).status]).toEqual([200, 200]);
    // What is being done when the database goes rests until its lease ends, so nothing shall be.
    await eventually(async () => expect(await database.rows('SELECT job_id FROM job_due')).toEqual([]));
    // Its event is a job, which shall be due only when the database is away; the relay must not have done it before.
    await database.delayJobs(1_500);
    expect((await transfer(undefined, 1_000_000)).code).toBe('AML_HOLD');
    const pending = await database.rows<{ job_id: string }>('SELECT job_id FROM job_due');
    expect(pending.length).toBeGreaterThan(0);
    const references = Array.from({ length: 20 }, () => freshReference('AW'));
    const underWay = references.map((reference) => transfer(reference));
    await sleep(5);
    database.kill();
    // What was under way is done or unknown, and never anything else.
    const replies = await Promise.all(underWay);
    expect(replies.filter(({ status, code }) => status !== 200 && code !== 'SERVICE_UNAVAILABLE')).toEqual([]);

    const told: Record<string, string[]> = {};
    for (const route of documentedRoutes()) {
      const { status, code, body, headers, tookMs } = await ask(route);
      const { name } = route.declared;
      (told[`${status} ${code}`] ??= []).push(name);
      expect([name, tookMs < AWAY_TOLD_WITHIN_MS]).toEqual([name, true]);
      if (code === 'SERVICE_UNAVAILABLE')
        expect([name, body, headers['retry-after']]).toEqual([
          name,
          { status: false, message: expect.stringContaining('database is unavailable'), data: { statusCode: code } },
          '1',
        ]);
    }
    const { [AWAY]: away, ...others } = told;
    expect(
      Object.entries(others).filter(([answer, names]) =>
        names.some((name) => !NOT_OF_THE_DATABASE[answer]?.includes(name)),
      ),
    ).toEqual([]);
    expect(away!.length).toBeGreaterThan(200);
    expect((await health('live')).status).toBe(200);
    expect(await health('ready')).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });

    await database.restart();
    await expectRecovery();
    await expectDoneOnce(references);
    await eventually(async () => {
      const undone = await database.rows(`SELECT 1 FROM job WHERE id = ANY($1) AND status <> 'done'`, [
        pending.map(({ job_id }) => job_id),
      ]);
      expect(undone).toEqual([]);
    });
  }, 60_000);

  it('hangs answers everybody in bounded time, stays alive, is not ready, and recovers by itself', async () => {
    const references = Array.from({ length: 40 }, () => freshReference('HG'));
    await database.hang();
    const reads = Array.from({ length: 40 }, () => balance());
    const writes = references.map((reference) => transfer(reference));
    const [live, ready] = [await health('live'), await health('ready')];
    expect([live.status, live.tookMs < 500, ready.status, ready.tookMs < 3_000]).toEqual([200, true, 503, true]);
    const replies = await Promise.all([...reads, ...writes]);
    for (const { status, code, tookMs } of replies)
      expect([status, code, tookMs < HANGING_TOLD_WITHIN_MS]).toEqual([503, 'SERVICE_UNAVAILABLE', true]);
    database.wake();
    await expectRecovery();
    await expectDoneOnce(references);
  }, 60_000);
});
