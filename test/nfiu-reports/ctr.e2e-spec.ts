import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { addDays } from '../../src/common/time/calendar';
import { CtrStep } from '../../src/nfiu-reports/ctr.step';
import type { NfiuReportView } from '../../src/nfiu-reports/nfiu-report-views.dto';
import type { TransactionFacts } from '../../src/nfiu-reports/report-facts';
import { TransactionsReader } from '../../src/nfiu-reports/transactions-reader';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { BULK, bulkBody, rowsTo } from '../transfers/bulk-files';

const REPORTS = '/api/admin/v1/nfiu-reports';

describe('Currency transaction reports', () => {
  let app: TestApp;
  let officer: Hired;
  let date: string;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'CTR001', ['view-nfiu-reports', 'prepare-nfiu-reports']);
    await app.configure({ AML_SCREENING_ENABLED: 'false', CTR_CASH_LEDGER_CODES: '1010' });
    const [row] = await app.rows<{ date: string }>(
      'SELECT business_date::text AS date FROM institution WHERE institution_id = $1',
      [app.institutionId],
    );
    date = row!.date;
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });
  beforeEach(() => app.rows('DELETE FROM nfiu_report'));

  /** Runs the step as the end of the day does. @returns the number of new drafts */
  async function runStep(): Promise<number> {
    let written = 0;
    const day = { institutionId: app.institutionId, date, nextDate: addDays(date, 1) };
    await app.app.get(CtrStep, { strict: false }).run(day, {
      advance: (rows) => Promise.resolve(void (written += rows)),
      failed: ({ subject }) => Promise.reject(new Error(`${subject} failed.`)),
      signal: new AbortController().signal,
    });
    return written;
  }
  async function accountOf(balance: number): Promise<{ account: string; customerID: string }> {
    const account = await app.openAccount(balance);
    const [row] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM customer c JOIN deposit_account d ON d.customer_id = c.id
        WHERE d.account_number = $1`,
      [account],
    );
    return { account, customerID: row!.number };
  }
  const transfer = async (debitAccount: string, creditAccount: string, amount: number): Promise<void> => {
    const body = { debitAccount, creditAccount, amount, narration: 'x', postingsTransactionType: 3 };
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', body));
  };
  const reportsOf = async (customerID: string): Promise<NfiuReportView[]> =>
    dataOf<{ data: NfiuReportView[] }>(
      await app.get(REPORTS, { CustomerID: customerID, Kind: 'CTR' }, { token: officer.token }),
    ).data;

  function transactionsOf({ postings }: NfiuReportView, subjectID: string): Promise<TransactionFacts[]> {
    const postingIds = postings.map((number) => Number(number.slice(3)));
    const query = { postingIds, conductors: {}, timeZone: 'Africa/Lagos', subjectID };
    const reader = app.app.get(TransactionsReader, { strict: false });
    return app.app
      .get(UnitOfWork, { strict: false })
      .read(app.institutionId, (tx) => reader.read(tx, app.institutionId, query));
  }

  /** The receiving account and the amount in Naira as the file names them. */
  async function reportedOf(report: NfiuReportView, subjectID: string): Promise<[string, number]> {
    const [transaction] = await transactionsOf(report, subjectID);
    const { to, amountKobo } = transaction!;
    return [to.kind === 'own-account' ? to.accountNumber : to.kind, Number(amountKobo) / 100];
  }

  it('none are found while the institution has not asked for them', async () => {
    await accountOf(6_000_000);
    await app.configure({ CTR_DETECTION_ENABLED: 'false' });
    expect(await runStep()).toBe(0);
  });

  it('a transaction above the threshold is found once, under the payer, and one at the threshold is not', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const [payer, payee] = [await accountOf(5_000_000), await accountOf(5_000_000)];
    await transfer(payer.account, payee.account, 5_000_000);
    await runStep();
    expect([await reportsOf(payer.customerID), await reportsOf(payee.customerID)]).toEqual([[], []]);
    await transfer(payee.account, payer.account, 5_000_001);
    expect(await runStep()).toBe(1);
    expect(await runStep()).toBe(0);
    expect(await reportsOf(payee.customerID)).toMatchObject([
      {
        status: 'draft',
        businessDate: date,
        total: 5_000_001,
        indicators: ['THRESHOLDREPORT'],
        preparedBy: 'system:ctr',
      },
    ]);
    expect(await reportsOf(payer.customerID)).toEqual([]);
  });

  it('the threshold itself is found where the institution reports it', async () => {
    const { customerID } = await accountOf(5_000_000);
    await app.configure({ CTR_DETECTION_ENABLED: 'true', CTR_COMPARISON: 'at-least' });
    await runStep();
    await app.configure({ CTR_COMPARISON: null });
    expect(await reportsOf(customerID)).toMatchObject([{ total: 5_000_000 }]);
  });

  it('a run after the threshold was lowered adds what it did not report, and a run after it was raised takes nothing back', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const [payer, payee] = [await accountOf(0), await accountOf(0)];
    await app.payIn(payer.account, 6_000_000);
    await transfer(payer.account, payee.account, 3_000_000);
    await runStep();
    const first = await reportsOf(payer.customerID);
    expect(first).toMatchObject([{ total: 6_000_000 }]);
    await app.configure({ CTR_THRESHOLD_INDIVIDUAL: '2000000' });
    await runStep();
    const both = await reportsOf(payer.customerID);
    expect(both.map(({ total }) => total)).toEqual([3_000_000, 6_000_000]);
    expect(both[1]!.postings).toEqual(first[0]!.postings);
    expect(await reportsOf(payee.customerID)).toEqual([]);
    expect(await runStep()).toBe(0);
    await app.configure({ CTR_THRESHOLD_INDIVIDUAL: '50000000' });
    expect(await runStep()).toBe(0);
    await app.configure({ CTR_THRESHOLD_INDIVIDUAL: null });
    expect(await reportsOf(payer.customerID)).toEqual(both);
  });

  it('only cash is found where only cash counts, and the report asks for the person who brought it', async () => {
    const [cash, moved] = [await accountOf(12_000_000), await accountOf(0)];
    await transfer(cash.account, moved.account, 6_000_000);
    await app.configure({ CTR_DETECTION_ENABLED: 'true', CTR_SCOPE: 'cash' });
    await runStep();
    await app.configure({ CTR_SCOPE: null });
    expect(await reportsOf(moved.customerID)).toEqual([]);
    const [report] = await reportsOf(cash.customerID);
    expect(report).toMatchObject({ total: 12_000_000 });
    const check = async (): Promise<NfiuReportView> =>
      dataOf<NfiuReportView>(await app.post(`${REPORTS}/${report!.id}/check`, {}, { token: officer.token }));
    const person = ({ findings }: NfiuReportView): string[] =>
      findings.filter(({ path }) => path.includes('from_person')).map(({ path }) => path.split('.').at(-1)!);
    expect(person(await check())).toEqual(['first_name', 'last_name']);
    const conductors = [{ posting: report!.postings[0], firstName: 'Ada', lastName: 'Okafor' }];
    dataOf(await app.put(`${REPORTS}/${report!.id}`, { conductors }, { token: officer.token }));
    expect(person(await check())).toEqual([]);
  });

  it('each customer of a posting of several entries is reported with the own part of it', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const customers = [await accountOf(0), await accountOf(0), await accountOf(0)];
    const amounts = [6_000_000, 9_000_000, 5_000_000];
    const credits = customers.map(({ account }, at) => ({ account, side: 'Credit', amount: amounts[at] }));
    const entries = [{ account: '1010', side: 'Debit', amount: 20_000_000 }, ...credits];
    const body = { referenceNumber: freshReference('CTR'), narration: 'x', entries };
    dataOf(await app.approved(app.post('/api/postings/v1/post', body)));
    await runStep();
    for (const [at, { account, customerID }] of customers.entries()) {
      const reports = await reportsOf(customerID);
      expect(reports.map(({ total }) => total)).toEqual(amounts[at]! > 5_000_000 ? [amounts[at]] : []);
      for (const report of reports) {
        expect(await reportedOf(report, customerID)).toEqual([account, amounts[at]]);
        const suspicion = { kind: 'STR', customerID, postings: report.postings, reason: 'x', indicators: ['MA1'] };
        const prepared = await app.post(REPORTS, suspicion, { token: officer.token });
        expect(dataOf(prepared)).toMatchObject({ total: amounts[at] });
      }
    }
  });

  it('a report that was found is withdrawn by two people, and never by one through either door', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const { customerID } = await accountOf(6_000_000);
    await runStep();
    const [{ id } = { id: 0 }] = await reportsOf(customerID);
    const approver = await hire(app, 'CTR002', ['prepare-nfiu-reports', 'approve-nfiu-reports']);
    const withdraw = (): ReturnType<TestApp['post']> =>
      app.post(`${REPORTS}/${id}/withdraw`, { note: 'A transfer between own ledgers' }, { token: approver.token });
    expect(codeOf(await withdraw())).toStrictEqual([422, 'NFIU_REPORT_FOUR_EYES']);
    const ground = { reason: 'A transfer between own ledgers' };
    const own = await app.put(`${REPORTS}/${id}`, ground, { token: approver.token });
    expect(dataOf<NfiuReportView>(own).changedBy).toEqual(['staff:CTR002']);
    expect(codeOf(await withdraw())).toStrictEqual([422, 'NFIU_REPORT_FOUR_EYES']);
    dataOf(await app.put(`${REPORTS}/${id}`, ground, { token: officer.token }));
    expect(codeOf(await withdraw())).toStrictEqual([422, 'NFIU_REPORT_FOUR_EYES']);
    const third = await hire(app, 'CTR003', ['approve-nfiu-reports']);
    const path = `${REPORTS}/${id}/withdraw`;
    const withdrawn = await app.post(path, { note: 'Seen by two' }, { token: third.token });
    expect(dataOf(withdrawn)).toMatchObject({ status: 'withdrawn' });
    expect(await runStep()).toBe(0);
  });

  it('each row of a bulk transfer is a transaction of the account that paid its file, and the file is none', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const [payer, payee] = [await accountOf(0), await accountOf(0)];
    for (const amount of [4_000_000, 4_000_000, 4_000_000]) await app.payIn(payer.account, amount);
    const rows = rowsTo([payee.account, payee.account, payee.account], [6_000_000, 3_000_000, 3_000_000]);
    dataOf(await app.post(BULK, bulkBody(payer.account, rows), { reference: freshReference('BT') }));
    await runStep();
    expect(await reportsOf(payee.customerID)).toEqual([]);
    const reports = await reportsOf(payer.customerID);
    expect(reports).toMatchObject([{ total: 6_000_000, postings: [expect.any(String)] }]);
    const [transaction] = await transactionsOf(reports[0]!, payer.customerID);
    const { from, to } = transaction!;
    expect([from, to]).toMatchObject([{ accountNumber: payer.account }, { accountNumber: payee.account }]);
  });

  it('a transaction is found that the clock of the database dates before the roll to its date', async () => {
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    const { customerID } = await accountOf(5_000_001);
    // The clock was set back after the date began.
    await app.rows(
      `INSERT INTO end_of_day_run (institution_id, date, next_date, status, started_by, job_id, rolled_at)
       SELECT $1, $2::date - 1, $2, 'Completed', 'system:test', 1, now() + interval '5 minutes'`,
      [app.institutionId, date],
    );
    await runStep();
    await app.rows('DELETE FROM end_of_day_run WHERE institution_id = $1 AND next_date = $2', [
      app.institutionId,
      date,
    ]);
    expect(await reportsOf(customerID)).toMatchObject([{ total: 5_000_001 }]);
  });

  it('a reversal is not found', async () => {
    const { account, customerID } = await accountOf(6_000_000);
    await app.rows('DELETE FROM nfiu_report');
    const [paid] = await app.rows<{ id: string }>(
      `SELECT max(e.posting_id) AS id FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.number = $1`,
      [account],
    );
    await app.configure({ CTR_DETECTION_ENABLED: 'true' });
    dataOf(
      await app.post('/api/postings/v1/reversetransaction', {
        referenceNumber: `PST${paid!.id.padStart(12, '0')}`,
        reason: 'wrong account',
      }),
    );
    await runStep();
    expect((await reportsOf(customerID)).map(({ postings }) => postings)).toEqual([
      [`PST${paid!.id.padStart(12, '0')}`],
    ]);
  });
});
