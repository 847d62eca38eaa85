import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Keyring } from '../../src/common/crypto/keyring';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';
import { BULK, bulkBody, rowsTo } from './bulk-files';

const ROWS = 620;
const CHUNK = 100;
const FUNDED = 5_000;
const WAIT_MS = 60_000;
/** Any number that both the triggers below and the test use. */
const GATE = 4_712;

/** The moments at which the process is killed: within a chunk of rows, in a later run of the job, and at the end. */
const MOMENTS = [
  { moment: '150', results: CHUNK },
  { moment: '550', results: 5 * CHUNK },
  { moment: 'completed', results: ROWS },
] as const;

const HOLD = `
  CREATE TABLE kill_moment (moment text);
  GRANT SELECT ON kill_moment TO PUBLIC;
  CREATE FUNCTION hold_bulk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM kill_moment WHERE moment = coalesce(to_jsonb(NEW)->>TG_ARGV[0], TG_ARGV[0])) THEN
      PERFORM pg_advisory_xact_lock(${GATE}); END IF;
    RETURN NEW; END $$;
  CREATE TRIGGER hold BEFORE INSERT ON bulk_transfer_result FOR EACH ROW EXECUTE FUNCTION hold_bulk('row_number');
  CREATE TRIGGER hold BEFORE UPDATE ON bulk_transfer FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL)
    EXECUTE FUNCTION hold_bulk('completed');`;

/** The server as a separate process: after `kill -9` and a restart, each row of a large file is posted once. */
describe('bulk transfers after kills of the server', () => {
  let database: TestDatabase;
  let owner: Client;
  let server: ServerProcess;
  let token: string;

  const boot = (): Promise<ServerProcess> =>
    ServerProcess.start(database.url, { LOG_LEVEL: 'silent', JOB_LEASE_MS: '1000' });
  const call = async (
    method: string,
    path: string,
    body?: object,
    reference = `K-${Math.random()}`,
  ): Promise<Answer> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'request-reference': reference },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return { status: answer.status, data };
  };
  const numberOf = async (sql: string, values: unknown[] = []): Promise<number> =>
    Number((await owner.query<{ n: string }>(sql, values)).rows[0]!.n);
  const results = (): Promise<number> => numberOf('SELECT count(*) AS n FROM bulk_transfer_result');
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + WAIT_MS;
    while (!(await holds())) {
      if (performance.now() > deadline) throw new Error(`Waited too long for ${what}; ${await results()} results.`);
      await sleep(25);
    }
  };
  const waiters = (): Promise<number> =>
    numberOf(`SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  const openAccount = async (): Promise<string> => {
    const person = { lastName: 'Test', firstName: 'Person', accountName: 'Test Person', branchCode: '001' };
    const place = { productCode: 'SAV001', accountOfficerStaffID: 'STF001' };
    const { status, data } = await call('POST', '/api/account/v1/createcustomeraccount', { ...person, ...place });
    if (status !== 200) throw new Error(JSON.stringify(data));
    return String(data.accountNumber);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    server = await boot();
    const { clientId, clientSecret } = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));
    const signedIn = await fetch(`${server.url}/api/auth/v1/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    token = ((await signedIn.json()) as { accessToken: string }).accessToken;
    // The account is funded from the vault.
    await owner.query('DELETE FROM approval_policy');
    await owner.query(HOLD);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await owner?.end();
    await database?.drop();
  });

  it('post every row exactly once, and give back once what a refused row did not take', async () => {
    const [from, to, inactive] = [await openAccount(), await openAccount(), await openAccount()];
    const funding = { debitAccount: '1010', creditAccount: from, amount: FUNDED };
    expect((await call('POST', '/api/transfer/v1/localfundtransfer', funding)).status).toBe(200);
    await owner.query(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [inactive]);
    const rows = rowsTo(
      [to],
      Array.from({ length: ROWS }, () => 1),
    );
    rows[200]!.creditAccount = inactive;
    const body = bulkBody(from, rows);
    const arm = async (moment: string): Promise<void> => {
      await owner.query('DELETE FROM kill_moment');
      await owner.query('INSERT INTO kill_moment VALUES ($1)', [moment]);
      await owner.query(`SELECT pg_advisory_lock(${GATE})`);
    };
    await arm(MOMENTS[0].moment);
    expect((await call('POST', BULK, body, 'KILLED-FILE')).data).toMatchObject({ processing: 'EachRow' });
    for (const [index, { moment, results: committed }] of MOMENTS.entries()) {
      await until(`row ${moment}`, async () => (await waiters()) > 0);
      await server.stop('SIGKILL');
      expect([moment, await results()]).toEqual([moment, committed]);
      await owner.query('DELETE FROM kill_moment');
      await owner.query(`SELECT pg_advisory_unlock(${GATE})`);
      await until('the end of the killed transaction', async () => (await waiters()) === 0);
      const next = MOMENTS[index + 1];
      if (next) await arm(next.moment);
      server = await boot();
    }
    await until('the end of the file', async () => {
      const { data } = await call('GET', `${BULK}/KILLED-FILE`);
      return data.status === 'Completed';
    });
    expect((await call('GET', `${BULK}/KILLED-FILE`)).data).toMatchObject({
      postedRows: ROWS - 1,
      failedRows: 1,
      returnedAmount: 1,
    });
    // A repeated request gets its first answer, and nothing moves again.
    expect((await call('POST', BULK, body, 'KILLED-FILE')).status).toBe(200);
    const paid = await owner.query<{ reference: string; n: string }>(
      `SELECT reference, count(*) AS n FROM posting WHERE kind = 'transfer' AND reference = ANY($1) GROUP BY 1`,
      [rows.map(({ reference }) => reference)],
    );
    expect([paid.rowCount, paid.rows.filter(({ n }) => n !== '1')]).toEqual([ROWS - 1, []]);
    expect(await numberOf(`SELECT count(*) AS n FROM posting WHERE kind = 'bulk-return'`)).toBe(1);
    const balance = (number: string): Promise<number> =>
      numberOf('SELECT credits_posted_kobo - debits_posted_kobo AS n FROM ledger_account WHERE number = $1', [number]);
    expect([await balance(from), await balance(to), await balance(inactive), await balance('2075')]).toEqual([
      (FUNDED - ROWS + 1) * 100,
      (ROWS - 1) * 100,
      0,
      0,
    ]);
  }, 240_000);
});

interface Answer {
  status: number;
  data: Record<string, unknown>;
}
