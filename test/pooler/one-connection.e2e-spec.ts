import type { Socket } from 'node:net';
import { Client } from 'pg';
import { ID_BLOCK_SIZE, IdAllocator } from '../../src/common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../src/common/database/unit-of-work';
import { Institution } from '../../src/institutions/institution.entity';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { LedgerPool } from '../../src/ledger/engine/ledger-pool';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY, type PostingRequest } from '../../src/ledger/engine/posting-request';
import type { CommonApp } from '../support/common-app';
import { CASH, failedProofs, FIRST_CUSTOMER, HOUSE, openAccounts, startLedgerApp } from '../support/ledger-app';
import { PgBouncer } from '../support/pgbouncer';
import { usePooler } from '../support/pooler-settings';

const NEIGHBOUR = 102;
const ROUNDS = 25;
const AMOUNT_KOBO = 100n;

/** The settings of a connection of the server, and its process there. */
const FACTS = `SELECT pg_backend_pid() AS pid, current_user AS role,
  nullif(current_setting('app.institution_id', true), '') AS institution,
  current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone,
  current_setting('enable_seqscan') AS scans`;

interface Facts {
  pid: number;
  role: string;
  institution: string | null;
  statement: string;
  lock: string;
  idle: string;
  zone: string;
  scans: string;
}

const SERVING = { role: 'corebank_app', statement: '10s', lock: '2s', idle: '15s', zone: 'UTC' };

describe('one connection of PostgreSQL that a pooler lends to every transaction in turn', () => {
  let pooler: PgBouncer;
  let leavePooler: (() => void) | undefined;
  let app: CommonApp;
  let unitOfWork: UnitOfWork;
  let ledger: LedgerPool;
  /** Another program that borrows the same connection, as the same login. */
  let neighbour: Client;

  beforeAll(async () => {
    pooler = await PgBouncer.start(process.env.TEST_ADMIN_DATABASE_URL!, { default_pool_size: 1 });
    leavePooler = usePooler(pooler.url('postgres'));
    app = await startLedgerApp();
    await openAccounts(app, 3);
    await openAccounts(app, 5, NEIGHBOUR);
    unitOfWork = app.app.get(UnitOfWork);
    ledger = app.app.get(LedgerPool, { strict: false });
    neighbour = new Client({ connectionString: pooler.url(new URL(app.database.url).pathname.slice(1)) });
    await neighbour.connect();
  });
  afterAll(async () => {
    leavePooler?.();
    await neighbour?.end();
    await app?.close();
    await pooler?.remove();
  });

  const factsIn = async (tx: Tx): Promise<Facts> => (await tx.query<Facts[]>(FACTS))[0]!;
  const factsOutside = async (): Promise<Facts> => (await neighbour.query<Facts>(FACTS)).rows[0]!;
  const institutionsSeen = (tx: Tx): Promise<number[]> =>
    tx.query<{ id: string }[]>('SELECT DISTINCT institution_id AS id FROM ledger_account').then(idsOf);
  const idsOf = (rows: { id: string }[]): number[] => rows.map(({ id }) => Number(id));

  it('shows two institutions that use it at the same time only their own rows', async () => {
    const text = `SELECT institution_id AS id, count(*)::int AS accounts, pg_backend_pid() AS pid
      FROM ledger_account WHERE kind = 'customer' GROUP BY institution_id`;
    type Counted = { id: string; accounts: number; pid: number };
    const counts = (institutionId: number, round: number): Promise<Counted[]> =>
      round % 3 === 0
        ? ledger.lookUp<Counted>(institutionId, 'count-accounts', text, [])
        : unitOfWork.run(institutionId, (tx) => tx.query<Counted[]>(text));
    const seen = await Promise.all(
      Array.from({ length: ROUNDS }, (_, round) => [counts(HOUSE, round), counts(NEIGHBOUR, round)]).flat(),
    );
    expect(new Set(seen.map(([row]) => row!.pid)).size).toBe(1);
    expect(seen.map((rows) => rows.map(({ id, accounts }) => [Number(id), accounts]))).toEqual(
      Array.from({ length: ROUNDS }, () => [[[HOUSE, 3]], [[NEIGHBOUR, 5]]]).flat(),
    );
  });

  const legs: PostingRequest['legs'] = [
    { accountId: CASH, side: 'debit', amountKobo: AMOUNT_KOBO, role: 'principal' },
    { accountId: FIRST_CUSTOMER, side: 'credit', amountKobo: AMOUNT_KOBO, role: 'principal' },
  ];
  /** Pays cash into a customer's account, in a batch on the ledger's own connections. */
  const payIn = (institutionId: number, reference: string): Promise<unknown> =>
    app.app.get(LedgerService, { strict: false }).post({
      institutionId,
      kind: 'transfer',
      reference,
      origin: 'api',
      maker: 'api-client:test',
      narration: 'Cash',
      legs,
      amountKobo: AMOUNT_KOBO,
      feeKobo: 0n,
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
    });

  it('books what two institutions post at the same time in the books of each', async () => {
    // Accounts and references of both are equal, so that nothing refuses a posting in the wrong books.
    const payments: Record<number, number> = { [HOUSE]: ROUNDS, [NEIGHBOUR]: ROUNDS - 10 };
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    await Promise.all(
      rounds.flatMap((round) =>
        [HOUSE, NEIGHBOUR].filter((id) => round < payments[id]!).map((id) => payIn(id, `CASH-${round}`)),
      ),
    );
    const booked = `SELECT credits_posted_kobo::int AS kobo, (SELECT count(*)::int FROM posting) AS postings
      FROM ledger_account WHERE id = ${FIRST_CUSTOMER}`;
    for (const id of [HOUSE, NEIGHBOUR]) {
      const count = payments[id]!;
      const rows = await unitOfWork.read(id, (tx) => tx.query<unknown[]>(booked));
      expect(rows).toEqual([{ kobo: count * Number(AMOUNT_KOBO), postings: count }]);
      expect(await failedProofs(app, id)).toEqual([]);
    }
  });

  it('refuses to write a row of another institution', async () => {
    const write = unitOfWork.run(HOUSE, (tx) =>
      tx.insert(Institution, { institutionId: 103, name: 'X', code: '103', businessDate: '2026-11-21' }),
    );
    await expect(write).rejects.toThrow(/row-level security/);
  });

  it('gives each transaction the serving role and the time limits, and the ledger its plans', async () => {
    const institution = String(HOUSE);
    expect(await unitOfWork.run(HOUSE, factsIn)).toMatchObject({ ...SERVING, institution, scans: 'on' });
    expect(await unitOfWork.read(HOUSE, factsIn)).toMatchObject({ ...SERVING, institution, scans: 'on' });
    expect(await unitOfWork.rehearse(HOUSE, factsIn)).toMatchObject({ role: 'corebank_app', lock: '250ms' });
    expect(await unitOfWork.routing(factsIn)).toMatchObject({ ...SERVING, institution: null });
    const [facts] = await ledger.lookUp<Facts>(HOUSE, 'facts', FACTS, []);
    expect(facts).toMatchObject({ ...SERVING, institution, scans: 'off' });
  });

  const committed = (): Promise<unknown> => unitOfWork.run(HOUSE, factsIn);
  const lookedUp = (): Promise<unknown> => ledger.lookUp(HOUSE, 'facts', FACTS, []);
  const thrown = (): Promise<unknown> => unitOfWork.run(HOUSE, () => Promise.reject(new Error('stopped')));
  const failed = (): Promise<unknown> => unitOfWork.run(HOUSE, (tx) => tx.query('SELECT 1 / 0'));
  const failedInLedger = (): Promise<unknown> => ledger.lookUp(HOUSE, 'failing', 'SELECT 1 / 0', []);
  it.each([
    ['that committed', committed],
    ['of a look-up of the ledger', lookedUp],
    ['that was given up', thrown],
    ['with a statement that failed', failed],
    ['of a look-up of the ledger that failed', failedInLedger],
    ['that was rehearsed', () => unitOfWork.rehearse(HOUSE, factsIn)],
  ])('keeps no role, institution or limit of a transaction %s', async (_name, transaction) => {
    const { pid } = await unitOfWork.run(NEIGHBOUR, factsIn);
    await transaction().catch(() => undefined);
    const left = await factsOutside();
    expect(left).toMatchObject({ role: 'corebank_pooled', institution: null, statement: '0', lock: '0', scans: 'on' });
    // A connection with a failed pipeline is given up by whoever borrowed it; every other is the same one.
    if (transaction !== failedInLedger) expect(left.pid).toBe(pid);
    expect(await unitOfWork.routing(institutionsSeen)).toEqual([]);
    expect(await unitOfWork.read(NEIGHBOUR, institutionsSeen)).toEqual([NEIGHBOUR]);
  });

  it('keeps nothing of a transaction whose client vanished before its end', async () => {
    const vanishing = new Client({ connectionString: pooler.url(new URL(app.database.url).pathname.slice(1)) });
    vanishing.on('error', () => undefined);
    await vanishing.connect();
    await vanishing.query(`BEGIN; SET LOCAL ROLE corebank_app; SET LOCAL app.institution_id = ${HOUSE}`);
    (vanishing as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    expect(await factsOutside()).toMatchObject({ role: 'corebank_pooled', institution: null });
    expect(await unitOfWork.routing(institutionsSeen)).toEqual([]);
    expect(await unitOfWork.read(NEIGHBOUR, institutionsSeen)).toEqual([NEIGHBOUR]);
  });

  it('takes nothing over that another program has left on the connection', async () => {
    await neighbour.query(`SET app.institution_id = '${HOUSE}'`);
    await neighbour.query(`SET lock_timeout = 0`);
    await neighbour.query(`SET timezone = 'Asia/Tokyo'`);
    try {
      expect(await factsOutside()).toMatchObject({ institution: String(HOUSE), zone: 'Asia/Tokyo' });
      expect(await unitOfWork.routing(factsIn)).toMatchObject({ ...SERVING, institution: null });
      expect(await unitOfWork.routing(institutionsSeen)).toEqual([]);
      expect(await unitOfWork.read(NEIGHBOUR, institutionsSeen)).toEqual([NEIGHBOUR]);
      expect(await unitOfWork.read(NEIGHBOUR, factsIn)).toMatchObject({ ...SERVING, institution: String(NEIGHBOUR) });
    } finally {
      await neighbour.query('RESET ALL');
    }
  });

  it('reads nothing for a statement outside a transaction of the program', async () => {
    await expect(neighbour.query('SELECT * FROM ledger_account')).rejects.toThrow(/permission denied/);
    await expect(neighbour.query('SET LOCAL ROLE corebank_app; SELECT * FROM ledger_account')).resolves.toMatchObject([
      { command: 'SET' },
      { rowCount: 0 },
    ]);
  });

  it('does not keep a transaction waiting for ids that need the same connection', async () => {
    const ids = app.app.get(IdAllocator);
    // Nearly a block is used up, so that the transaction needs the next one.
    await ids.block(ID_BLOCK_SIZE - 10);
    await ids.block(ID_BLOCK_SIZE - 10);
    const block = await unitOfWork.run(HOUSE, () => ids.block(100));
    expect(block.remaining).toBe(100);
  });
});
