import { shippedDefinitions } from '../../src/aml/scenario-desk/scenario-language';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const LISTS = '/api/admin/v1/watch-lists';
const SCENARIOS = '/api/admin/v1/aml/scenarios';
const DESK = ['view-watch-lists', 'manage-watch-lists', 'view-scenarios', 'manage-scenarios', 'view-approvals'];

/** Whose accounts a payment to a listed customer freezes (docs/domain/scenarios.md#shipped). */
describe('A payment to a listed customer', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  let listed: string;

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'LSD001', DESK);
    second = await hire(app, 'LSD002', DESK);
    const sent = { token: officer.token };
    dataOf(await app.post(LISTS, { code: 'sides', name: 'Sides', kind: 'own', format: 'own-csv' }, sent));
    const content = Buffer.from('id,name\nS-1,Zebrathus Quartzolini\n').toString('base64url');
    dataOf(await app.post(`${LISTS}/sides/versions`, { fileName: 'sides.csv', content }, sent));
    dataOf(await app.post(`${LISTS}/sides/activate`, { version: 1 }, sent));
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const name = { lastName: 'Quartzolini', firstName: 'Zebrathus', accountName: 'Zebrathus Quartzolini' };
    const body = { ...name, branchCode, productCode, accountOfficerStaffID };
    const opened = await app.post('/api/account/v1/createcustomeraccount', body);
    listed = dataOf<{ accountNumber: string }>(opened).accountNumber;
    await eventually(async () => expect(await app.rows(`SELECT 1 FROM aml_alert`)).toHaveLength(1));
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function putLive(code: string, changes: object = {}): Promise<void> {
    const sent = { token: officer.token };
    const definition = { ...shippedDefinitions().find((each) => each.code === code)!, ...changes };
    const { draftVersion: version } = dataOf<{ draftVersion: number }>(
      await app.put(`${SCENARIOS}/${code}`, { definition }, sent),
    );
    dataOf(await app.approved(app.post(`${SCENARIOS}/${code}/live`, { version }, sent), second.token));
  }
  /** The accounts of the payer and of the listed customer after a payment that is held. */
  async function statusesAfterPayment(): Promise<string[]> {
    const payer = await app.openAccount(10_000);
    await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [listed]);
    const body = { debitAccount: payer, creditAccount: listed, amount: 5, narration: 'x', postingsTransactionType: 3 };
    expect((await app.post('/api/transfer/v1/localfundtransfer', body)).status).toBe(202);
    const rows = await app.rows<{ number: string; status: string }>(
      'SELECT number, status FROM ledger_account WHERE number = ANY($1)',
      [[payer, listed]],
    );
    return [payer, listed].map((number) => rows.find((row) => row.number === number)!.status);
  }

  it('freezes both sides with the scenario as it ships', async () => {
    await putLive('listed-party');
    expect(await statusesAfterPayment()).toEqual(['Frozen', 'Frozen']);
  });

  it('freezes the listed side alone where the institution says so, and is held all the same', async () => {
    await putLive('listed-party', { action: 'hold' });
    expect(await statusesAfterPayment()).toEqual(['Active', 'Active']);
    await putLive('listed-customer');
    expect(await statusesAfterPayment()).toEqual(['Active', 'Frozen']);
  });

  it('of a group with a listed member is held, as that of a company with a listed director', async () => {
    const [row] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM customer c JOIN deposit_account d
           ON d.institution_id = c.institution_id AND d.customer_id = c.id WHERE d.account_number = $1`,
      [listed],
    );
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const group = { name: 'Market Women', customerType: 'Group', branchCode, members: [{ customerID: row!.number }] };
    const { customerID } = dataOf<{ customerID: string }>(
      await app.post('/api/account/v1/creategroupcustomerinformation', group),
    );
    const terms = { customerID, branchCode, productCode, accountOfficerStaffID };
    const { accountNumber } = dataOf<{ accountNumber: string }>(await app.post('/api/account/v1/createaccount', terms));
    const alerts = `SELECT 1 FROM aml_alert a JOIN deposit_account d
        ON d.institution_id = a.institution_id AND d.customer_id = a.customer_id
     WHERE d.account_number = $1 AND a.source = 'name-screening'`;
    await eventually(async () => expect(await app.rows(alerts, [accountNumber])).toHaveLength(1));
    const body = { debitAccount: '1010', creditAccount: accountNumber, amount: 5, narration: 'x' };
    const paid = await app.post('/api/transfer/v1/localfundtransfer', { ...body, postingsTransactionType: 1 });
    expect(paid.status).toBe(202);
  });
});
