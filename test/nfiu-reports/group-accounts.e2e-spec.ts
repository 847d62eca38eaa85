import { addDays } from '../../src/common/time/calendar';
import { CtrStep } from '../../src/nfiu-reports/ctr.step';
import type { NfiuReportView } from '../../src/nfiu-reports/nfiu-report-views.dto';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const REPORTS = '/api/admin/v1/nfiu-reports';
const DILIGENCE = {
  ...{ occupation: 'Trader', sourceOfWealth: 'Trade', residenceCountry: 'NG' },
  ...{ identificationIssuedOn: '2020-01-01', identificationCountry: 'NG' },
};

describe('Currency transaction reports about accounts of groups', () => {
  let app: TestApp;
  let officer: Hired;
  let people = 0;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'GRP001', ['view-nfiu-reports', 'prepare-nfiu-reports', 'record-due-diligence']);
    await app.configure({
      ...{ AML_SCREENING_ENABLED: 'false', CTR_DETECTION_ENABLED: 'true' },
      ...{ NFIU_ENTITY_ID: '77', NFIU_REPORTER_FIRST_NAME: 'Ada', NFIU_REPORTER_LAST_NAME: 'Okafor' },
    });
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  async function person(lastName: string): Promise<string> {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    people += 1;
    const body = {
      ...{ firstName: 'Ngozi', lastName, accountName: lastName, branchCode, productCode, accountOfficerStaffID },
      ...{ dateOfBirth: '1990-04-23', nationality: 'Nigerian', bvn: String(22_440_000_000 + people) },
      ...{ identificationType: 'InternationalPassport', identificationNumber: 'A0123456' },
    };
    const opened = await app.post('/api/account/v1/createcustomeraccount', body);
    const { customerID } = dataOf<{ customerID: string }>(opened);
    const path = `/api/admin/v1/customers/${customerID}/due-diligence`;
    dataOf(await app.put(path, DILIGENCE, { token: officer.token }));
    return customerID;
  }
  /** A group of two people with an account into which money is paid, and the reports about it. */
  async function reportedGroup(facts: object, amount: number): Promise<NfiuReportView[]> {
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const members = [{ customerID: await person('Okeke') }, { customerID: await person('Okeke-Bello') }];
    const group = { name: 'Mr & Mrs Okeke', branchCode, customerType: 'Group', members, ...facts };
    const { customerID } = dataOf<{ customerID: string }>(
      await app.post('/api/account/v1/creategroupcustomerinformation', group),
    );
    const account = { customerID, productCode, branchCode, accountOfficerStaffID };
    const opened = await app.post('/api/account/v1/createaccount', account);
    await app.payIn(dataOf<{ accountNumber: string }>(opened).accountNumber, amount);
    await runStep();
    const query = { CustomerID: customerID, Kind: 'CTR' };
    return dataOf<{ data: NfiuReportView[] }>(await app.get(REPORTS, query, { token: officer.token })).data;
  }
  /** Runs the step as the end of the day does. */
  async function runStep(): Promise<void> {
    const [row] = await app.rows<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [app.institutionId],
    );
    const day = { institutionId: app.institutionId, date: row!.date, nextDate: addDays(row!.date, 1) };
    await app.app.get(CtrStep, { strict: false }).run(day, {
      advance: () => Promise.resolve(),
      failed: ({ subject }) => Promise.reject(new Error(`${subject} failed.`)),
      signal: new AbortController().signal,
    });
  }

  it('one without a registration number is found by the threshold of persons, and its people sign', async () => {
    const [report] = await reportedGroup({}, 6_000_000);
    expect(report).toMatchObject({ total: 6_000_000 });
    const checked = dataOf<NfiuReportView>(await app.post(`${REPORTS}/${report!.id}/check`, {}, officer));
    expect([checked.status, checked.findings]).toEqual(['checked', []]);
    const reader = await hire(app, 'GRP002', ['view-nfiu-reports', 'approve-nfiu-reports']);
    const { document } = dataOf<{ document: string }>(await app.get(`${REPORTS}/${report!.id}/file`, {}, reader));
    const xml = Buffer.from(document.split('base64,')[1]!, 'base64').toString();
    expect(xml).not.toContain('<t_entity>');
    expect(xml.match(/<last_name>[^<]*/g)).toEqual(
      expect.arrayContaining(['<last_name>Okeke', '<last_name>Okeke-Bello']),
    );
    expect(xml).toContain(`<client_number>${22_440_000_000 + people - 1}`);
  });

  it('one with a registration number is compared with the threshold of companies', async () => {
    expect(await reportedGroup({ registrationNumber: 'IT 4711' }, 10_000_000)).toEqual([]);
    expect(await reportedGroup({ registrationNumber: 'IT 4712' }, 10_000_001)).toMatchObject([{ total: 10_000_001 }]);
  });
});
