import { Buffer } from 'node:buffer';
import type { Response } from 'supertest';
import { XsdValidator } from '../../src/nfiu-reports/goaml/xsd-validator';
import type { NfiuReportView } from '../../src/nfiu-reports/nfiu-report-views.dto';
import { ReportDeadlines } from '../../src/nfiu-reports/report-deadlines';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { earlierBy } from '../support/machines';

const REPORTS = '/api/admin/v1/nfiu-reports';
const RIGHTS = ['view-nfiu-reports', 'prepare-nfiu-reports', 'approve-nfiu-reports'];
const HOUR_MS = 3_600_000;
const DILIGENCE = {
  occupation: 'Trader',
  sourceOfWealth: 'Trade in textiles',
  residenceCountry: 'NG',
  identificationIssuedOn: '2021-03-04',
  identificationCountry: 'NG',
};

interface Opened {
  account: string;
  customerID: string;
}

describe('Reports to the NFIU', () => {
  let app: TestApp;
  let officer: Hired;
  let approver: Hired;
  let writer: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'NFI001', [...RIGHTS, 'record-due-diligence']);
    approver = await hire(app, 'NFI002', RIGHTS);
    writer = await hire(app, 'NFI009', RIGHTS);
    await app.configure({
      NFIU_ENTITY_ID: '4711',
      NFIU_REPORTER_FIRST_NAME: 'Amina',
      NFIU_REPORTER_LAST_NAME: 'Officer',
    });
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const step = (id: number, name: string, body: object = {}, by: Hired = officer): Promise<Response> =>
    app.post(`${REPORTS}/${id}/${name}`, body, { token: by.token });
  const diligence = async (customerID: string): Promise<void> => {
    dataOf(await app.put(`/api/admin/v1/customers/${customerID}/due-diligence`, DILIGENCE, { token: officer.token }));
  };
  let opened = 0;
  async function open(balance: number): Promise<Opened> {
    opened += 1;
    const answer = await app.post('/api/account/v1/createcustomeraccount', {
      lastName: 'Ọláṣadé',
      firstName: 'Test & <Sons>',
      accountName: 'Test Person',
      dateOfBirth: '1990-04-23',
      nationality: 'Nigerian',
      bvn: String(22_330_000_000 + opened),
      identificationType: 'InternationalPassport',
      identificationNumber: 'A0123456',
      branchCode: app.sandbox.branchCode,
      productCode: app.sandbox.productCode,
      accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
    });
    const { accountNumber, customerID } = dataOf<{ accountNumber: string; customerID: string }>(answer);
    if (balance > 0) await app.payIn(accountNumber, balance);
    return { account: accountNumber, customerID };
  }
  const postingOf = async (account: string): Promise<string> => {
    const [row] = await app.rows<{ id: string }>(
      `SELECT max(e.posting_id) AS id FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.number = $1`,
      [account],
    );
    return `PST${row!.id.padStart(12, '0')}`;
  };
  async function transferred(): Promise<{ from: Opened; to: Opened; posting: string }> {
    const [from, to] = [await open(900_000), await open(0)];
    dataOf(
      await app.post('/api/transfer/v1/localfundtransfer', {
        debitAccount: from.account,
        creditAccount: to.account,
        amount: 450_000,
        narration: 'goods & "services"',
        postingsTransactionType: 3,
      }),
    );
    return { from, to, posting: await postingOf(to.account) };
  }
  const prepare = async (customerID: string, posting: string): Promise<NfiuReportView> =>
    dataOf<NfiuReportView>(
      await app.post(
        REPORTS,
        {
          kind: 'STR',
          customerID,
          postings: [posting],
          reason: 'Money passes through within the hour.',
          indicators: ['MA26'],
        },
        { token: officer.token },
      ),
    );

  /** A third person rewrites the checked report, which is checked again by the officer. */
  async function refusesItsChangers(id: number): Promise<void> {
    dataOf(await step(id, 'return', { note: 'Say more' }, writer));
    const reason = 'Money passes through within the hour, three times a week.';
    const changed = dataOf<NfiuReportView>(await app.put(`${REPORTS}/${id}`, { reason }, { token: writer.token }));
    expect(changed).toMatchObject({ reason, preparedBy: 'staff:NFI001', changedBy: ['staff:NFI009'] });
    expect(dataOf(await step(id, 'check'))).toMatchObject({ status: 'checked', changedBy: ['staff:NFI009'] });
    expect(codeOf(await step(id, 'approve', {}, writer))).toStrictEqual([422, 'NFIU_REPORT_FOUR_EYES']);
  }

  it('says field by field what is missing, and goes from the draft to the NFIU by two people', async () => {
    const { from, to, posting } = await transferred();
    const { id } = await prepare(from.customerID, posting);
    const draft = dataOf<NfiuReportView>(await step(id, 'check'));
    expect(draft.status).toBe('draft');
    const missing = draft.findings.map(({ subject, path }) => `${subject} ${path.split('.').at(-1)}`);
    expect(missing).toContain(`customer ${from.customerID} occupation`);
    expect(missing).toContain(`customer ${to.customerID} source_of_wealth`);
    expect(codeOf(await step(id, 'approve', {}, approver))).toStrictEqual([409, 'NFIU_REPORT_STATE']);

    await diligence(from.customerID);
    await diligence(to.customerID);
    const checked = dataOf<NfiuReportView>(await step(id, 'check'));
    expect(checked.findings).toEqual([]);
    expect(checked).toMatchObject({ status: 'checked', checkedBy: 'staff:NFI001', total: 450_000 });
    expect(codeOf(await step(id, 'approve'))).toStrictEqual([422, 'NFIU_REPORT_FOUR_EYES']);
    await refusesItsChangers(id);
    expect(codeOf(await step(id, 'export', {}, approver))).toStrictEqual([409, 'NFIU_REPORT_STATE']);
    const { xmlSha256: read } = checked;
    expect(codeOf(await step(id, 'approve', { xmlSha256: read }, approver))).toStrictEqual([409, 'NFIU_REPORT_STATE']);
    const { xmlSha256 } = dataOf<NfiuReportView>(await app.get(`${REPORTS}/${id}`, {}, { token: approver.token }));
    expect(dataOf(await step(id, 'approve', { xmlSha256 }, approver))).toMatchObject({ status: 'approved' });

    const { document } = dataOf<{ document: string }>(await step(id, 'export', {}, approver));
    const xml = Buffer.from(document.split('base64,')[1]!, 'base64').toString();
    expect(await app.app.get(XsdValidator, { strict: false }).violations(xml)).toEqual([]);
    expect(xml).toContain('<amount_local>450000.00</amount_local>');
    expect(xml).toContain('<first_name>Test &amp; &lt;Sons&gt;</first_name>');
    expect(xml).toContain('<indicator>MA26</indicator>');
    expect(dataOf(await step(id, 'submitted', { filingReceipt: 'G-1' }))).toMatchObject({ status: 'submitted' });
    const rejected = dataOf(await step(id, 'outcome', { outcome: 'rejected', note: 'Wrong branch' }));
    expect(rejected).toMatchObject({ status: 'rejected', outcomeNote: 'Wrong branch' });
    expect(dataOf(await step(id, 'return', { note: 'Corrected' }))).toMatchObject({ status: 'draft', xmlSha256: null });
  });

  /** A report that waits for its filing. */
  async function exported(): Promise<{ id: number; number: string }> {
    const { from, to, posting } = await transferred();
    await diligence(from.customerID);
    await diligence(to.customerID);
    const { id, number } = await prepare(from.customerID, posting);
    dataOf(await step(id, 'check'));
    dataOf(await step(id, 'approve', {}, approver));
    dataOf(await step(id, 'export', {}, approver));
    return { id, number };
  }
  const statusOf = async (id: number): Promise<string> =>
    dataOf<NfiuReportView>(await app.get(`${REPORTS}/${id}`, {}, { token: officer.token })).status;

  it('is not filed with the receipt of another report, nor with a receipt of blanks', async () => {
    const [first, second] = [await exported(), await exported()];
    dataOf(await step(first.id, 'submitted', { filingReceipt: 'GOAML-77' }));
    for (const filingReceipt of ['GOAML-77', ' goaml-77 '])
      expect(codeOf(await step(second.id, 'submitted', { filingReceipt }))).toStrictEqual([409, 'NFIU_RECEIPT_TAKEN']);
    for (const filingReceipt of ['', ' ', '\u200b'])
      expect(codeOf(await step(second.id, 'submitted', { filingReceipt }))).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(await statusOf(second.id)).toBe('exported');
    // A rejected report that is filed again may get its old receipt.
    dataOf(await step(first.id, 'outcome', { outcome: 'rejected', note: 'Wrong branch' }));
    expect(codeOf(await step(second.id, 'submitted', { filingReceipt: 'GOAML-77' }))[0]).toBe(409);
    dataOf(await step(first.id, 'return', { note: 'Corrected' }));
    dataOf(await step(first.id, 'check'));
    dataOf(await step(first.id, 'approve', {}, approver));
    dataOf(await step(first.id, 'export', {}, approver));
    dataOf(await step(first.id, 'submitted', { filingReceipt: 'GOAML-77' }));
    dataOf(await step(second.id, 'submitted', { filingReceipt: 'GOAML-78' }));
  });

  it('of several reports that are filed with one receipt at once, one is', async () => {
    const reports = [await exported(), await exported(), await exported()];
    const answers = await Promise.all(reports.map(({ id }) => step(id, 'submitted', { filingReceipt: 'GOAML-79' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('whose file the portal does not take is returned, corrected and approved anew, under its number', async () => {
    const { id, number } = await exported();
    dataOf(await step(id, 'return', { note: 'The portal asks for another indicator.' }));
    expect(codeOf(await step(id, 'submitted', { filingReceipt: 'GOAML-80' }))).toStrictEqual([
      409,
      'NFIU_REPORT_STATE',
    ]);
    dataOf(await app.put(`${REPORTS}/${id}`, { indicators: ['MA18'] }, { token: officer.token }));
    dataOf(await step(id, 'check'));
    expect(codeOf(await step(id, 'export', {}, approver))).toStrictEqual([409, 'NFIU_REPORT_STATE']);
    dataOf(await step(id, 'approve', {}, approver));
    const { document } = dataOf<{ document: string }>(await step(id, 'export', {}, approver));
    const xml = Buffer.from(document.split('base64,')[1]!, 'base64').toString();
    expect(xml).toContain(`<entity_reference>${number}</entity_reference>`);
    expect(xml).toContain('<indicator>MA18</indicator>');
    dataOf(await step(id, 'submitted', { filingReceipt: 'GOAML-80' }));
    expect(codeOf(await step(id, 'return', { note: 'x' }))).toStrictEqual([409, 'NFIU_REPORT_STATE']);
  });

  it('what is exported is what was checked, although the account moves on', async () => {
    const { from, to, posting } = await transferred();
    await diligence(from.customerID);
    await diligence(to.customerID);
    const { id } = await prepare(from.customerID, posting);
    const { xmlSha256 } = dataOf<NfiuReportView>(await step(id, 'check'));
    await app.payIn(from.account, 10_000);
    dataOf(await step(id, 'approve', {}, approver));
    const file = await app.get(`${REPORTS}/${id}/file`, {}, { token: approver.token });
    const exported = await step(id, 'export', {}, approver);
    expect(dataOf(exported)).toEqual(dataOf(file));
    const shown = dataOf<NfiuReportView>(await app.get(`${REPORTS}/${id}`, {}, { token: officer.token }));
    expect(shown).toMatchObject({ xmlSha256, status: 'exported' });
  });

  it('keeps its indicators in a change that sends none, or null', async () => {
    const { from, posting } = await transferred();
    const { id } = await prepare(from.customerID, posting);
    const body = { action: 'The account is watched.', indicators: null };
    expect(dataOf(await app.put(`${REPORTS}/${id}`, body, { token: officer.token }))).toMatchObject({
      action: body.action,
      indicators: ['MA26'],
    });
  });

  it('of two approvals and a return at once, one step is taken', async () => {
    const { from, to, posting } = await transferred();
    await diligence(from.customerID);
    await diligence(to.customerID);
    const { id } = await prepare(from.customerID, posting);
    dataOf(await step(id, 'check'));
    const answers = await Promise.all([
      step(id, 'approve', {}, approver),
      step(id, 'approve', {}, approver),
      step(id, 'approve', {}, approver),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('each read of a report is a row of the audit log, and its text is stored sealed', async () => {
    const { from, to, posting } = await transferred();
    await diligence(from.customerID);
    await diligence(to.customerID);
    const { id } = await prepare(from.customerID, posting);
    dataOf(await step(id, 'check'));
    await app.get(`${REPORTS}/${id}`, {}, { token: approver.token });
    await app.get(`${REPORTS}/${id}/file`, {}, { token: approver.token });
    const reads = await app.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject = $1 AND actor = 'staff:NFI002' ORDER BY id`,
      [`nfiu-report:${id}`],
    );
    expect(reads.map(({ action }) => action)).toEqual(['nfiu-report.view', 'nfiu-report.view-file']);
    const [stored] = await app.rows<{ text: string }>('SELECT r::text AS text FROM nfiu_report r WHERE id = $1', [id]);
    expect(stored!.text).not.toContain('<report>');
    expect(stored!.text).not.toContain('2233000000');
  });

  it('without transactions no STR is prepared, and a report about activity is', async () => {
    const { customerID } = await open(0);
    await diligence(customerID);
    const body = { customerID, reason: 'x', indicators: ['MA1'] };
    const refused = await app.post(REPORTS, { kind: 'STR', ...body }, { token: officer.token });
    expect(codeOf(refused)).toStrictEqual([422, 'NFIU_REPORT_EMPTY']);
    const { id } = dataOf<NfiuReportView>(await app.post(REPORTS, { kind: 'SAR', ...body }, { token: officer.token }));
    expect(dataOf(await step(id, 'check'))).toMatchObject({ status: 'checked', findings: [] });
  });

  it('a report of suspicion whose ground was taken out is not checked', async () => {
    const { customerID } = await open(0);
    await diligence(customerID);
    const body = { kind: 'SAR', customerID, reason: 'x', indicators: ['MA1'] };
    const { id } = dataOf<NfiuReportView>(await app.post(REPORTS, body, { token: officer.token }));
    for (const reason of ['', '  \u0007', ' \u200b\u2060\u200e', null]) {
      dataOf(await app.put(`${REPORTS}/${id}`, { reason }, { token: officer.token }));
      expect(dataOf(await step(id, 'check'))).toMatchObject({ status: 'draft', findings: [{ path: 'reason' }] });
    }
    dataOf(await app.put(`${REPORTS}/${id}`, { reason: 'No business is known.' }, { token: officer.token }));
    expect(dataOf(await step(id, 'check'))).toMatchObject({ status: 'checked' });
  });

  it('a nationality that is no country is shown as it is recorded, and not said to be missing', async () => {
    const { customerID } = await open(0);
    await diligence(customerID);
    const body = { kind: 'SAR', customerID, reason: 'x', indicators: ['MA1'] };
    const { id } = dataOf<NfiuReportView>(await app.post(REPORTS, body, { token: officer.token }));
    const checkedWith = async (nationality: string): Promise<NfiuReportView> => {
      dataOf(await app.put('/api/account/v1/updatecustomerinformation', { customerID, nationality }));
      return dataOf<NfiuReportView>(await step(id, 'check'));
    };
    expect((await checkedWith('Ghanaian')).findings).toEqual([
      {
        path: 'activity.report_parties[1].person.nationality1',
        subject: `customer ${customerID}`,
        message: '"Ghanaian" is no code of the list; choose one that is.',
      },
    ]);
    expect(await checkedWith(' ghana ')).toMatchObject({ status: 'checked', findings: [] });
  });

  it('warns once before a deadline and once when it has passed', async () => {
    const { from, posting } = await transferred();
    const { id } = await prepare(from.customerID, posting);
    const deadlines = app.app.get(ReportDeadlines, { strict: false });
    await deadlines.warn(app.institutionId);
    const set = (due: string): Promise<unknown> =>
      app.rows(`UPDATE nfiu_report SET due_at = now() + interval '${due}' WHERE id = $1`, [id]);
    await set('5 hours');
    expect(await deadlines.warn(app.institutionId)).toEqual({ near: 1, overdue: 0 });
    expect(await deadlines.warn(app.institutionId)).toEqual({ near: 0, overdue: 0 });
    await set('-1 minute');
    expect(await deadlines.warn(app.institutionId)).toEqual({ near: 0, overdue: 1 });
    const shown = dataOf<{ data: NfiuReportView[] }>(
      await app.get(REPORTS, { Overdue: true, PageSize: 200 }, { token: officer.token }),
    );
    expect(shown.data.map((report) => report.id)).toEqual([id]);
  });

  it('has three due times from their settings, and the default alarm counts from the suspicion', async () => {
    const { from, posting } = await transferred();
    await app.rows(`UPDATE posting SET created_at = ${earlierBy('created_at', '80 hours')} WHERE id = $1`, [
      Number(posting.slice(3)),
    ]);
    const { id, createdAt, dueAt, deadlines, isOverdue } = await prepare(from.customerID, posting);
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBe(24 * HOUR_MS);
    expect(isOverdue).toBe(false);
    expect(deadlines.map(({ basis, isAlarm, isLapsed }) => [basis, isAlarm, isLapsed])).toEqual([
      ['transaction', false, true],
      ['suspicion', true, false],
    ]);
    const ids = async (filters: object): Promise<number[]> => {
      const answer = await app.get(REPORTS, { PageSize: 200, ...filters }, { token: officer.token });
      return dataOf<{ data: NfiuReportView[] }>(answer).data.map((report) => report.id);
    };
    expect(await ids({ Lapsed: true })).toContain(id);
    expect(await ids({ Lapsed: false })).not.toContain(id);
    expect(await ids({ Overdue: true })).not.toContain(id);
  });

  it('takes the earliest of the due times that the institution counts as its alarm', async () => {
    const { from, posting } = await transferred();
    const prepareWith = async (settings: Record<string, string>): Promise<NfiuReportView> => {
      await app.configure(settings);
      return prepare(from.customerID, posting);
    };
    const alarmOf = ({ deadlines, dueAt }: NfiuReportView): string => {
      const [alarm] = deadlines.filter(({ isAlarm }) => isAlarm);
      expect(alarm!.dueAt).toBe(dueAt);
      return alarm!.basis;
    };
    const both = { STR_ALARM_BASES: 'suspicion, transaction' };
    expect(alarmOf(await prepareWith({ ...both, STR_TRANSACTION_DUE_HOURS: '12' }))).toBe('transaction');
    expect(alarmOf(await prepareWith({ ...both, STR_TRANSACTION_DUE_HOURS: '72' }))).toBe('suspicion');
    // Without a case nothing was detected, so the alarm counts from the suspicion.
    expect(alarmOf(await prepareWith({ STR_ALARM_BASES: 'detection' }))).toBe('suspicion');
    await app.configure({ STR_ALARM_BASES: null, STR_TRANSACTION_DUE_HOURS: null });
  });

  it('is due from the time at which the institution came to suspect, which is not in the future', async () => {
    const { from, posting } = await transferred();
    const suspectedSince = (suspectedAt: string): Promise<Response> =>
      app.post(
        REPORTS,
        {
          kind: 'STR',
          customerID: from.customerID,
          postings: [posting],
          reason: 'x',
          indicators: ['MA1'],
          suspectedAt,
        },
        { token: officer.token },
      );
    const yesterday = new Date(Date.now() - 30 * HOUR_MS).toISOString();
    const late = dataOf<NfiuReportView>(await suspectedSince(yesterday));
    expect(late).toMatchObject({ suspectedAt: yesterday, isOverdue: true });
    expect(Date.parse(late.dueAt) - Date.parse(yesterday)).toBe(24 * HOUR_MS);
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    expect(codeOf(await suspectedSince(tomorrow))).toStrictEqual([422, 'NFIU_SUSPICION_LATER']);
    for (const wrong of ['yesterday', '2026-11-24', '2026-11-24T08:40', '2026-02-30T08:40:00Z'])
      expect(codeOf(await suspectedSince(wrong))).toStrictEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses a list of due times that names none or an unknown one', async () => {
    for (const value of ['filing', 'suspicion,suspicion', ','])
      await expect(app.configure({ STR_ALARM_BASES: value })).rejects.toThrow();
  });

  it('counts the detection from the first alert of the case', async () => {
    const { from, posting } = await transferred();
    const { customerID } = from;
    const cases = await hire(app, 'NFI003', ['view-cases', 'work-cases']);
    const opened = await app.post(
      '/api/admin/v1/aml/cases',
      { customerID, queue: 'aml', priority: 'high', note: 'Funnel' },
      { token: cases.token },
    );
    const { id: caseId } = dataOf<{ id: number }>(opened);
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, subject_type, customer_id, source, source_id, public_name, score,
         reasons, facts, posting_ids, dedupe_key, status, case_id, created_at)
       SELECT institution_id, id, 'customer', id, 'rule', '1', 'Rule', 50, '[]', '{}', '{}', 'nfiu:' || id, 'linked', $2,
         now() - interval '90 hours' FROM customer WHERE institution_id = $3 AND customer_number = $1`,
      [customerID, caseId, app.institutionId],
    );
    const body = { kind: 'STR', customerID, caseId, postings: [posting], reason: 'x', indicators: ['MA26'] };
    const report = dataOf<NfiuReportView>(await app.post(REPORTS, body, { token: officer.token }));
    const detection = report.deadlines.find(({ basis }) => basis === 'detection');
    const hours = (Date.parse(detection!.dueAt) - Date.parse(report.createdAt)) / HOUR_MS;
    expect(hours).toBeGreaterThan(5.9);
    expect(hours).toBeLessThan(6.1);
    expect(detection).toMatchObject({ isAlarm: false, isLapsed: false });
  });
});
