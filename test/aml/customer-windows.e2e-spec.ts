import { setTimeout as sleep } from 'node:timers/promises';
import { BehindRunner } from '../../src/aml/scenario-desk/behind/behind-runner';
import { CustomerWindowBuilds } from '../../src/aml/scenario-desk/customer-window-builds';
import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { WindowRebuilds } from '../../src/aml/scenario-desk/window-rebuilds';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const SCENARIOS = '/api/admin/v1/aml/scenarios';
const DESK = ['manage-scenarios', 'view-scenarios', 'view-approvals'];
const WHOLE = 'customer-sum';
const LIMIT_NAIRA = 300;

/** Holds an outflow with which the outflow of 24 hours reaches ₦300. */
const outflowScenario = (code: string, group: 'window' | 'customerWindow'): object => ({
  ...EXAMPLE_DEFINITION,
  code,
  action: group === 'window' ? 'alert' : 'hold',
  parameters: {},
  conditions: [
    {
      name: 'sum',
      when: `${group}.outflowKobo24h >= ${LIMIT_NAIRA * 100}`,
      points: 60,
      words: `{${group}.outflowKobo24h} left.`,
    },
  ],
});

describe('Windows of a customer over all accounts', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  let payee: string;

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'CWN001', DESK);
    second = await hire(app, 'CWN002', DESK);
    payee = await app.openAccount();
    // A scenario of accounts keeps the movements of before.
    await goLive('account-sum', 'window');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function goLive(code: string, group: 'window' | 'customerWindow'): Promise<void> {
    const definition = outflowScenario(code, group);
    const { versions } = dataOf<{ versions: { version: number; state: string }[] }>(
      await app.post(SCENARIOS, { code, definition }, { token: officer.token }),
    );
    const { version } = versions.find(({ state }) => state === 'draft')!;
    const asked = app.post(`${SCENARIOS}/${code}/live`, { version }, { token: officer.token });
    dataOf(await app.approved(asked, second.token));
  }

  async function retire(code: string): Promise<void> {
    dataOf(await app.approved(app.post(`${SCENARIOS}/${code}/retire`, {}, { token: officer.token }), second.token));
  }

  /** A customer with two accounts, each with ₦10,000. */
  async function withTwoAccounts(lastName: string): Promise<{ accounts: [string, string]; customerID: string }> {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const place = { branchCode, productCode, accountOfficerStaffID };
    const first = dataOf<{ accountNumber: string; customerID: string }>(
      await app.post('/api/account/v1/createcustomeraccount', {
        ...place,
        lastName,
        firstName: 'Ada',
        accountName: lastName,
      }),
    );
    const { customerID } = first;
    const other = dataOf<{ accountNumber: string }>(
      await app.post('/api/account/v1/createaccount', { ...place, customerID, accountName: `${lastName} Savings` }),
    );
    const accounts: [string, string] = [first.accountNumber, other.accountNumber];
    for (const number of accounts) await app.payIn(number, 10_000);
    return { accounts, customerID };
  }

  const pay = async (debitAccount: string, amount: number, creditAccount = payee): Promise<number> => {
    const body = { debitAccount, creditAccount, amount, narration: 'Rent', postingsTransactionType: 3 };
    return (await app.post('/api/transfer/v1/localfundtransfer', body)).status;
  };

  const since = async (): Promise<number> => {
    const [row] = await app.rows<{ since: string }>(
      'SELECT customer_windows_since AS since FROM institution WHERE institution_id = $1',
      [app.institutionId],
    );
    return Number(row!.since);
  };
  const idOf = async (customerID: string): Promise<number> => {
    const [row] = await app.rows<{ id: string }>(
      'SELECT id FROM customer WHERE institution_id = $1 AND customer_number = $2',
      [app.institutionId, customerID],
    );
    return Number(row!.id);
  };
  const stateOf = async (customerID: string, speed: 'lock' | 'behind'): Promise<string | undefined> => {
    const [row] = await app.rows<{ state: string }>(
      `SELECT encode(state, 'hex') AS state FROM aml_customer_window
        WHERE institution_id = $1 AND customer_id = $2 AND speed = $3 AND since = $4`,
      [app.institutionId, await idOf(customerID), speed, await since()],
    );
    return row?.state;
  };
  const builds = (): CustomerWindowBuilds => app.app.get(CustomerWindowBuilds, { strict: false });
  const buildAll = (): Promise<void> => builds().buildAll(app.institutionId);

  it('do not exist while no scenario in use reads them', async () => {
    const { accounts, customerID } = await withTwoAccounts('Nobody');
    expect(await pay(accounts[0], 400)).toBe(200);
    expect(await since()).toBe(0);
    await builds().buildAll(app.institutionId);
    expect(await stateOf(customerID, 'lock')).toBeUndefined();
  });

  it('count what left before the scenario came into use, once they are built', async () => {
    const { accounts, customerID } = await withTwoAccounts('Before');
    expect(await pay(accounts[0], 200)).toBe(200);
    await goLive(WHOLE, 'customerWindow');
    expect(await since()).toBeGreaterThan(0);
    await eventually(async () => expect(await stateOf(customerID, 'lock')).toBeDefined());
    expect(await pay(accounts[1], 99)).toBe(200);
    expect(await pay(accounts[1], 1)).toBe(202);
  });

  it('hold what leaves in parts from two accounts of one customer, and nothing of another customer', async () => {
    const [one, another] = [await withTwoAccounts('Parts'), await withTwoAccounts('Other')];
    await buildAll();
    expect(await pay(one.accounts[0], 150)).toBe(200);
    expect(await pay(one.accounts[1], 149)).toBe(200);
    expect(await pay(another.accounts[0], 150)).toBe(200);
    expect(await pay(one.accounts[0], 1)).toBe(202);
    expect(await pay(another.accounts[1], 149)).toBe(200);
  });

  it('let no two of many parallel movements of two accounts pass the threshold together', async () => {
    const { accounts } = await withTwoAccounts('Parallel');
    await buildAll();
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, n) => pay(accounts[n % 2]!, 100)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 202)).toHaveLength(10);
  });

  /** Runs work that waits for a row that the test has locked, until the test has changed something and ended. */
  async function whileLocked<Result>(
    row: readonly [text: string, values: unknown[]],
    work: () => Promise<Result>,
    change: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Result> {
    await app.rows('BEGIN');
    await app.rows(...row);
    let ended = false;
    const working = work().finally(() => (ended = true));
    await sleep(300);
    expect(ended).toBe(false);
    await change();
    await app.rows('COMMIT');
    return working;
  }

  it('wait for a movement that another process decides on another account, and count it', async () => {
    const [one, twin] = [await withTwoAccounts('Waits'), await withTwoAccounts('Twin')];
    expect(await pay(twin.accounts[0], 299)).toBe(200);
    const [id, twinId] = [await idOf(one.customerID), await idOf(twin.customerID)];
    const held = await whileLocked(
      [
        `SELECT 1 FROM aml_customer_window WHERE institution_id = $1 AND customer_id = $2 AND speed = 'lock' FOR UPDATE`,
        [app.institutionId, id],
      ],
      () => pay(one.accounts[1], 1),
      () =>
        app.rows(
          `UPDATE aml_customer_window SET state = (
             SELECT state FROM aml_customer_window
              WHERE institution_id = $1 AND customer_id = $3 AND speed = 'lock')
            WHERE institution_id = $1 AND customer_id = $2 AND speed = 'lock'`,
          [app.institutionId, id, twinId],
        ),
    );
    expect(held).toBe(202);
  });

  it('are absent for a customer with earlier movements until they are built, and count all of them then', async () => {
    const { accounts, customerID } = await withTwoAccounts('Absent');
    const id = await idOf(customerID);
    await app.rows('DELETE FROM aml_customer_window WHERE institution_id = $1 AND customer_id = $2', [
      app.institutionId,
      id,
    ]);
    expect(await pay(accounts[0], 299)).toBe(200);
    expect(await pay(accounts[1], 1)).toBe(200);
    expect(await stateOf(customerID, 'lock')).toBeUndefined();
    await builds().build(app.institutionId, id);
    expect(await pay(accounts[1], 1)).toBe(202);
  });

  it('are built once the movement under way on an account of the customer has ended', async () => {
    const { accounts, customerID } = await withTwoAccounts('Busy');
    const id = await idOf(customerID);
    await whileLocked(
      [
        'SELECT 1 FROM ledger_account WHERE institution_id = $1 AND number = $2 FOR NO KEY UPDATE',
        [app.institutionId, accounts[1]],
      ],
      () => builds().build(app.institutionId, id),
    );
    expect(await stateOf(customerID, 'lock')).toBeDefined();
  });

  it('are built once every posting that may know the scenarios of before has ended', async () => {
    await whileLocked(['SELECT pg_current_xact_id()', []], buildAll);
  });

  it('begin with the first movement of a new customer, also of two accounts at the same moment', async () => {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const place = { branchCode, productCode, accountOfficerStaffID };
    const { accountNumber, customerID } = dataOf<{ accountNumber: string; customerID: string }>(
      await app.post('/api/account/v1/createcustomeraccount', {
        ...place,
        lastName: 'New',
        firstName: 'Ada',
        accountName: 'New',
      }),
    );
    const other = dataOf<{ accountNumber: string }>(
      await app.post('/api/account/v1/createaccount', { ...place, customerID, accountName: 'New Savings' }),
    );
    await Promise.all([app.payIn(accountNumber, 10_000), app.payIn(other.accountNumber, 10_000)]);
    const live = await stateOf(customerID, 'lock');
    expect(live).toBeDefined();
    await builds().build(app.institutionId, await idOf(customerID));
    expect(await stateOf(customerID, 'lock')).toBe(live);
  });

  it('leave out money between two accounts of the customer, and do not judge it', async () => {
    const { accounts } = await withTwoAccounts('Own');
    await buildAll();
    expect(await pay(accounts[0], 5_000, accounts[1])).toBe(200);
    expect(await pay(accounts[1], 299)).toBe(200);
    expect(await pay(accounts[0], 5_000, accounts[1])).toBe(200);
    expect(await pay(accounts[0], 1)).toBe(202);
  });

  it('are built to equal values beside live postings, of which none is lost, and equal those behind', async () => {
    const { accounts, customerID } = await withTwoAccounts('Rebuilt');
    const id = await idOf(customerID);
    const postings = Promise.all(Array.from({ length: 30 }, (_, n) => pay(accounts[n % 2]!, 1 + (n % 7))));
    for (let round = 0; round < 6; round += 1) await builds().build(app.institutionId, id);
    expect(new Set(await postings)).toEqual(new Set([200]));
    const live = await stateOf(customerID, 'lock');
    const job = { institutionId: app.institutionId, id: 1, payload: {} };
    await app.app.get(WindowRebuilds, { strict: false }).run(job);
    expect(await stateOf(customerID, 'lock')).toBe(live);
    await eventually(async () => {
      await app.app.get(BehindRunner, { strict: false }).run(app.institutionId);
      expect(await stateOf(customerID, 'behind')).toBe(live);
    });
  });

  it('are built anew when the scenario comes into use again, with what was posted meanwhile', async () => {
    const { accounts, customerID } = await withTwoAccounts('Again');
    await buildAll();
    await retire(WHOLE);
    expect(await since()).toBe(0);
    expect(await pay(accounts[0], 250)).toBe(200);
    await goLive('customer-sum-again', 'customerWindow');
    await eventually(async () => expect(await stateOf(customerID, 'lock')).toBeDefined());
    expect(await pay(accounts[1], 50)).toBe(202);
    await retire('customer-sum-again');
  });
});
