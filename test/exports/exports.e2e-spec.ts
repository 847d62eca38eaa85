import request from 'supertest';
import type { AccountView } from '../../src/accounts/accounts.dto';
import type { ExportView } from '../../src/exports/list-exports.dto';
import { addSecondInstitution } from '../auth/second-institution';
import { codeOf, dataOf, fieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire } from '../support/hire';
import { ExportDesk, EXPORTS } from './exports-support';

const ALL = ['export-lists', 'view-accounts', 'view-audit-log', 'view-transfers', 'view-customers'];

describe('exports of lists', () => {
  let app: TestApp;
  let desk: ExportDesk;
  let token: string;
  let other: string;
  beforeAll(async () => {
    app = await TestApp.start({ BACKGROUND_WORK: 'false' });
    desk = new ExportDesk(app);
    token = (await hire(app, 'EXPORTER', ALL)).token;
    other = (await hire(app, 'COLLEAGUE', ALL)).token;
  });
  beforeEach(async () => {
    await app.rows('DELETE FROM list_export');
    await desk.allow('EXPORTER', ALL);
  });
  afterAll(() => app.close());

  describe('the file', () => {
    it('has the rows of the list under the same filters and order, and the titles above them', async () => {
      const filters = { AccountStatus: 'Active', SortColumn: 'accountNumber', Direction: 'Asc' };
      const list = await app.get('/api/admin/v1/accounts', { ...filters, PageSize: 200 }, { token });
      const { data } = dataOf<{ data: AccountView[] }>(list);
      expect(data.length).toBeGreaterThan(1);
      const lines = await desk.written({ parameters: filters }, token);
      const plain = (naira: number | null): string => (naira === null ? '' : naira.toFixed(2));
      expect(lines.map((line) => line.split(',').at(0))).toEqual(data.map((row) => `"${row.accountNumber}"`));
      expect(lines.map((line) => line.split(',').at(11))).toEqual(data.map((row) => plain(row.availableBalance)));
      const [one] = data;
      expect(await desk.written({ parameters: { AccountNumber: one!.accountNumber } }, token)).toHaveLength(1);
    });

    it.each([
      ['individual-customers', 'customers/individuals', {}],
      ['group-customers', 'customers/groups', {}],
      ['transfers', 'transfers', {}],
      ['postings', 'postings', {}],
      ['ledger-entries', 'books/ledger-entries', { LedgerCode: '1010' }],
      ['audit-log', 'audit-log', { Action: 'export.create' }],
    ])('of %s has as many rows as the list, as CSV and as Excel', async (report, path, filters) => {
      await desk.allow('EXPORTER', [...ALL, 'view-postings', 'view-trial-balance']);
      const [days] = await app.rows<{ day: string }>('SELECT business_date::text AS day FROM institution');
      const period = { StartDate: days!.day, EndDate: days!.day };
      const parameters = report === 'ledger-entries' ? { ...filters, ...period } : filters;
      const list = await app.get(`/api/admin/v1/${path}`, { ...parameters, PageSize: 200 }, { token });
      const { data, entries } = dataOf<{ data?: object[]; entries?: object[] }>(list);
      for (const format of ['CSV', 'Excel']) {
        const id = await desk.queue({ report, format, parameters }, token);
        await desk.write(id);
        const view = await desk.get(id, token);
        // The request of an export is an entry of the audit log too.
        const rows = (data ?? entries!).length + (report === 'audit-log' ? 1 + Number(format === 'Excel') : 0);
        expect(view).toMatchObject({ status: 'Done', rows, errorCode: null, documentID: expect.any(Number) });
        const file = await desk.file(id, token);
        expect(Number(file.headers['content-length'])).toBe(view.size);
        expect(file.headers['content-disposition']).toContain(`${report}-${id}.${format === 'CSV' ? 'csv' : 'xlsx'}`);
      }
    });

    it('has no cell that a spreadsheet executes', async () => {
      const account = await app.openAccount();
      const narration = '=HYPERLINK("http://x","y")';
      const paid = await app.post('/api/transfer/v1/localfundtransfer', {
        ...{ debitAccount: '1010', creditAccount: account, amount: 5, narration, postingsTransactionType: 1 },
      });
      expect(paid.status).toBe(200);
      const [line] = await desk.written({ report: 'transfers', parameters: { AccountNumber: account } }, token);
      expect(line).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
    });

    it('is removed after its days, and the export then is expired', async () => {
      const id = await desk.queue({}, token);
      await desk.write(id);
      const { expiresAt, finishedAt, documentID } = await desk.get(id, token);
      expect(Date.parse(expiresAt!) - Date.parse(finishedAt!)).toBe(7 * 86_400_000);
      const due = await app.rows<{ due_at: Date }>(
        `SELECT d.due_at FROM job_due d JOIN job j ON j.id = d.job_id
          WHERE j.kind = 'expire-export' AND j.payload->>'exportId' = $1`,
        [String(id)],
      );
      expect(due.map(({ due_at }) => due_at.toISOString())).toEqual([expiresAt]);
      await desk.expire(id);
      expect(await desk.get(id, token)).toMatchObject({ status: 'Expired', documentID: null });
      expect(codeOf(await desk.file(id, token))).toStrictEqual([409, 'EXPORT_STATE']);
      await desk.eraseContents();
      expect(await app.rows('SELECT 1 FROM document_chunk WHERE document_id = $1', [documentID])).toEqual([]);
    });
  });

  describe('a request', () => {
    it('is done once for each request reference', async () => {
      const reference = freshReference();
      const first = dataOf<ExportView>(await desk.ask({}, token, reference));
      expect(first).toMatchObject({ status: 'Queued', rows: 0, documentID: null, parameters: {} });
      const again = await desk.ask({}, token, reference);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(dataOf<ExportView>(again).id).toBe(first.id);
      expect(codeOf(await desk.ask({ format: 'Excel' }, token, reference))).toStrictEqual([409, 'DUPLICATE_REFERENCE']);
      expect(await app.rows('SELECT 1 FROM list_export')).toHaveLength(1);
    });

    it('takes the parameters of the list, without pages and without identity numbers', async () => {
      const fields = async (body: object): Promise<string[]> => fieldsOf(await desk.ask(body, token));
      expect(await fields({ report: 'staff' })).toEqual(['report']);
      expect(await fields({ format: 'PDF' })).toEqual(['format']);
      const refused = async (parameters: object, report = 'accounts'): Promise<string[]> => {
        const answer = await desk.ask({ report, parameters }, token);
        expect(codeOf(answer)).toStrictEqual([422, 'EXPORT_PARAMETERS_INVALID']);
        return fieldsOf(answer);
      };
      expect(await refused({ Colour: 'red' })).toEqual(['Colour']);
      expect(await refused({ AccountStatus: 'Happy' })).toEqual(['AccountStatus']);
      expect(await refused({ AccountStatus: ['Active'] })).toEqual(['AccountStatus']);
      expect(await refused({ PageNumber: '2', after: 'x' })).toEqual(['PageNumber', 'after']);
      expect(await refused({ bvn: '22123456789' })).toEqual(['bvn']);
      expect(await refused({ SubjectPrefix: 'ab' }, 'audit-log')).toEqual(['SubjectPrefix']);
      await desk.allow('EXPORTER', [...ALL, 'view-trial-balance']);
      const entries = { LedgerCode: 'NONE', StartDate: '2000-01-01', EndDate: '2000-12-31' };
      const unknown = await desk.ask({ report: 'ledger-entries', parameters: entries }, token);
      expect(codeOf(unknown)).toStrictEqual([404, 'LEDGER_NOT_FOUND']);
      expect(await app.rows('SELECT 1 FROM list_export')).toEqual([]);
    });

    it('waits for another one of the institution that is being counted, so that both count', async () => {
      const lock = `hashtextextended('list-exports:' || ${app.institutionId}::bigint, 0)`;
      await app.rows(`SELECT pg_advisory_lock(${lock})`);
      let isAnswered = false;
      const asked = desk.ask({}, token).finally(() => (isAnswered = true));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(isAnswered).toBe(false);
      await app.rows(`SELECT pg_advisory_unlock(${lock})`);
      expect((await asked).status).toBe(200);
    });

    it('is refused while too many wait, of the member and of the institution', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => desk.ask({}, token)));
      const codes = answers.map((answer) => codeOf(answer)[1] ?? 'queued').sort();
      expect(codes).toEqual(['TOO_MANY_EXPORTS', 'TOO_MANY_EXPORTS', 'queued', 'queued']);
      await desk.configure({ LIST_EXPORTS_OF_INSTITUTION_MAX: '3' });
      await desk.queue({}, other);
      expect(codeOf(await desk.ask({}, other))).toStrictEqual([422, 'TOO_MANY_EXPORTS']);
      await desk.configure({ LIST_EXPORTS_OF_INSTITUTION_MAX: '10' });
      await desk.queue({}, other);
    });

    it('fails with more rows than the institution allows, and says so', async () => {
      const id = await desk.queue({}, token);
      await desk.configure({ LIST_EXPORT_ROWS_MAX: '1' });
      await desk.write(id);
      await desk.configure({ LIST_EXPORT_ROWS_MAX: '500000' });
      const view = await desk.get(id, token);
      expect(view).toMatchObject({ status: 'Failed', errorCode: 'EXPORT_TOO_LARGE', documentID: null });
      expect(view.errorMessage).toContain('more than 1 rows');
    });
  });

  describe('the permission of the list', () => {
    const denied = [403, 'PERMISSION_DENIED'];

    it('is needed to ask, beside the permission to export', async () => {
      await desk.allow('EXPORTER', ['export-lists', 'view-customers']);
      expect(codeOf(await desk.ask({}, token))).toStrictEqual(denied);
      await desk.allow('EXPORTER', ['view-accounts']);
      expect(codeOf(await desk.ask({}, token))).toStrictEqual(denied);
    });

    it('is needed while the file is written', async () => {
      const id = await desk.queue({}, token);
      await desk.allow('EXPORTER', ['export-lists']);
      await desk.write(id);
      expect(await desk.get(id, token)).toMatchObject({ status: 'Failed', errorCode: 'PERMISSION_DENIED' });
    });

    it('is needed to fetch the file', async () => {
      const id = await desk.queue({}, token);
      await desk.write(id);
      await desk.allow('EXPORTER', ['export-lists']);
      expect(codeOf(await desk.file(id, token))).toStrictEqual(denied);
      await desk.allow('EXPORTER', ALL);
      expect((await desk.file(id, token)).status).toBe(200);
    });

    it('that showed more of the audit log is needed to fetch what it showed', async () => {
      await desk.allow('EXPORTER', [...ALL, 'view-cases']);
      const id = await desk.queue({ report: 'audit-log' }, token);
      await desk.write(id);
      await desk.allow('EXPORTER', ALL);
      expect(codeOf(await desk.file(id, token))).toStrictEqual(denied);
    });
  });

  it('belong to whoever asked for them', async () => {
    const id = await desk.queue({}, token);
    await desk.write(id);
    const missing = [404, 'EXPORT_NOT_FOUND'];
    expect(codeOf(await app.get(`${EXPORTS}/${id}`, {}, { token: other }))).toStrictEqual(missing);
    expect(codeOf(await desk.file(id, other))).toStrictEqual(missing);
    expect(codeOf(await desk.cancel(id, other))).toStrictEqual(missing);
    const list = async (of: string, query: Record<string, string> = {}): Promise<number[]> =>
      dataOf<{ data: ExportView[] }>(await app.get(EXPORTS, query, { token: of })).data.map((row) => row.id);
    const second = await desk.queue({ report: 'audit-log' }, token);
    expect(await list(other)).toEqual([]);
    expect(await list(token)).toEqual([second, id]);
    expect(await list(token, { Status: 'Done' })).toEqual([id]);
    expect(await list(token, { Report: 'audit-log' })).toEqual([second]);
    const { manager } = await addSecondInstitution(app);
    const { email, password } = manager;
    const signedIn = await request(app.url).post('/api/admin/v1/login').send({ email, password });
    const { accessToken } = signedIn.body as { accessToken: string };
    expect(codeOf(await desk.file(id, accessToken))).toStrictEqual(missing);
    expect(await list(accessToken)).toEqual([]);
  });

  it('are rows of the audit log: who asked, with which filters, and each download with its rows', async () => {
    const id = await desk.queue({ parameters: { AccountName: 'ada', AccountStatus: 'Active' } }, token);
    await desk.write(id);
    await desk.file(id, token);
    const { rows, size } = await desk.get(id, token);
    const audited = await app.rows('SELECT actor, action, details FROM audit_log WHERE subject = $1 ORDER BY id', [
      `export:${id}`,
    ]);
    const parameters = { AccountName: '(given)', AccountStatus: 'Active' };
    expect(audited).toEqual([
      { actor: 'staff:EXPORTER', action: 'export.create', details: { report: 'accounts', format: 'CSV', parameters } },
      {
        actor: 'staff:EXPORTER',
        action: 'export.download',
        details: { report: 'accounts', format: 'CSV', rows, size },
      },
    ]);
  });

  it('of the accounts of one customer are reads of the customer, once the file is fetched', async () => {
    const id = await desk.queue({ parameters: { customerid: '00000777' } }, token);
    const reads = (): Promise<unknown[]> =>
      app.rows(`SELECT action, details FROM audit_log WHERE subject = 'customer:00000777'`);
    await desk.write(id);
    expect(await reads()).toEqual([]);
    await desk.file(id, token);
    expect(await reads()).toEqual([{ action: 'account.list', details: { exportId: id } }]);
  });
});
