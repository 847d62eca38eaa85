import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { addDays } from '../../src/common/time/calendar';
import { addOverdraft, payOut, placeLien } from '../accounts/liens-support';
import { TestApp } from '../support/app';
import { databaseUrl, execute } from '../support/database';
import { businessDateOf } from '../support/end-of-day';
import { ServerProcess } from '../support/server-process';
import { moveContractsBack, openContracts } from './contracts';
import { ledgerDigest } from './ledger-digest';

/** `END_OF_DAY_KILLS=10` runs the long version. */
const KILLS = Number(process.env.END_OF_DAY_KILLS ?? 3);
const DAYS = KILLS + 1;
const LIENS_A_DAY = 25;
const DEADLINE_MS = 60_000 + DAYS * 20_000;

/** Slows the work down, so that a random moment may be anywhere in it. */
const SLOW = `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(TG_ARGV[0]::float); RETURN NEW; END $$;
  CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON end_of_day_step FOR EACH ROW EXECUTE FUNCTION slow(0.05);
  CREATE TRIGGER slow BEFORE INSERT OR UPDATE ON end_of_day_run FOR EACH ROW EXECUTE FUNCTION slow(0.05);
  CREATE TRIGGER slow BEFORE UPDATE ON lien FOR EACH ROW EXECUTE FUNCTION slow(0.01);
  CREATE TRIGGER slow BEFORE UPDATE ON loan FOR EACH ROW EXECUTE FUNCTION slow(0.01);
  CREATE TRIGGER slow BEFORE UPDATE ON fixed_deposit FOR EACH ROW EXECUTE FUNCTION slow(0.02);
  CREATE TRIGGER slow BEFORE INSERT ON posting FOR EACH ROW EXECUTE FUNCTION slow(0.02);`;

/** Steps that must have had rows to process, so that a kill may have met each of them. */
const STEPS = [
  'lien-expiry',
  'savings-accrual',
  'overdraft-interest',
  'fixed-deposit-accrual',
  'fixed-deposit-maturity',
  'loan-accrual',
  'loan-collection',
  'loan-arrears',
  'loan-ageing',
];

/** One copy of the institution, and the process that serves it. */
class ServerCopy {
  private server: ServerProcess | undefined;

  private constructor(
    readonly url: string,
    readonly database: Client,
  ) {}

  static async open(url: string): Promise<ServerCopy> {
    const database = new Client({ connectionString: url });
    await database.connect();
    return new ServerCopy(url, database);
  }

  async boot(): Promise<void> {
    this.server = await ServerProcess.start(this.url, { LOG_LEVEL: 'silent', JOB_LEASE_MS: '1000' });
  }

  async kill(): Promise<void> {
    await this.server!.stop('SIGKILL');
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.database.end();
  }

  async call<Data>(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ status: number; body: Data }> {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${this.server!.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Data };
  }

  /** The dates of the completed days. */
  async completed(): Promise<number> {
    const { rows } = await this.database.query<{ count: string }>(
      `SELECT count(*) FROM end_of_day_run WHERE status = 'Completed'`,
    );
    return Number(rows[0]!.count);
  }

  async untilCompleted(): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    while ((await this.completed()) < DAYS) {
      if (performance.now() > deadline)
        throw new Error(
          JSON.stringify((await this.database.query('SELECT date::text, status, problem FROM end_of_day_run')).rows),
        );
      await sleep(100);
    }
  }
}

/** The server as a separate process: `kill -9` at random moments of the end of day must leave the same books. */
describe('end of day and a killed server', () => {
  let administrator: { email: string; password: string };
  let copies: ServerCopy[] = [];
  let urls: string[] = [];

  beforeAll(async () => {
    const app = await TestApp.start();
    await prepare(app);
    administrator = app.sandbox.staff.administrator;
    const { database: source } = app.database;
    await app.app.close();
    await app.database.end();
    const admin = process.env.TEST_ADMIN_DATABASE_URL!;
    urls = ['undisturbed', 'killed'].map((name) => databaseUrl(admin, `${source}_${name}`));
    for (const name of ['undisturbed', 'killed'])
      await execute(admin, `CREATE DATABASE ${source}_${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
    await execute(admin, `DROP DATABASE ${source} WITH (FORCE)`);
    copies = await Promise.all(urls.map((url) => ServerCopy.open(url)));
  }, 120_000);
  afterAll(async () => {
    for (const copy of copies) await copy.close();
    for (const url of urls)
      await execute(
        process.env.TEST_ADMIN_DATABASE_URL!,
        `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`,
      );
  });

  /**
   * Creates accounts with interest, debt, loans, deposits, and liens that end on each of the days; then moves the date
   * back.
   */
  async function prepare(app: TestApp): Promise<void> {
    const today = await businessDateOf(app);
    const held = await app.openAccount(5_000);
    const placed = await placeLien(app, held, 1, { referenceNumber: 'CRASH', expiryDate: today });
    expect(placed.status).toBe(200);
    const { lienID } = (placed.body as { data: { lienID: number } }).data;
    await app.rows(
      `INSERT INTO lien SELECT (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n, 'reference_number', l.reference_number || n, 'expiry_date', $2::date - 1 - n % $3::int))).*
         FROM lien l, generate_series(1, $4::int) n WHERE l.id = $1`,
      [lienID, today, DAYS, DAYS * LIENS_A_DAY],
    );
    await app.rows('UPDATE ledger_account SET held_kobo = held_kobo + $2 WHERE number = $1', [
      held,
      DAYS * LIENS_A_DAY * 100,
    ]);
    const overdrawn = await app.openAccount(10);
    expect((await addOverdraft(app, overdrawn, 500, { referenceNumber: 'CRASH' })).status).toBe(200);
    expect((await payOut(app, overdrawn, 400)).status).toBe(200);
    const deposits = await openContracts(app, { loans: 20, broke: 6, deposits: 4 });
    // Dates all of it to the beginning of the missed days; the clock of the database cannot be turned back.
    const back = addDays(today, -DAYS);
    for (const table of ['posting', 'posting_entry']) await app.rows(`UPDATE ${table} SET business_date = $1`, [back]);
    await app.rows('UPDATE posting SET value_date = $1', [back]);
    await app.rows('UPDATE overdraft SET start_date = $1', [back]);
    await moveContractsBack(app, DAYS, deposits);
    await app.database.query(SLOW);
  }

  async function begin(copy: ServerCopy): Promise<void> {
    await copy.boot();
    const { body } = await copy.call<{ accessToken: string }>('POST', '/api/admin/v1/login', administrator);
    await copy.database.query('UPDATE institution SET business_date = business_date - $1::int', [DAYS]);
    expect((await copy.call('POST', '/api/admin/v1/end-of-day/run', undefined, body.accessToken)).status).toBe(200);
  }

  it(
    `come to the same books, killed ${KILLS} times or never`,
    async () => {
      const [undisturbed, killed] = copies as [ServerCopy, ServerCopy];
      await begin(undisturbed);
      await begin(killed);
      let inTheMiddle = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(randomInt(1_500));
        await killed.kill();
        if ((await killed.completed()) < DAYS) inTheMiddle += 1;
        await killed.boot();
      }
      await Promise.all([undisturbed.untilCompleted(), killed.untilCompleted()]);
      expect(inTheMiddle).toBeGreaterThan(KILLS / 2);
      const digest = await ledgerDigest(killed.database);
      expect(digest).toEqual(await ledgerDigest(undisturbed.database));
      expect(digest.liens!.filter((lien) => (lien as { status: string }).status === 'Expired')).toHaveLength(
        DAYS * LIENS_A_DAY,
      );
      expect(digest.exceptions).toEqual([]);
      const { rows: busy } = await killed.database.query<{ step: string }>(
        'SELECT DISTINCT step FROM end_of_day_step WHERE rows_done > 0',
      );
      expect(busy.map(({ step }) => step)).toEqual(expect.arrayContaining(STEPS));
      const { body } = await killed.call<{ accessToken: string }>('POST', '/api/admin/v1/login', administrator);
      const proof = await killed.call<{ data: { checks: { name: string; passed: boolean }[] } }>(
        'GET',
        '/api/admin/v1/ledger/proof',
        undefined,
        body.accessToken,
      );
      expect(proof.body.data.checks.filter(({ passed }) => !passed)).toEqual([]);
    },
    2 * DEADLINE_MS,
  );
});
