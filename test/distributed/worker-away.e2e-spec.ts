import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { citusPostgres } from '../../scripts/lib/citus-postgres.cjs';
import { distribute } from '../../src/cli/distribution/distribute';
import { migrate } from '../../src/common/database/migrate';
import { DEFAULT_SERVING_ROLE } from '../../src/common/database/serving-role';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { LedgerService } from '../../src/ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../src/ledger/engine/posting-operation';
import { ORDINARY, type PostingRequest } from '../../src/ledger/engine/posting-request';
import { CitusCluster } from '../support/citus-cluster';
import type { CommonApp } from '../support/common-app';
import type { InstalledCluster } from '../support/installed-postgres';
import { CASH, failedProofs, FIRST_CUSTOMER, openAccounts, startLedgerApp } from '../support/ledger-app';

const INSTITUTIONS = [101, 102, 103, 104, 105, 106, 107, 108];
const CUSTOMERS = 16;
const SHARDS = 8;
const MEASURED_MS = 4_000;
/** Other suites run beside this one; docs/scaling.md has the share on a quiet machine. */
const SHARE_MIN = 0.6;
const RECOVERED_WITHIN_MS = 60_000;
const TIMEOUT_MS = 180_000;

interface Load {
  posted: number;
  failures: Error[];
  stop(): Promise<void>;
}

/** The cluster is its own, because a worker is killed. */
describe('a distributed database that loses a worker', () => {
  let cluster: CitusCluster;
  let app: CommonApp;
  let staying: number;
  let leaving: number;
  let worker: InstalledCluster;

  beforeAll(async () => {
    cluster = await CitusCluster.create(citusPostgres()!, { synchronous_commit: 'on' });
    const url = await cluster.createDatabase('corebank');
    await migrate(url);
    await distribute({ url, servingRole: DEFAULT_SERVING_ROLE, shards: SHARDS, isDryRun: false });
    app = await startLedgerApp({ url, drop: () => Promise.resolve() });
    const ports = await portsOf(url);
    staying = INSTITUTIONS[0]!;
    leaving = INSTITUTIONS.find((id) => ports.get(id) !== ports.get(staying))!;
    worker = cluster.workers.find(({ port }) => port === ports.get(leaving))!;
    for (const institutionId of [staying, leaving]) await openAccounts(app, CUSTOMERS, institutionId);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await cluster.remove();
  }, TIMEOUT_MS);

  /** The port of the worker that an institution's rows belong to. */
  async function portsOf(url: string): Promise<Map<number, number>> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: number; port: number }>(
        `SELECT id, nodeport AS port FROM unnest($1::int[]) AS i (id)
           JOIN citus_shards s ON s.shardid = get_shard_id_for_distribution_column('institution', i.id)`,
        [INSTITUTIONS],
      );
      return new Map(rows.map(({ id, port }) => [id, port]));
    } finally {
      await client.end();
    }
  }

  let references = 0;
  function postingOf(institutionId: number): PostingRequest {
    references += 1;
    return {
      institutionId,
      kind: 'transfer',
      reference: `AWAY-${references}`,
      origin: 'api',
      maker: 'system:test',
      narration: 'Load',
      amountKobo: 1n,
      feeKobo: 0n,
      operation: SYSTEM_POSTING,
      nature: ORDINARY,
      legs: [
        { accountId: CASH, side: 'debit', amountKobo: 1n, role: 'principal' },
        { accountId: FIRST_CUSTOMER + (references % CUSTOMERS), side: 'credit', amountKobo: 1n, role: 'principal' },
      ],
    };
  }

  /** Postings one after the other from each of so many callers. A caller waits a moment after a failure. */
  function load(institutionId: number, callers: number): Load {
    const ledger = app.app.get(LedgerService, { strict: false });
    let isRunning = true;
    const state: Load = { posted: 0, failures: [], stop: () => Promise.resolve() };
    const work = Array.from({ length: callers }, async () => {
      while (isRunning)
        try {
          await ledger.post(postingOf(institutionId));
          state.posted += 1;
        } catch (error) {
          state.failures.push(error as Error);
          await sleep(50);
        }
    });
    state.stop = async () => {
      isRunning = false;
      await Promise.all(work);
    };
    return state;
  }

  async function postedWithin(running: Load, ms: number): Promise<number> {
    const before = running.posted;
    await sleep(ms);
    return running.posted - before;
  }

  async function untilPosted(running: Load, count: number): Promise<void> {
    const deadline = Date.now() + RECOVERED_WITHIN_MS;
    while (running.posted < count) {
      if (Date.now() > deadline) throw new Error(`No postings: ${running.failures.at(-1)?.message}`);
      await sleep(50);
    }
  }

  it(
    'posts for the institutions of the others, and for its own again once it is back',
    async () => {
      const stays = load(staying, 16);
      await sleep(2_000);
      const alone = await postedWithin(stays, MEASURED_MS);
      const leaves = load(leaving, 4);
      await untilPosted(leaves, 20);
      await worker.stop('SIGKILL');
      const beside = await postedWithin(stays, MEASURED_MS);
      console.info(`Postings beside a lost worker: ${(beside / alone).toFixed(2)} of those without a loss.`);
      expect(leaves.failures.length).toBeGreaterThan(0);
      await cluster.restart(worker);
      await untilPosted(leaves, leaves.posted + 20);
      await leaves.stop();
      await stays.stop();
      expect(stays.failures).toEqual([]);
      expect(beside / alone).toBeGreaterThan(SHARE_MIN);
      for (const institutionId of [staying, leaving]) expect(await failedProofs(app, institutionId)).toEqual([]);
      const [row] = await app.app.get(UnitOfWork).run(leaving, (tx) =>
        tx.query<{ credits: string }[]>(
          `SELECT sum(credits_posted_kobo) AS credits FROM ledger_account
              WHERE institution_id = $1 AND kind = 'customer'`,
          [leaving],
        ),
      );
      // What was answered is booked; a posting whose answer was lost may be booked too.
      expect(Number(row!.credits)).toBeGreaterThanOrEqual(leaves.posted);
      expect(Number(row!.credits)).toBeLessThanOrEqual(leaves.posted + leaves.failures.length);
    },
    TIMEOUT_MS,
  );
});
