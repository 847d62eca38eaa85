import { Client } from 'pg';
import { Keyring } from '../../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox';
import { sandboxCredentials } from '../../src/seed/sandbox-credentials';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { ServerProcess } from '../support/server-process';
import { MASTER_KEY } from '../support/test-config';
import { Interceptor } from './interceptor';
import { providerChanges } from './provider-settings';

const FUNDED = 1_000;
const TOTAL = 110.75;
const HELD_TIMEOUT_MS = 20_000;
const SETTLED_TIMEOUT_MS = 60_000;
/** Any number that both the trigger below and the test use. */
const GATE = 4_711;

interface Ending {
  /** Trigger of docs/sandbox.md. */
  beneficiary: string;
  status: 'Processed' | 'Reversed';
  /** Status of the row when the process has died. */
  after: string;
  /** Calls that the provider has received by then. */
  sentBefore: number;
  sends: number;
}

/** The moments at which the process is killed, each reached by one transfer. */
const MOMENTS: Record<string, Ending> = {
  'before-the-send-is-noted': {
    beneficiary: '3700000001',
    after: 'Pending',
    sentBefore: 0,
    sends: 1,
    status: 'Processed',
  },
  'request-on-the-way': {
    beneficiary: '3700000002',
    after: 'Processing',
    sentBefore: 0,
    sends: 1,
    status: 'Processed',
  },
  'answer-on-the-way': { beneficiary: '3700000003', after: 'Processing', sentBefore: 1, sends: 1, status: 'Processed' },
  'before-success-is-stored': {
    beneficiary: '3700000004',
    after: 'Processing',
    sentBefore: 1,
    sends: 1,
    status: 'Processed',
  },
  'before-reversal-is-stored': {
    beneficiary: '9900000001',
    after: 'Processing',
    sentBefore: 1,
    sends: 1,
    status: 'Reversed',
  },
  'worker-asking': { beneficiary: '9900000005', after: 'PendingTSQ', sentBefore: 1, sends: 1, status: 'Processed' },
};

const HOLD = `
  CREATE FUNCTION hold_payout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END $$;
  CREATE TRIGGER hold BEFORE UPDATE ON payout FOR EACH ROW WHEN (
    (NEW.reference = 'before-the-send-is-noted' AND NEW.status = 'Processing') OR (NEW.reference = 'before-success-is-stored' AND NEW.status = 'Processed') OR
    (NEW.reference = 'before-reversal-is-stored' AND NEW.status = 'Reversed')) EXECUTE FUNCTION hold_payout();`;

/** The server as a separate process: after `kill -9` and a restart, its books must equal the provider's. */
describe('outward transfers after a kill of the server', () => {
  let database: TestDatabase;
  let owner: Client;
  let providers: RunningSandbox;
  let interceptor: Interceptor;
  let server: ServerProcess;
  let account: string;
  let token: string;
  const bodies = new Map<string, object>();

  const credentials = sandboxCredentials(new Keyring([Buffer.from(MASTER_KEY, 'base64')]));
  const boot = (): Promise<ServerProcess> =>
    ServerProcess.start(database.url, {
      LOG_LEVEL: 'silent',
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
      GATEWAY_TIMEOUT_MS: '4000',
      PAYOUT_QUERY_AFTER_MS: '50',
      PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0',
      JOB_LEASE_MS: '2000',
    });
  const call = async <Data>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    as = token,
    reference = `${path}-${Math.random()}`,
  ): Promise<{ status: number; data: Data }> => {
    const headers = {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      'request-reference': reference,
    };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: Data }).data };
  };
  const signIn = async (path: string, secret: object): Promise<string> =>
    (await call<{ accessToken: string }>('POST', path, secret)).data.accessToken;
  const staff = (part: keyof typeof credentials.staff): Promise<string> =>
    signIn('/api/admin/v1/login', credentials.staff[part]);
  const eventuallyEqual = async (read: () => Promise<unknown>, expected: unknown, timeoutMs: number): Promise<void> => {
    const deadline = performance.now() + timeoutMs;
    for (let value = await read(); ; value = await read()) {
      if (JSON.stringify(value) === JSON.stringify(expected) || performance.now() > deadline)
        return void expect(value).toEqual(expected);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const statuses = async (): Promise<Record<string, string>> => {
    const { rows } = await owner.query<{ reference: string; status: string }>(
      'SELECT reference, status FROM payout ORDER BY reference',
    );
    return Object.fromEntries(rows.map(({ reference, status }) => [reference, status]));
  };
  const expected = <Key extends keyof Ending>(key: Key): Record<string, Ending[Key]> =>
    Object.fromEntries(
      Object.keys(MOMENTS)
        .sort()
        .map((moment) => [moment, MOMENTS[moment]![key]]),
    );
  const recorded = (): Record<string, { timesSent: number; paid: boolean }> =>
    Object.fromEntries(
      providers.ledger.transfers.map(({ reference, timesSent, paid }) => [reference, { timesSent, paid }]),
    );
  /** Sends without waiting, because the process is killed before it answers. */
  const send = (moment: string): void =>
    void call('POST', '/api/transfer/v1/outwardtransfer', bodies.get(moment), token, `CRASH-${moment}`).catch(
      () => undefined,
    );

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    providers = await startSandbox({ port: 0 });
    interceptor = await Interceptor.start(providers.url);
    server = await boot();
    token = await signIn('/api/auth/v1/authenticate', {
      clientId: credentials.clientId,
      clientSecret: credentials.clientSecret,
    });
    const administrator = await staff('administrator');
    const changes = providerChanges(interceptor.url);
    const asked = await call<{ approvalId: number }>('PUT', '/api/admin/v1/configuration', { changes }, administrator);
    const approval = `/api/admin/v1/approvals/${asked.data.approvalId}/approve`;
    expect((await call('POST', approval, {}, await staff('secondAdministrator'))).status).toBe(200);
    // The account is funded from the vault.
    await owner.query('DELETE FROM approval_policy');
    const person = {
      lastName: 'Test',
      firstName: 'Person',
      accountName: 'Test Person',
      branchCode: '001',
      productCode: 'SAV001',
      accountOfficerStaffID: 'STF001',
    };
    account = (await call<{ accountNumber: string }>('POST', '/api/account/v1/createcustomeraccount', person)).data
      .accountNumber;
    expect(
      (
        await call('POST', '/api/transfer/v1/localfundtransfer', {
          debitAccount: '1010',
          creditAccount: account,
          amount: FUNDED,
        })
      ).status,
    ).toBe(200);
    for (const [moment, { beneficiary }] of Object.entries(MOMENTS)) {
      const { data } = await call<{ nameEnquiryRef: string; accountName: string }>(
        'GET',
        `/api/transfer/v1/nameenquiry?DestinationAccountNumber=${beneficiary}&DestinationInstitutionCode=000013`,
      );
      bodies.set(moment, {
        nameEnquiryRef: data.nameEnquiryRef,
        originatorAccountNumber: account,
        originatorAccountName: 'Test Person',
        beneficiaryAccountNumber: beneficiary,
        beneficiaryAccountName: data.accountName,
        destinationInstitutionCode: '000013',
        beneficiaryBankName: 'GTBANK PLC',
        transactionReference: moment,
        amount: 100,
      });
    }
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await interceptor?.close();
    await providers?.close();
    await owner?.end();
    await database?.drop();
  });

  it('are in a state, when the server is killed, in which nothing can be paid twice or lost', async () => {
    await owner.query(HOLD);
    await owner.query(`SELECT pg_advisory_lock(${GATE})`);
    interceptor.set([
      { path: '/transfer/tsq', body: 'worker-asking', what: 'request' },
      { path: '/transfer/send', body: 'request-on-the-way', what: 'request' },
      { path: '/transfer/send', body: 'answer-on-the-way', what: 'answer' },
    ]);
    send('worker-asking');
    await eventuallyEqual(() => Promise.resolve(interceptor.held), ['worker-asking'], HELD_TIMEOUT_MS);
    for (const moment of Object.keys(MOMENTS).filter((each) => each !== 'worker-asking')) send(moment);
    const waiting = async (): Promise<number> =>
      Number(
        (
          await owner.query<{ count: string }>(
            `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`,
          )
        ).rows[0]!.count,
      );
    await eventuallyEqual(
      async () => [await waiting(), [...interceptor.held].sort()],
      [3, ['answer-on-the-way', 'request-on-the-way', 'worker-asking']],
      HELD_TIMEOUT_MS,
    );
    await server.stop('SIGKILL');

    await owner.query(`SELECT pg_advisory_unlock(${GATE})`);
    await owner.query('DROP TRIGGER hold ON payout');
    interceptor.set([]);
    expect(await statuses()).toEqual(expected('after'));
    expect(
      Object.fromEntries(Object.keys(MOMENTS).map((moment) => [moment, recorded()[moment]?.timesSent ?? 0])),
    ).toEqual(expected('sentBefore'));
  }, 60_000);

  it("end in a new process as in the provider's books", async () => {
    server = await boot();
    await eventuallyEqual(statuses, expected('status'), SETTLED_TIMEOUT_MS);
    const books = Object.fromEntries(
      Object.entries(MOMENTS).map(([moment, { sends, status }]) => [
        moment,
        { timesSent: sends, paid: status === 'Processed' },
      ]),
    );
    expect(recorded()).toEqual(books);
    const paid = Object.values(MOMENTS).filter(({ status }) => status === 'Processed').length;
    expect(
      (await call<{ availableBalance: number }>('POST', '/api/transfer/v1/balanceenquiry', { accountNumber: account }))
        .data.availableBalance,
    ).toBeCloseTo(FUNDED - paid * TOTAL, 2);
  }, 160_000);

  it('answer repeated requests with their final state and pay nothing more', async () => {
    for (const [moment, { status }] of Object.entries(MOMENTS)) {
      const again = await call<{ processingStatus: string }>(
        'POST',
        '/api/transfer/v1/outwardtransfer',
        bodies.get(moment),
        token,
        `CRASH-${moment}`,
      );
      expect([again.status, again.data.processingStatus]).toEqual([status === 'Processed' ? 200 : 422, status]);
      expect(recorded()[moment]!.timesSent).toBe(MOMENTS[moment]!.sends);
    }
    const proof = await call<{ checks: { passed: boolean }[] }>(
      'GET',
      '/api/admin/v1/ledger/proof',
      undefined,
      await staff('administrator'),
    );
    expect([proof.status, proof.data.checks.filter(({ passed }) => !passed)]).toEqual([200, []]);
  });
});
