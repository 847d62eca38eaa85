import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Keyring } from '../../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { BANK } from '../payouts/outward-app';
import { providerChanges } from '../payouts/provider-settings';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';
import { BULK, type BulkBody, bulkBody, type BulkRow, rowsTo } from './bulk-files';

const ROWS = 620;
const CHUNK = 100;
const FUNDED = 20_000;
/** A beneficiary whose transfers fail for good, by docs/sandbox.md. */
const FAILING = '9900000001';
/** Naira of a row to another institution, and with its charges. */
const OUTWARD = 100;
const OUTWARD_TOTAL = 110.75;
const WAIT_MS = 60_000;
/** Any number that both the triggers below and the test use. */
const GATE = 4_712;

/** A moment at which the process is killed: the rows that wait at it, and the results that are committed then. */
interface Moment {
  /** Number of a row, `completed`, or the reference of a payout. */
  names: string[];
  results: number;
}

const HOLD = `
  CREATE TABLE kill_moment (moment text);
  GRANT SELECT ON kill_moment TO PUBLIC;
  CREATE FUNCTION hold_bulk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM kill_moment WHERE moment = coalesce(to_jsonb(NEW)->>TG_ARGV[0], TG_ARGV[0])) THEN
      PERFORM pg_advisory_xact_lock(${GATE}); END IF;
    RETURN NEW; END $$;
  CREATE TRIGGER hold BEFORE INSERT ON bulk_transfer_result FOR EACH ROW EXECUTE FUNCTION hold_bulk('row_number');
  CREATE TRIGGER hold BEFORE UPDATE ON bulk_transfer FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL)
    EXECUTE FUNCTION hold_bulk('completed');
  CREATE TRIGGER hold BEFORE UPDATE ON payout FOR EACH ROW WHEN (NEW.status = 'Processed')
    EXECUTE FUNCTION hold_bulk('reference');`;

/** The server as a separate process: after `kill -9` and a restart, each row of a large file is posted once. */
describe('bulk transfers after kills of the server', () => {
  let database: TestDatabase;
  let owner: Client;
  let server: ServerProcess;
  let providers: RunningSandbox;
  let token: string;

  const boot = (): Promise<ServerProcess> =>
    ServerProcess.start(database.url, {
      LOG_LEVEL: 'silent',
      JOB_LEASE_MS: '1000',
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
      PAYOUT_QUERY_AFTER_MS: '50',
    });
  const call = async (
    method: string,
    path: string,
    body?: object,
    reference = `K-${Math.random()}`,
    as = token,
  ): Promise<Answer> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'request-reference': reference },
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

  const credentials = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));
  const signIn = async (path: string, secret: object): Promise<string> => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(secret),
    });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  const staff = (part: keyof typeof credentials.staff): Promise<string> =>
    signIn('/api/admin/v1/login', credentials.staff[part]);
  const balance = (number: string): Promise<number> =>
    numberOf('SELECT credits_posted_kobo - debits_posted_kobo AS n FROM ledger_account WHERE number = $1', [number]);
  const arm = async (names: string[]): Promise<void> => {
    await owner.query('INSERT INTO kill_moment SELECT unnest($1::text[])', [names]);
    await owner.query(`SELECT pg_advisory_lock(${GATE})`);
  };
  const fund = async (account: string): Promise<void> => {
    const funding = { debitAccount: '1010', creditAccount: account, amount: FUNDED };
    expect((await call('POST', '/api/transfer/v1/localfundtransfer', funding)).status).toBe(200);
  };

  /** Sends a file, kills the server at each moment, and waits for the end of the file. */
  async function sendAndKill(body: BulkBody, reference: string, moments: readonly Moment[]): Promise<void> {
    await arm(moments[0]!.names);
    const before = await results();
    expect((await call('POST', BULK, body, reference)).data).toMatchObject({ processing: 'EachRow' });
    for (const [index, { names, results: committed }] of moments.entries()) {
      await until(names.join(), async () => (await waiters()) >= names.length);
      await server.stop('SIGKILL');
      expect([names, (await results()) - before]).toEqual([names, committed]);
      await owner.query('DELETE FROM kill_moment');
      await owner.query(`SELECT pg_advisory_unlock(${GATE})`);
      await until('the end of the killed transaction', async () => (await waiters()) === 0);
      const next = moments[index + 1];
      if (next) await arm(next.names);
      server = await boot();
    }
    await until('the end of the file', async () => {
      const { data } = await call('GET', `${BULK}/${reference}`);
      return data.status === 'Completed';
    });
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    providers = await startSandbox({ port: 0 });
    server = await boot();
    const { clientId, clientSecret } = credentials;
    token = await signIn('/api/auth/v1/authenticate', { clientId, clientSecret });
    const changes = providerChanges(providers.url);
    const path = '/api/admin/v1/configuration';
    const asked = await call('PUT', path, { changes }, undefined, await staff('administrator'));
    const approval = `/api/admin/v1/approvals/${String(asked.data.approvalId)}/approve`;
    const approved = await call('POST', approval, {}, undefined, await staff('secondAdministrator'));
    expect(approved.status).toBe(200);
    // The accounts are funded from the vault.
    await owner.query('DELETE FROM approval_policy');
    await owner.query(HOLD);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await providers?.close();
    await owner?.end();
    await database?.drop();
  });

  it('post every row exactly once, and give back once what a refused row did not take', async () => {
    const [from, to, inactive] = [await openAccount(), await openAccount(), await openAccount()];
    await fund(from);
    await owner.query(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [inactive]);
    const rows = rowsTo(
      [to],
      Array.from({ length: ROWS }, () => 1),
    );
    rows[200]!.creditAccount = inactive;
    const body = bulkBody(from, rows);
    // Within a chunk of rows, in a later run of the job, and at the end.
    await sendAndKill(body, 'KILLED-FILE', [
      { names: ['150'], results: CHUNK },
      { names: ['550'], results: 5 * CHUNK },
      { names: ['completed'], results: ROWS },
    ]);
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
    expect([await balance(from), await balance(to), await balance(inactive), await balance('2075')]).toEqual([
      (FUNDED - ROWS + 1) * 100,
      (ROWS - 1) * 100,
      0,
      0,
    ]);
  }, 240_000);

  it('pay every row to another institution exactly once, and give back once what one of them refuses', async () => {
    const [from, to] = [await openAccount(), await openAccount()];
    await fund(from);
    const rows = rowsTo(
      [to],
      Array.from({ length: ROWS }, () => 1),
    );
    // Rows 10, 20 and so on are paid at other institutions.
    const outward = rows.filter((_, index) => index % 10 === 9);
    for (const [index, row] of outward.entries()) Object.assign(row, await foreign(index));
    const body = bulkBody(from, rows);
    // The last moment is within the payout of row 590 and the end of the file.
    await sendAndKill(body, 'KILLED-PAYOUTS', [
      { names: ['150'], results: CHUNK },
      { names: ['550'], results: 5 * CHUNK },
      { names: ['completed', rows[589]!.reference], results: ROWS },
    ]);
    await until('the end of the payouts', async () => {
      const { data } = await call('GET', `${BULK}/KILLED-PAYOUTS`);
      return data.processedRows === outward.length - 1 && data.reversedRows === 1;
    });
    expect((await call('POST', BULK, body, 'KILLED-PAYOUTS')).status).toBe(200);
    const sent = providers.ledger.transfers.map(({ reference, paid, timesSent }) => ({ reference, paid, timesSent }));
    const expected = outward.map(({ reference, creditAccount }) => ({
      reference,
      paid: creditAccount !== FAILING,
      timesSent: 1,
    }));
    const byReference = (one: { reference: string }, other: { reference: string }): number =>
      one.reference < other.reference ? -1 : 1;
    expect(sent.sort(byReference)).toEqual(expected.sort(byReference));
    const local = ROWS - outward.length;
    expect([await balance(from), await balance(to), await balance('2075')]).toEqual([
      Math.round((FUNDED - local - (outward.length - 1) * OUTWARD_TOTAL) * 100),
      local * 100,
      0,
    ]);
    const proof = await call('GET', '/api/admin/v1/ledger/proof', undefined, undefined, await staff('administrator'));
    expect((proof.data.checks as { passed: boolean }[]).filter(({ passed }) => !passed)).toEqual([]);
  }, 240_000);

  /** The fields of a row to another institution, after its name enquiry. One of them is refused there. */
  async function foreign(index: number): Promise<Partial<BulkRow>> {
    const creditAccount = index === 20 ? FAILING : `32000000${String(index + 10)}`;
    const query = `DestinationAccountNumber=${creditAccount}&DestinationInstitutionCode=${BANK}`;
    const { data } = await call('GET', `/api/transfer/v1/nameenquiry?${query}`);
    const { nameEnquiryRef, accountName } = data as { nameEnquiryRef: string; accountName: string };
    return { creditAccount, amount: OUTWARD, bankCode: BANK, nameEnquiryRef, beneficiaryName: accountName };
  }
});

interface Answer {
  status: number;
  data: Record<string, unknown>;
}
