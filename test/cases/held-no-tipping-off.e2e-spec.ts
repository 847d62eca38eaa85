import type { Response } from 'supertest';
import { codeOf, dataOf } from '../support/answers';
import { TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';

const APPROVALS = '/api/admin/v1/approvals';
const RULE = 'Zebra-Rule';
const NOTE = 'Quartz-Note';
/** What officers wrote about the hold, and the name of the rule. */
const WORDS = new RegExp(`${RULE}|${NOTE}|pattern-of-laundering|system:aml|AML hold`, 'i');
/** Everything about a movement and an account that a branch may read. */
const BRANCH = [
  ...['view-accounts', 'view-account-status-changes', 'view-approvals', 'view-audit-log', 'view-transfers'],
  ...['view-postings', 'view-customers'],
];

/** The client is told why a movement is held (202); what officers decided and wrote is theirs. */
describe('A held movement in the views of staff', () => {
  let app: TestApp;
  let branch: Hired;
  let officer: Hired;
  let account: string;
  let posting: string;
  let approvalId: number;

  beforeAll(async () => {
    app = await TestApp.start();
    branch = await hire(app, 'HNT001', BRANCH);
    officer = await hire(app, 'HNT002', [...BRANCH, 'view-aml', 'approve-aml-held-transactions']);
    account = await app.openAccount(5_000);
    const rule = {
      ...{ name: RULE, direction: 'outflow', threshold: 4_000 },
      ...{ action: 'hold-and-freeze', accountNumber: account },
    };
    dataOf(await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: await app.staff('amlOfficer') })));
    const body = {
      ...{ debitAccount: account, creditAccount: await app.openAccount(), amount: 4_000 },
      ...{ narration: 'x', postingsTransactionType: 3 },
    };
    const held = await app.post('/api/transfer/v1/localfundtransfer', body);
    ({ approvalId } = dataOf<{ approvalId: number }>(held, 202));
    const decline = { note: NOTE, reasonCode: 'pattern-of-laundering' };
    dataOf(await app.post(`/api/admin/v1/aml/holds/${approvalId}/decline`, decline, { token: officer.token }));
    const [row] = await app.rows<{ id: string }>('SELECT posting_id AS id FROM aml_hold WHERE approval_id = $1', [
      approvalId,
    ]);
    posting = `PST${row!.id.padStart(12, '0')}`;
  });
  afterAll(() => app.close());

  const readAs = ({ token }: Hired, path: string, query: Record<string, string | number>): Promise<Response> =>
    app.get(path, query, { token });
  const places = (): [string, Record<string, string | number>][] => [
    ['/api/admin/v1/accounts/status-changes', { AccountNumber: account }],
    [`/api/admin/v1/accounts/${account}/timeline`, {}],
    [`/api/admin/v1/transfers/${posting}`, {}],
    [APPROVALS, { PageSize: 200 }],
    ['/api/admin/v1/audit-log', { PageSize: 200 }],
  ];

  it('shows the rule and the words of officers to staff with the right for holds', async () => {
    for (const [path, query] of places()) {
      const { status, text } = await readAs(officer, path, query);
      expect([path, status, WORDS.test(text)]).toEqual([path, 200, true]);
    }
  });

  it('shows other staff neither', async () => {
    for (const [path, query] of places()) {
      const { status, text } = await readAs(branch, path, query);
      expect([path, status, text.match(WORDS)?.[0]]).toEqual([path, 200, undefined]);
    }
  });

  it('still tells other staff that the payment was held and declined, and that the account is frozen', async () => {
    const payment = await readAs(branch, `/api/admin/v1/transfers/${posting}`, {});
    const { timeline } = dataOf<{ timeline: { event: string; message: string | null }[] }>(payment);
    expect(timeline).toMatchObject([
      { event: 'created' },
      { event: 'held', message: null },
      { event: 'hold-declined', message: null },
    ]);
    const changes = await readAs(branch, '/api/admin/v1/accounts/status-changes', { AccountNumber: account });
    expect(dataOf<{ data: object[] }>(changes).data).toMatchObject([
      { toStatus: 'Frozen', actor: 'system', reason: null },
    ]);
  });

  it('the end of its freeze by a release has a reason only for staff with the right for holds', async () => {
    const accountNumber = await app.openAccount(5_000);
    const rule = { name: 'Other', direction: 'outflow', threshold: 4_000, action: 'hold-and-freeze', accountNumber };
    dataOf(await app.approved(app.post('/api/admin/v1/aml/rules', rule, { token: await app.staff('amlOfficer') })));
    const body = { debitAccount: accountNumber, creditAccount: '2030', amount: 4_000, narration: 'x' };
    const held = await app.post('/api/transfer/v1/localfundtransfer', body);
    const { approvalId: id } = dataOf<{ approvalId: number }>(held, 202);
    const release = { note: 'Known payee', liftFreeze: true };
    dataOf(await app.post(`/api/admin/v1/aml/holds/${id}/approve`, release, { token: officer.token }));
    const shown = async (who: Hired): Promise<string> => {
      const texts = [
        await readAs(who, '/api/admin/v1/accounts/status-changes', { AccountNumber: accountNumber }),
        await readAs(who, `/api/admin/v1/accounts/${accountNumber}/timeline`, {}),
        await readAs(who, '/api/admin/v1/audit-log', { Subject: `account:${accountNumber}` }),
      ];
      return texts.map(({ text }) => text).join();
    };
    expect((await shown(officer)).match(/Release of the AML hold/g)).toHaveLength(3);
    expect(await shown(branch)).not.toMatch(/AML|Known payee/i);
  });

  it('is no result of a search of other staff with its words', async () => {
    const change = { name: RULE, direction: 'inflow', threshold: 9_000, accountNumber: account };
    const asked = await app.post('/api/admin/v1/aml/rules', change, { token: await app.staff('amlOfficer') });
    const ofRule = dataOf<{ approvalId: number }>(asked, 202).approvalId;
    const kindsFound = async (who: Hired, Query: string): Promise<string[]> => {
      const found = await readAs(who, '/api/admin/v1/search', { Query });
      if (who === branch) expect(found.text).not.toMatch(WORDS);
      return dataOf<{ results: { kind: string }[] }>(found).results.map(({ kind }) => kind);
    };
    expect(await kindsFound(officer, posting)).toEqual(expect.arrayContaining(['hold', 'approval']));
    expect(await kindsFound(branch, posting)).toEqual(['transfer', 'posting']);
    for (const id of [approvalId, ofRule]) {
      expect(await kindsFound(officer, String(id))).toContain('approval');
      expect(await kindsFound(branch, String(id))).toEqual([]);
    }
  });

  it('its approval does not exist for other staff, by whichever route', async () => {
    expect(codeOf(await readAs(branch, `${APPROVALS}/${approvalId}`, {}))).toStrictEqual([404, 'APPROVAL_NOT_FOUND']);
    const notes = await readAs(branch, `${APPROVALS}/${approvalId}/notes`, {});
    expect(codeOf(notes)).toStrictEqual([404, 'APPROVAL_NOT_FOUND']);
  });
});
