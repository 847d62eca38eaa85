import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { AppModule } from '../../src/app.module';
import { Keyring } from '../../src/common/crypto/keyring';
import { migrate } from '../../src/common/database/migrate';
import { createHttpApp } from '../../src/common/http/http-app';
import { calendarDate } from '../../src/common/time/calendar';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { HISTORY_DAYS } from '../../src/seed/sandbox-history/history-plan';
import { SandboxHistory } from '../../src/seed/sandbox-history/sandbox-history';
import { connectProviders, sandboxGatewayKey } from '../../src/seed/sandbox-providers';
import { seedSandbox } from '../../src/seed/seed-sandbox';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { failedProofs } from '../support/ledger-app';
import { testConfig } from '../support/test-config';

const INSTITUTION = 1;
const NOTHING = { steps: 0, refused: [] };
/** Days before today at which the first run is interrupted: in the middle of the busy month. */
const INTERRUPTED_AT = 29;

const COUNTS = `SELECT
  (SELECT count(*)::int FROM customer) AS customers,
  (SELECT count(DISTINCT branch_id)::int FROM customer) AS branches,
  (SELECT count(*)::int FROM posting WHERE status = 'Posted'
     AND kind IN ('transfer', 'inward-transfer', 'outward-transfer', 'bill-vend')) AS movements,
  (SELECT count(DISTINCT business_date)::int FROM posting WHERE kind = 'transfer') AS busy_days,
  (SELECT count(*)::int FROM aml_hold WHERE status = 'Held') AS holds,
  (SELECT count(*)::int FROM payout WHERE kind = 'outward-transfer' AND status = 'Failed') AS open_transfers,
  (SELECT count(*)::int FROM payout WHERE kind = 'bill-vend' AND status = 'Failed') AS open_bills,
  (SELECT count(*)::int FROM fixed_deposit WHERE status = 'Active') AS deposits,
  (SELECT count(*)::int FROM message WHERE status = 'Failed') AS failed_messages`;

describe('the history of a new sandbox', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-history-'));
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let providers: RunningSandbox;
  let owner: Client;
  let earlyCounts: unknown;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    await migrate(database.url);
    const config = testConfig(database.url, { SANDBOX: 'true', SANDBOX_HISTORY: 'on' });
    app = await createHttpApp(AppModule.forRoot(config), config);
    await app.init();
    const gatewayKey = sandboxGatewayKey(app.get(Keyring));
    providers = await startSandbox({ port: 0, dataFile: path.join(folder, 'ledger.jsonl'), gatewayKey });
    await seedSandbox(app);
    await connectProviders(app, providers.url);
    owner = new Client({ connectionString: database.url });
    await owner.connect();
  }, 100_000);

  afterAll(async () => {
    await owner.end();
    await app.close();
    await providers.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const rows = async <Row>(statement: string): Promise<Row[]> => (await owner.query(statement)).rows as Row[];
  const daysAhead = async (): Promise<number | null> =>
    (await rows<{ days: number | null }>('SELECT clock_ahead_days AS days FROM institution'))[0]!.days;
  const postings = async (): Promise<unknown> => rows('SELECT count(*)::int, max(id) FROM posting');

  it('begins in the past, and its money was paid in there', async () => {
    expect(await daysAhead()).toBe(-HISTORY_DAYS);
    const opened = await rows('SELECT DISTINCT (now()::date - posted_at::date) AS days FROM posting');
    expect(opened).toEqual([{ days: HISTORY_DAYS }]);
  });

  it('stops in the middle when the process stops', async () => {
    const history = new SandboxHistory(app, INSTITUTION);
    history.begin();
    while ((await daysAhead())! < -INTERRUPTED_AT) await sleep(50);
    await history.stop();
    expect(await daysAhead()).toBeLessThan(0);
    earlyCounts = await postings();
  }, 220_000);

  it('is not continued once a reset has replaced the institution', async () => {
    await owner.query('UPDATE institution_directory SET retired_at = now()');
    expect(await new SandboxHistory(app, INSTITUTION).run()).toEqual(NOTHING);
    await owner.query('UPDATE institution_directory SET retired_at = NULL');
    expect(await daysAhead()).toBeLessThan(0);
  });

  it('is continued by the next run until time is real time', async () => {
    const { refused } = await new SandboxHistory(app, INSTITUTION).run();
    expect(refused).toEqual([]);
    expect(await postings()).not.toEqual(earlyCounts);
    expect(await daysAhead()).toBeNull();
    const [institution] = await rows<{ date: string }>('SELECT business_date::text AS date FROM institution');
    expect(institution!.date).toBe(calendarDate(new Date(), 'Africa/Lagos'));
    expect(await rows('SELECT status, count(*)::int FROM end_of_day_run GROUP BY 1')).toEqual([
      { status: 'Completed', count: HISTORY_DAYS },
    ]);
    expect(await rows('SELECT * FROM end_of_day_exception')).toEqual([]);
  }, 220_000);

  it('has customers of both branches, a month of movements, and work for staff', async () => {
    const [counts] = await rows<Record<string, number>>(COUNTS);
    // Five customers are those of every sandbox.
    expect(counts).toMatchObject({ customers: 28, branches: 2, holds: 6, deposits: 2, failed_messages: 1 });
    expect(counts).toMatchObject({ open_transfers: 2, open_bills: 1 });
    expect(counts!.movements).toBeGreaterThanOrEqual(300);
    expect(counts!.busy_days).toBeGreaterThanOrEqual(31);
    const waiting = await rows<{ operation: string }>(
      `SELECT operation FROM approval WHERE status = 'Pending' AND operation <> 'release-aml-hold' ORDER BY operation`,
    );
    expect(waiting.map(({ operation }) => operation)).toEqual([
      ...['change-approval-policy', 'loan', 'overdraft', 'posting-group', 'reverse-transaction'],
    ]);
  });

  it('has loans of all ages', async () => {
    const loans = await rows<{ late: number; status: string }>(
      `SELECT status, coalesce(
          (SELECT max(business_date - due_date) FROM loan_instalment i, institution
            WHERE i.loan_id = loan.id AND due_date < business_date AND paid_date IS NULL), 0) AS late
         FROM loan ORDER BY late DESC, status`,
    );
    const age = (late: number): string => `over ${[90, 60, 30, 0].find((days) => late > days) ?? 'nothing'}`;
    expect(loans.map(({ late, status }) => `${age(late)}: ${status}`)).toEqual([
      ...['over 90: Matured', 'over 60: Delinquent', 'over 30: Delinquent', 'over 0: Delinquent'],
      ...['Active', 'Active', 'Active', 'Approved', 'Closed', 'PendingApproval'].map((one) => `over nothing: ${one}`),
    ]);
  });

  it('leaves the accounts of every sandbox as they were, but for interest', async () => {
    const touched = await rows(
      `SELECT DISTINCT p.kind FROM posting p JOIN posting_entry l ON l.posting_id = p.id
        WHERE l.account_id IN (SELECT id FROM ledger_account WHERE kind = 'customer' ORDER BY id LIMIT 5) ORDER BY 1`,
    );
    expect(touched).toEqual([{ kind: 'opening' }, { kind: 'savings-interest' }]);
  });

  it('balances', async () => {
    expect(await failedProofs({ app }, INSTITUTION)).toEqual([]);
  });

  it('is not repeated', async () => {
    const before = await postings();
    expect(await new SandboxHistory(app, INSTITUTION).run()).toEqual(NOTHING);
    expect(await postings()).toEqual(before);
  });
});
