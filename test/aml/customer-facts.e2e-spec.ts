import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { DueRatings } from '../../src/risk-ratings/due-ratings';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const SCENARIOS = '/api/admin/v1/aml/scenarios';
const LISTS = '/api/admin/v1/watch-lists';
const DESK = [
  'manage-scenarios',
  'view-scenarios',
  'manage-watch-lists',
  'record-due-diligence',
  'work-cases',
  'view-cases',
  'close-cases',
  'view-risk-ratings',
  'override-risk-ratings',
];

/** Holds every outflow that meets the condition. */
const scenario = (code: string, when: string, words: string): object => ({
  ...EXAMPLE_DEFINITION,
  code,
  action: 'hold',
  parameters: {},
  conditions: [{ name: 'customer', when, points: 60, words }],
});

describe('Facts of the customer in scenarios', () => {
  let app: TestApp;
  let officer: Hired;
  let second: Hired;
  let payee: string;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'FCT001', DESK);
    second = await hire(app, 'FCT002', [...DESK, 'view-approvals']);
    payee = await app.openAccount();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  interface Customer {
    accountNumber: string;
    customerID: string;
  }

  async function open(lastName: string): Promise<Customer> {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const person = {
      lastName,
      firstName: 'Ada',
      accountName: lastName,
      branchCode,
      productCode,
      accountOfficerStaffID,
    };
    const customer = dataOf<Customer>(await app.post('/api/account/v1/createcustomeraccount', person));
    await app.payIn(customer.accountNumber, 10_000);
    return customer;
  }

  async function goLive(code: string, when: string, words: string): Promise<void> {
    const staff = { token: officer.token };
    dataOf(await app.post(SCENARIOS, { code, definition: scenario(code, when, words) }, staff));
    dataOf(await app.approved(app.post(`${SCENARIOS}/${code}/live`, { version: 1 }, staff), second.token));
  }

  async function retire(code: string): Promise<void> {
    dataOf(await app.approved(app.post(`${SCENARIOS}/${code}/retire`, {}, { token: officer.token }), second.token));
  }

  const pay = async ({ accountNumber }: Customer, to?: Customer): Promise<number> => {
    const creditAccount = to?.accountNumber ?? payee;
    const body = { debitAccount: accountNumber, creditAccount, amount: 10, narration: 'Rent' };
    return (await app.post('/api/transfer/v1/localfundtransfer', { ...body, postingsTransactionType: 3 })).status;
  };
  const record = async ({ customerID }: Customer, body: object): Promise<void> => {
    dataOf(await app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, body, { token: officer.token }));
  };

  it('hold a movement by the occupation and the income that due diligence recorded, and not before', async () => {
    const customer = await open('Incomer');
    await goLive(
      'small-income',
      'customer.occupation == "student" && customer.declaredMonthlyIncomeKobo < 10000000',
      '{customer.occupation} with {customer.declaredMonthlyIncomeKobo} a month.',
    );
    expect(await pay(customer)).toBe(200);
    await record(customer, { occupation: 'Student', declaredMonthlyIncome: 100_000 });
    expect(await pay(customer)).toBe(200);
    await record(customer, { occupation: 'Student', declaredMonthlyIncome: 99_999.99 });
    expect(await pay(customer)).toBe(202);
    const [kept] = await app.rows<{ facts: object }>(
      'SELECT facts FROM movement_facts WHERE institution_id = $1 ORDER BY posting_id DESC LIMIT 1',
      [app.institutionId],
    );
    expect(kept!.facts).toMatchObject({ customer: { occupation: 'Student', declaredMonthlyIncomeKobo: '9999999' } });
    await retire('small-income');
  });

  it('hold a movement of a person with a recorded public position, and one to them', async () => {
    const [exposed, plain] = [await open('Exposed'), await open('Plain')];
    await record(exposed, { publicPosition: 'Commissioner' });
    await record(plain, { occupation: 'Trader' });
    await goLive('exposed-person', 'customer.isPep', 'Exposed: {customer.isPep}.');
    expect(await pay(exposed)).toBe(202);
    expect(await pay(plain)).toBe(200);
    await retire('exposed-person');
    await goLive('to-exposed-person', 'counterparty.isPep', 'Other side exposed: {counterparty.isPep}.');
    expect(await pay(plain, exposed)).toBe(202);
    expect(await pay(exposed, plain)).toBe(200);
    await retire('to-exposed-person');
  });

  it('hold a movement to a customer that is the government, and by the country of residence', async () => {
    const [state, plain] = [await open('Ministry'), await open('Citizen')];
    await record(state, { legalForm: 'G' });
    await record(plain, { legalForm: 'B', residenceCountry: 'GH' });
    await goLive('to-government', 'counterparty.isGovernment', 'Government: {counterparty.isGovernment}.');
    expect(await pay(plain, state)).toBe(202);
    expect(await pay(state, plain)).toBe(200);
    await retire('to-government');
    await goLive('lives-abroad', 'customer.country != "NG"', 'Lives in {customer.country}.');
    expect(await pay(plain)).toBe(202);
    expect(await pay(state)).toBe(200);
    await retire('lives-abroad');
  });

  it('hold a movement by the turnover of a company, which an income of a person is not', async () => {
    const [company, person] = [await open('Company'), await open('Person')];
    await app.rows(`UPDATE customer SET customer_type = 'Corporate' WHERE customer_number = $1`, [company.customerID]);
    for (const customer of [company, person]) await record(customer, { declaredMonthlyIncome: 250_000 });
    await goLive(
      'small-turnover',
      'has(customer.statedMonthlyTurnoverKobo) && customer.statedMonthlyTurnoverKobo == 25000000',
      '{customer.statedMonthlyTurnoverKobo} a month.',
    );
    expect(await pay(company)).toBe(202);
    expect(await pay(person)).toBe(200);
    await retire('small-turnover');
  });

  it('hold a movement of a customer whose phone or e-mail two others have', async () => {
    const sharing = [await open('First'), await open('Second')];
    const share = (field: 'phone_number' | 'email', value: string, { customerID }: Customer): Promise<unknown> =>
      app.rows(`UPDATE customer SET ${field} = $1 WHERE customer_number = $2`, [value, customerID]);
    for (const customer of sharing) await share('phone_number', '+2347099990001', customer);
    await goLive('shared', 'customer.sharedIdentityCount >= 3', 'Shared by {customer.sharedIdentityCount}.');
    expect(await pay(sharing[0]!)).toBe(200);
    await share('phone_number', '+2347099990001', await open('Third'));
    expect(await pay(sharing[0]!)).toBe(202);
    await share('phone_number', '+2347099990002', sharing[1]!);
    expect(await pay(sharing[1]!)).toBe(200);
    for (const customer of [...sharing, await open('Fourth')]) await share('email', 'shared@example.com', customer);
    expect(await pay(sharing[1]!)).toBe(202);
    await retire('shared');
  });

  it('hold a movement by the rating of the risk, also after staff changed it', async () => {
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const customer = await open('Rated');
    await app.app.get(DueRatings, { strict: false }).rateDue(app.institutionId);
    await goLive('high-risk', 'customer.riskRating == "high"', 'Rating {customer.riskRating}.');
    expect(await pay(customer)).toBe(200);
    const path = `/api/admin/v1/risk-ratings/${customer.customerID}/override`;
    const override = { level: 'high', reason: 'Known', until: '2999-12-31' };
    dataOf(await app.post(path, override, { token: officer.token }));
    expect(await pay(customer)).toBe(200);
    dataOf(await app.post(`${path}/approve`, {}, { token: second.token }));
    expect(await pay(customer)).toBe(202);
    await retire('high-risk');
  });

  it('hold a movement while a hit on a list stands, and no more when an officer refuted it', async () => {
    const staff = { token: officer.token };
    const [customer, namesake] = [await open('Vraskovic'), await open('Vraskovic')];
    dataOf(await app.post(LISTS, { code: 'facts', name: 'Facts', kind: 'sanctions', format: 'own-csv' }, staff));
    const content = Buffer.from('id,type,name\nX-1,person,Ada Vraskovic\n').toString('base64url');
    dataOf(await app.post(`${LISTS}/facts/versions`, { fileName: 'list.csv', content }, staff));
    dataOf(await app.post(`${LISTS}/facts/activate`, { version: 1 }, staff));
    const alertsOf = ({ customerID }: Customer): Promise<{ id: string }[]> =>
      app.rows(
        `SELECT a.id FROM aml_alert a JOIN customer c ON c.institution_id = a.institution_id AND c.id = a.customer_id
          WHERE a.source = 'name-screening' AND c.customer_number = $1`,
        [customerID],
      );
    await eventually(async () => {
      expect(await alertsOf(customer)).toHaveLength(1);
      expect(await alertsOf(namesake)).toHaveLength(1);
    });
    const [alert] = await alertsOf(namesake);
    const closing = { alertIds: [Number(alert!.id)], reasonCode: 'no-risk', note: 'Another person' };
    dataOf(await app.post('/api/admin/v1/aml/alerts/close', closing, staff));
    await goLive('listed', 'customer.isListed', 'Listed: {customer.isListed}.');
    expect(await pay(customer)).toBe(202);
    expect(await pay(namesake)).toBe(200);
    await retire('listed');
  });
});
