import { EXAMPLE_DEFINITION } from '../../src/aml/scenario-desk/example-definition';
import { storedTexts } from '../security/stored-texts';
import { dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { committedDocuments } from '../support/committed-documents';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';

const MARK = 'Zebra-Quartz';
const CODE = MARK.toLowerCase();
/** The mark, and the records of the desk as subjects; the names of permissions and settings tell nothing. */
const DESK = new RegExp(`${MARK}|(aml-case|aml-alert|nfiu-report|risk-rating|fraud-complaint):`, 'i');
/** A parameter of a route in the OpenAPI documents. */
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { example?: unknown };
}

const RIGHTS = [
  ...['view-cases', 'work-cases', 'close-cases', 'view-nfiu-reports', 'prepare-nfiu-reports'],
  ...['view-risk-ratings', 'override-risk-ratings', 'manage-fraud-complaints'],
];
/** Everything that a branch may read. */
const ORDINARY = [
  ...['view-customers', 'view-accounts', 'view-aml', 'view-approvals', 'view-audit-log', 'view-liens', 'view-postings'],
  ...['view-documents', 'view-messages', 'export-personal-data'],
];

/** The texts that officers write about a customer, and the ways by which somebody else could read them. */
describe('No tipping off', () => {
  let app: TestApp;
  let officer: Hired;
  let ordinary: Hired;
  let account: string;
  let customerID: string;
  let caseId: number;

  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'TIP001', RIGHTS);
    ordinary = await hire(app, 'TIP002', ORDINARY);
    await app.configure({ RISK_RATING_ENABLED: 'true' });
    const victim = await app.openAccount(50_000);
    account = await app.openAccount();
    const body = {
      debitAccount: victim,
      creditAccount: account,
      amount: 9_000,
      narration: 'x',
      postingsTransactionType: 3,
    };
    dataOf(await app.post('/api/transfer/v1/localfundtransfer', body));
    const [row] = await app.rows<{ number: string; posting: string }>(
      `SELECT c.customer_number AS number, max(e.posting_id) AS posting FROM deposit_account d
         JOIN customer c ON c.id = d.customer_id JOIN posting_entry e ON e.account_id = d.id
        WHERE d.account_number = $1 GROUP BY 1`,
      [account],
    );
    customerID = row!.number;
    const posting = `PST${row!.posting.padStart(12, '0')}`;
    const write = async (path: string, fields: object): Promise<{ id: number }> =>
      dataOf<{ id: number }>(await app.post(path, fields, { token: officer.token }));
    const { id: complaintId } = await write('/api/admin/v1/fraud-complaints', {
      posting,
      disputedAmount: 9_000,
      description: MARK,
    });
    await write(`/api/admin/v1/fraud-complaints/${complaintId}/protect`, { measure: 'lien' });
    await eventually(async () => {
      const rows = await app.rows<{ id: string }>('SELECT id FROM aml_case');
      expect(rows).toHaveLength(1);
      caseId = Number(rows[0]!.id);
    });
    await write(`/api/admin/v1/aml/cases/${caseId}/notes`, { text: MARK });
    await write('/api/admin/v1/nfiu-reports', { kind: 'STR', customerID, caseId, reason: MARK, indicators: ['MA1'] });
    await eventually(async () => {
      const wanted = { level: 'high', reason: MARK, until: '2999-12-31' };
      const asked = await app.post(`/api/admin/v1/risk-ratings/${customerID}/override`, wanted, {
        token: officer.token,
      });
      expect(asked.status).toBe(200);
    });
  });
  afterAll(() => app.close());

  it('the texts are stored in the tables of the desk alone, and in the answers and the log of whoever wrote them', async () => {
    const texts = await storedTexts(app);
    const holding = [...texts].filter(([, text]) => text.includes(MARK)).map(([table]) => table);
    expect(holding.sort()).toEqual(
      ['aml_case_event', 'audit_log', 'fraud_complaint', 'nfiu_report', 'request_claim', 'risk_rating'].sort(),
    );
  });

  it('no table that integrators are told from knows of the desk', async () => {
    const texts = await storedTexts(app);
    for (const table of ['queued_event', 'event_record', 'webhook_delivery', 'message', 'approval', 'customer_note'])
      expect([table, texts.get(table)]).toEqual([table, expect.not.stringMatching(DESK)]);
  });

  it.each([
    ['/api/admin/v1/aml/cases'],
    ['/api/admin/v1/aml/alerts'],
    ['/api/admin/v1/nfiu-reports'],
    ['/api/admin/v1/risk-ratings'],
    ['/api/admin/v1/fraud-complaints'],
    ['/api/admin/v1/aml/cases/summary'],
    ['/api/admin/v1/aml/effectiveness/kyc-data-quality'],
  ])('%s is refused to ordinary staff and to the tokens of integrators', async (path) => {
    expect((await app.get(path, {}, { token: ordinary.token })).status).toBe(403);
    expect((await app.get(path)).status).toBe(401);
  });

  it.each([
    ['/api/account/v1/getaccountbalancebyaccountnumber', 'account'],
    ['/api/limit/v1/getaccountlimit', 'account'],
    ['/api/report/v1/requestcustomeraccounthistoryreport', 'account'],
    ['/api/account/v1/searchindividualcustomers', 'customer'],
  ])('%s tells an integrator nothing', async (path, about) => {
    const asked = { account: { AccountNumber: account }, customer: { CustomerID: customerID } };
    const { status, text } = await app.get(path, asked[about as keyof typeof asked]);
    expect(status).toBe(200);
    expect(text).not.toMatch(new RegExp(`${MARK}|fraud|complaint|suspic|nfiu|risk`, 'i'));
  });

  it.each([
    ['/api/admin/v1/customers/individuals', { CustomerID: 'customer' }],
    ['/api/admin/v1/liens', { AccountNumber: 'account' }],
    ['/api/admin/v1/approvals', {}],
    ['/api/admin/v1/audit-log', { PageSize: 200 }],
  ] as [string, Record<string, string | number>][])('%s tells ordinary staff nothing', async (path, query) => {
    const asked = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        value === 'customer' ? customerID : value === 'account' ? account : value,
      ]),
    );
    const answer = await app.get(path, asked, { token: ordinary.token });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(DESK);
  });

  it('officers of the desk see in the audit log who worked on a case', async () => {
    const auditor = await hire(app, 'TIP003', ['view-audit-log', 'view-cases']);
    const query = { Subject: `aml-case:${caseId}` };
    const shown = await app.get('/api/admin/v1/audit-log', query, { token: auditor.token });
    expect(dataOf<{ recordCount: number }>(shown).recordCount).toBeGreaterThan(0);
    const hidden = await app.get('/api/admin/v1/audit-log', query, { token: ordinary.token });
    expect(dataOf<{ recordCount: number }>(hidden).recordCount).toBe(0);
  });

  it("a person's export has nothing of it", async () => {
    const path = `/api/admin/v1/customers/${customerID}/export`;
    const exported = await app.post(path, { reason: 'Asked for' }, { token: ordinary.token });
    const { document } = dataOf<{ document: string }>(exported);
    const text = Buffer.from(document.split('base64,')[1]!, 'base64').toString();
    expect(text).toContain(customerID);
    expect(text).not.toMatch(new RegExp(`${MARK}|fraud|complaint|suspic|nfiu|risk-rating|aml-case`, 'i'));
  });

  /** The roles of a branch together, none of which has a permission of the desk. */
  describe('in every read of the makers, checkers and administrators of a branch', () => {
    let branch: Hired;
    let known: Record<string, string>;

    beforeAll(async () => {
      branch = await hire(app, 'TIP004', [], ['Maker', 'Checker', 'Administrator']);
      const desk = await hire(app, 'TIP005', [...RIGHTS, 'view-scenarios', 'manage-scenarios', 'manage-watch-lists']);
      const staff = { token: desk.token };
      const definition = { ...EXAMPLE_DEFINITION, code: CODE, title: MARK, description: MARK };
      dataOf(await app.post('/api/admin/v1/aml/scenarios', { code: CODE, definition }, staff));
      const asked = await app.post(`/api/admin/v1/aml/scenarios/${CODE}/live`, { version: 1 }, staff);
      const { approvalId } = dataOf<{ approvalId: number }>(asked, 202);
      const list = { code: CODE, name: MARK, kind: 'own', format: 'own-csv' };
      dataOf(await app.post('/api/admin/v1/watch-lists', list, staff));
      const content = Buffer.from(`%PDF-1.7\n${MARK}`).toString('base64url');
      const file = { fileName: `${MARK}.pdf`, description: MARK, content };
      const { events } = dataOf<{ events: { details: { documentId: number } }[] }>(
        await app.post(`/api/admin/v1/aml/cases/${caseId}/files`, file, staff),
      );
      const { documentId } = events[0]!.details;
      known = {
        ...{ customerID, accountNumber: account, AccountNumber: account, approvalId: String(approvalId) },
        ...{ documentId: String(documentId), Query: String(approvalId), EntityId: customerID, EntityType: 'customer' },
        ...{ staffID: officer.staffID, StartDate: '2026-01-01', FinancialDateFrom: '2026-01-01', From: '2026-01-01' },
      };
    });

    it.each(['staff', 'integrators'] as const)('nothing of the desk is shown to %s', async (readers) => {
      const token = readers === 'staff' ? branch.token : await app.client();
      const reads = Object.entries(committedDocuments()[readers].paths).filter(([, { get }]) => get !== undefined);
      let shown = 0;
      for (const [route, { get }] of reads) {
        const parameters = (get!.parameters ?? []) as Parameter[];
        const valueOf = ({ name, schema }: Parameter): string => known[name] ?? String(schema?.example);
        const path = parameters
          .filter((parameter) => parameter.in === 'path')
          .reduce((text, parameter) => text.replace(`{${parameter.name}}`, valueOf(parameter)), route);
        const query = Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === 'query' && parameter.required)
            .map((parameter) => [parameter.name, valueOf(parameter)]),
        );
        const { status, text } = await app.get(path, query, { token });
        expect([path, status, (text ?? '').match(DESK)?.[0]]).toEqual([path, status, undefined]);
        if (status === 200) shown += 1;
      }
      expect(shown).toBeGreaterThan(readers === 'staff' ? 80 : 25);
    });

    it.each(['documentId', 'approvalId', 'accountNumber', 'customerID'])(
      'a search by the %s shows nothing',
      async (key) => {
        const { status, text } = await app.get('/api/admin/v1/search', { Query: known[key]! }, { token: branch.token });
        expect([status, text.match(DESK)?.[0]]).toEqual([200, undefined]);
      },
    );

    it.each(['individual-customers', 'accounts', 'postings', 'audit-log'])(
      'an export of %s has nothing',
      async (report) => {
        const staff = { token: branch.token };
        const asked = await app.post('/api/admin/v1/exports', { report, format: 'CSV', parameters: {} }, staff);
        const { id } = dataOf<{ id: number }>(asked);
        await eventually(async () => {
          const { status } = dataOf<{ status: string }>(await app.get(`/api/admin/v1/exports/${id}`, {}, staff));
          expect(status).toBe('Done');
        });
        const file = await app.get(`/api/admin/v1/exports/${id}/file`, {}, staff);
        expect(file.status).toBe(200);
        expect(file.text.split('\n').length).toBeGreaterThan(1);
        expect(file.text).not.toMatch(DESK);
      },
    );

    it('officers of the desk are shown what was written about the customer', async () => {
      const { text } = await app.get(`/api/admin/v1/aml/cases/${caseId}`, {}, { token: officer.token });
      expect(text).toMatch(DESK);
    });
  });
});
