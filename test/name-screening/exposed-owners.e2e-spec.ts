import { DueRatings } from '../../src/risk-ratings/due-ratings';
import { type Company, companyOf, CREATE_VIRTUAL_ACCOUNT, NEW_VIRTUAL_ACCOUNT } from '../accounts/sandbox-accounts';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

interface Alert {
  id: string;
  customer: string;
  source: string;
  reasons: { text: string }[];
  facts: object;
  queue: string | null;
}

describe('Virtual accounts of politically exposed persons', () => {
  let app: TestApp;
  let company: Company;
  let officer: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    company = await companyOf(app);
    officer = await hire(app, 'PEP001', ['view-cases', 'work-cases', 'record-due-diligence', 'view-risk-ratings']);
  });
  afterAll(() => app.close());

  const open = (fields: object, reference?: string): ReturnType<TestApp['post']> =>
    app.post(
      CREATE_VIRTUAL_ACCOUNT,
      { ...NEW_VIRTUAL_ACCOUNT, parentAccountNumber: company.accountNumber, ...fields },
      reference === undefined ? {} : { reference },
    );
  const alertsOf = (number: string): Promise<Alert[]> =>
    app.rows<Alert>(
      `SELECT a.id, u.customer_number AS customer, a.source, a.reasons, a.facts, c.queue FROM aml_alert a
         JOIN customer u ON u.institution_id = a.institution_id AND u.id = a.customer_id
         LEFT JOIN aml_case c ON c.institution_id = a.institution_id AND c.id = a.case_id
        WHERE a.institution_id = $1 AND a.facts->>'virtualAccountNumber' = $2`,
      [app.institutionId, number],
    );

  it('open at once and raise one alert about the company, in its case of names', async () => {
    const answer = await open({ pep: true, lastName: 'Balogun', firstName: 'Tunde', otherNames: 'Ade' });
    expect(answer.status).toBe(200);
    const { accountNumber } = dataOf<{ accountNumber: string }>(answer);
    await eventually(async () => {
      const [alert, ...others] = await alertsOf(accountNumber);
      expect(others).toEqual([]);
      expect(alert).toMatchObject({
        customer: company.customerID,
        source: 'name-screening',
        queue: 'names',
        facts: {
          owner: 'Balogun Tunde Ade',
          virtualAccountNumber: accountNumber,
          settlementAccountNumber: company.accountNumber,
        },
      });
      expect(alert!.reasons[0]!.text).toContain(`Balogun Tunde Ade, owner of the virtual account ${accountNumber}`);
    });
    const shown = await app.get('/api/admin/v1/aml/alerts', { Source: 'name-screening' }, { token: officer.token });
    expect(JSON.stringify(shown.body)).toContain(accountNumber);
  });

  it.each([
    ['false', { pep: false }],
    ['left out', {}],
  ])('raise no alert where pep is %s', async (_sent, fields) => {
    const { accountNumber } = dataOf<{ accountNumber: string }>(await open(fields));
    expect(await alertsOf(accountNumber)).toEqual([]);
  });

  it('raise one alert although the request is sent again, and another one for another virtual account', async () => {
    const reference = `pep-${Date.now()}`;
    const first = dataOf<{ accountNumber: string }>(await open({ pep: true, alias: 'Again' }, reference));
    const again = dataOf<{ accountNumber: string }>(await open({ pep: true, alias: 'Again' }, reference));
    expect(again.accountNumber).toBe(first.accountNumber);
    expect(await alertsOf(first.accountNumber)).toHaveLength(1);
    const other = dataOf<{ accountNumber: string }>(await open({ pep: true }));
    expect(await alertsOf(other.accountNumber)).toHaveLength(1);
  });

  it('raise no alert where the opening is refused', async () => {
    const before = await app.rows('SELECT id FROM aml_alert');
    const taken = `PEP-REF-${Date.now()}`;
    dataOf(await open({ referenceNumber: taken }));
    expect((await open({ pep: true, referenceNumber: taken })).status).toBe(409);
    expect((await open({ pep: true, parentAccountNumber: '0000000000' })).status).toBe(404);
    expect(await app.rows('SELECT id FROM aml_alert')).toHaveLength(before.length);
  });

  it('do not make the company an exposed person: it opens accounts and virtual accounts as before', async () => {
    dataOf(await open({ pep: true }));
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const { customerID } = company;
    const body = { customerID, accountName: 'Second', branchCode, productCode, accountOfficerStaffID };
    expect((await app.post('/api/account/v1/createaccount', body)).status).toBe(200);
  });

  it('do not count as a hit on a list in the rating of the company', async () => {
    dataOf(await open({ pep: true }));
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const { token } = officer;
    const record = { sourceOfWealth: 'Trade' };
    dataOf(await app.put(`/api/admin/v1/customers/${company.customerID}/due-diligence`, record, { token }));
    await app.app.get(DueRatings, { strict: false }).rateDue(app.institutionId);
    const rated = await app.get(`/api/admin/v1/risk-ratings/${company.customerID}`, {}, { token });
    const factors = dataOf<{ drivers: { factor: string }[] }>(rated).drivers.map(({ factor }) => factor);
    expect(factors).not.toContain('open-name-hit');
  });

  it('show the integrator nothing of the alert', async () => {
    const flagged = await open({ pep: true });
    const plain = await open({ pep: false });
    const { accountNumber } = dataOf<{ accountNumber: string }>(flagged);
    expect(Object.keys(dataOf<object>(flagged))).toEqual(Object.keys(dataOf<object>(plain)));
    for (const { body } of [
      flagged,
      await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: accountNumber }),
      await app.get('/api/account/v1/searchaccount', { AccountNumber: accountNumber }),
    ])
      expect(JSON.stringify(body)).not.toMatch(/alert|exposed|screening|aml/i);
  });
});
