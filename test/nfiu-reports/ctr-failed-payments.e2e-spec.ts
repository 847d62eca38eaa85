import { addDays } from '../../src/common/time/calendar';
import { CtrStep } from '../../src/nfiu-reports/ctr.step';
import type { NfiuReportView } from '../../src/nfiu-reports/nfiu-report-views.dto';
import { OutwardApp } from '../payouts/outward-app';
import { dataOf } from '../support/answers';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const REPORTS = '/api/admin/v1/nfiu-reports';
const AMOUNT = 2_000;
/** The ends of beneficiary numbers that the simulator answers with a refusal, and with neither. */
const REFUSED = '00151';
const WAITS = '00134';

describe('Currency transaction reports on transfers that fail', () => {
  let outward: OutwardApp;
  let officer: Hired;
  beforeAll(async () => {
    outward = await OutwardApp.start();
    const { app } = outward;
    officer = await hire(app, 'CTF001', ['view-nfiu-reports', 'prepare-nfiu-reports']);
    await app.configure({
      ...{ AML_SCREENING_ENABLED: 'false', CTR_DETECTION_ENABLED: 'true', CTR_THRESHOLD_INDIVIDUAL: '1000' },
      ...{ NFIU_ENTITY_ID: '77', NFIU_REPORTER_FIRST_NAME: 'Ada', NFIU_REPORTER_LAST_NAME: 'Okafor' },
    });
  });
  afterAll(async () => {
    expect(await outward.app.failedProofs()).toEqual([]);
    await outward.close();
  });

  /** Runs the step as the end of the day does. */
  async function runStep(): Promise<void> {
    const { app } = outward;
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
  /** A transfer of a new customer that ends in this status. */
  async function transfer(trigger: string, status: string): Promise<{ customerID: string; reference: string }> {
    const { app } = outward;
    // Paid in below the threshold, so that only the transfer can be reported.
    const account = await app.openAccount(1_000);
    for (let paid = 1_000; paid < 3_000; paid += 1_000) await app.payIn(account, 1_000);
    const body = await outward.bodyTo(`99000${trigger}`, account, { amount: AMOUNT });
    await outward.send(body);
    const reference = String(body.transactionReference);
    await eventually(async () => expect(await outward.status(reference)).toBe(status));
    const [row] = await app.rows<{ number: string }>(
      `SELECT c.customer_number AS number FROM customer c JOIN deposit_account d ON d.customer_id = c.id
        WHERE d.account_number = $1`,
      [account],
    );
    return { customerID: row!.number, reference };
  }
  const reportsOf = async (customerID: string): Promise<NfiuReportView[]> =>
    dataOf<{ data: NfiuReportView[] }>(
      await outward.app.get(REPORTS, { CustomerID: customerID, Kind: 'CTR' }, { token: officer.token }),
    ).data;
  async function confirm(transactionReference: string, outcome: string): Promise<void> {
    const body = { transactionReference, outcome, evidence: 'Settlement report, line 114' };
    const maker = { token: await outward.app.staff('maker') };
    const asked = await outward.app.post('/api/admin/v1/transfers/confirm', body, maker);
    const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
    const checker = { token: await outward.app.staff('checker') };
    dataOf(await outward.app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, checker));
  }
  const findingsOf = async ({ id }: NfiuReportView): Promise<string[]> =>
    dataOf<NfiuReportView>(await outward.app.post(`${REPORTS}/${id}/check`, {}, { token: officer.token })).findings.map(
      ({ path, message }) => `${path} ${message}`,
    );

  it('a transfer that was refused and went back is not found, and one that was made is', async () => {
    const [refused, made] = [await transfer(REFUSED, 'Reversed'), await transfer('00000', 'Processed')];
    await runStep();
    expect(await reportsOf(refused.customerID)).toEqual([]);
    expect(await reportsOf(made.customerID)).toMatchObject([{ total: AMOUNT }]);
  });

  it('one that failed after its day had closed is left out of the text, and nothing is left to report', async () => {
    const { customerID, reference } = await transfer(WAITS, 'Failed');
    await runStep();
    const [report] = await reportsOf(customerID);
    expect(report).toMatchObject({ total: AMOUNT });
    const nothingLeft = expect.stringContaining('nothing is left to report') as string;
    expect(await findingsOf(report!)).not.toContainEqual(nothingLeft);
    await confirm(reference, 'Reversed');
    expect(await findingsOf(report!)).toContainEqual(nothingLeft);
  });

  it('one that staff debited again is found once, by the debit that stands, with its receiver', async () => {
    const { customerID, reference } = await transfer(WAITS, 'Failed');
    await confirm(reference, 'Reversed');
    await confirm(reference, 'Processed');
    await runStep();
    const reports = await reportsOf(customerID);
    expect(reports).toMatchObject([{ total: AMOUNT }]);
    const [row] = await outward.app.rows<{ id: string }>(
      'SELECT correction_posting_id AS id FROM payout WHERE reference = $1',
      [reference],
    );
    expect(reports[0]!.postings).toEqual([`PST${row!.id.padStart(12, '0')}`]);
    const findings = await findingsOf(reports[0]!);
    expect(findings.filter((finding) => /transaction\[1\]\.t_to\b/.test(finding))).toEqual([]);
  });
});
