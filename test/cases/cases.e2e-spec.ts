import type { Response } from 'supertest';
import { AlertRaiser, type NewAlert } from '../../src/cases/alerts/alert-raiser';
import type { AlertView } from '../../src/cases/alerts/alerts.dto';
import { CaseEscalations } from '../../src/cases/case-escalations';
import type { CaseGraphView, CaseSummaryView } from '../../src/cases/case-figures.dto';
import { CaseStore } from '../../src/cases/case-store';
import type { CaseDetailsView, CaseView } from '../../src/cases/cases.dto';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { codeOf, dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { hire, type Hired } from '../support/hire';
import { type AccountOwner, openOwned } from './account-owner';

const CASES = '/api/admin/v1/aml/cases';
const ALERTS = '/api/admin/v1/aml/alerts';
const RIGHTS = ['view-cases', 'work-cases', 'close-cases'];

describe('The desk of AML officers', () => {
  let app: TestApp;
  let officer: Hired;
  let checker: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'CAS001', RIGHTS);
    checker = await hire(app, 'CAS002', RIGHTS);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const owner = (balance = 0): Promise<AccountOwner> => openOwned(app, balance);
  async function raise(customerId: number, fields: Partial<NewAlert> = {}): Promise<number> {
    const id = await app.app.get(UnitOfWork, { strict: false }).run(app.institutionId, (tx) =>
      app.app.get(AlertRaiser, { strict: false }).raise(tx, {
        institutionId: app.institutionId,
        subjectType: 'customer',
        customerId,
        source: 'scenario',
        sourceId: 'fan-in',
        sourceVersion: '1',
        publicName: 'Many senders',
        score: 60,
        reasons: [{ text: '12 senders in 24 hours' }],
        dedupeKey: freshReference('alert'),
        ...fields,
      }),
    );
    return id!;
  }
  const post = (path: string, body: object = {}, by = officer): Promise<Response> =>
    app.post(path, body, { token: by.token });
  const step = (id: number, name: string, body: object = {}, by = officer): Promise<Response> =>
    post(`${CASES}/${id}/${name}`, body, by);
  const alertOf = async (id: number): Promise<AlertView> =>
    dataOf<AlertView>(await app.get(`${ALERTS}/${id}`, {}, { token: officer.token }));
  const casesOf = async (customerID: string): Promise<CaseView[]> =>
    dataOf<{ data: CaseView[] }>(await app.get(CASES, { CustomerID: customerID }, { token: officer.token })).data;
  async function openCase(): Promise<{ id: number; customer: AccountOwner }> {
    const customer = await owner();
    const body = { customerID: customer.customerID, queue: 'aml', priority: 'low', note: 'A branch reports it.' };
    return { id: dataOf<CaseView>(await post(CASES, body)).id, customer };
  }
  const proposal = { outcome: 'no-action', reasonCode: 'known-business', rationale: 'The invoices match.' };
  const closed = async (id: number): Promise<CaseDetailsView> => {
    dataOf(await step(id, 'proposal', proposal));
    return dataOf<CaseDetailsView>(await step(id, 'close', {}, checker));
  };

  it('alerts of one customer that are raised at once join one case, and the highest score gives its priority', async () => {
    const { customerId, customerID } = await owner();
    const ids = await Promise.all([raise(customerId), raise(customerId, { score: 90 }), raise(customerId)]);
    await eventually(async () => {
      const alerts = await Promise.all(ids.map(alertOf));
      expect(alerts.map(({ status }) => status)).toEqual(['linked', 'linked', 'linked']);
      expect(new Set(alerts.map(({ caseId }) => caseId)).size).toBe(1);
    });
    expect(await casesOf(customerID)).toMatchObject([{ status: 'open', priority: 'high', openedBy: 'system:cases' }]);
  });

  it('an alert that comes while the case of its customer is closed opens the next one', async () => {
    const { id, customer } = await openCase();
    const { customerId, customerID } = customer;
    dataOf(await step(id, 'proposal', proposal));
    const store = app.app.get(CaseStore, { strict: false });
    const wanted = {
      institutionId: app.institutionId,
      customerId,
      queue: 'aml',
      score: 60,
      actor: 'system:cases',
    } as const;
    const steps = store as unknown as { lockOpen(...key: unknown[]): Promise<unknown> };
    const lockOpen = steps.lockOpen.bind(store);
    jest.spyOn(steps, 'lockOpen').mockImplementationOnce(async (...key) => {
      dataOf(await step(id, 'close', {}, checker));
      return lockOpen(...key);
    });
    const { found, isNew } = await app.app
      .get(UnitOfWork, { strict: false })
      .run(app.institutionId, (tx) => store.openFor(tx, wanted));
    expect(isNew).toBe(true);
    expect(found.id).not.toBe(id);
    expect(await casesOf(customerID)).toMatchObject([{ status: 'open' }, { id, status: 'closed' }]);
  });

  it('an alert with a low score waits in the queue until an officer links it', async () => {
    const { customerId, customerID } = await owner();
    const low = await raise(customerId, { score: 20 });
    const high = await raise(customerId);
    await eventually(async () => expect((await alertOf(high)).status).toBe('linked'));
    expect((await alertOf(low)).status).toBe('new');
    expect(dataOf(await post(`${ALERTS}/${low}/case`))).toMatchObject({ status: 'linked' });
    expect(await casesOf(customerID)).toHaveLength(1);
    expect(codeOf(await post(`${ALERTS}/${low}/case`))).toStrictEqual([409, 'ALERT_STATE']);
  });

  it('a case is closed by another person than who proposed it, with a reason and its alerts', async () => {
    const { customerId, customerID } = await owner();
    const alertId = await raise(customerId);
    await eventually(async () => expect(await casesOf(customerID)).toHaveLength(1));
    const [{ id }] = (await casesOf(customerID)) as [CaseView];
    expect(codeOf(await step(id, 'close', {}, checker))).toStrictEqual([409, 'CASE_STATE']);
    expect(dataOf(await step(id, 'proposal', proposal))).toMatchObject({
      status: 'proposed',
      proposedBy: 'staff:CAS001',
    });
    expect(codeOf(await step(id, 'close'))).toStrictEqual([422, 'CASE_FOUR_EYES']);
    expect(dataOf(await step(id, 'return', { text: 'Which invoices?' }, checker))).toMatchObject({
      status: 'in-progress',
      outcome: null,
    });
    expect(await closed(id)).toMatchObject({ status: 'closed', outcome: 'no-action', closedBy: 'staff:CAS002' });
    expect(await alertOf(alertId)).toMatchObject({ status: 'closed', closeReason: 'no-action' });
    const history = dataOf<CaseDetailsView>(await app.get(`${CASES}/${id}`, {}, { token: officer.token })).events;
    expect(history.map(({ kind }) => kind).reverse()).toEqual([
      'opened',
      'alert-linked',
      'proposed',
      'returned',
      'proposed',
      'closed',
    ]);
  });

  it('a case is not closed by a proposal that took the place of the one that was read', async () => {
    const { id } = await openCase();
    const { proposedAt: read } = dataOf<CaseView>(await step(id, 'proposal', proposal));
    dataOf(await step(id, 'return', { text: 'Which invoices?' }, checker));
    const { proposedAt } = dataOf<CaseView>(await step(id, 'proposal', { ...proposal, outcome: 'exited' }));
    expect(codeOf(await step(id, 'close', { proposedAt: read }, checker))).toStrictEqual([409, 'CASE_STATE']);
    expect(codeOf(await step(id, 'close', { proposedAt: 'earlier' }, checker))).toStrictEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect(dataOf(await step(id, 'close', { proposedAt }, checker))).toMatchObject({ outcome: 'exited' });
  });

  it('of closings at once one is done', async () => {
    const { id } = await openCase();
    dataOf(await step(id, 'proposal', proposal));
    const answers = await Promise.all([1, 2, 3].map(() => step(id, 'close', {}, checker)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('a case is not closed as reported before its report is filed', async () => {
    const { id } = await openCase();
    const reported = { ...proposal, outcome: 'str-filed', reasonCode: 'pattern-of-laundering' };
    // A report about another customer does not close it either.
    for (const [reportId, about] of [
      [4, '<>'],
      [5, '='],
    ]) {
      expect(codeOf(await step(id, 'proposal', reported))).toStrictEqual([422, 'CASE_REPORT_MISSING']);
      const [customer] = await app.rows<{ id: string }>(
        `SELECT min(id) AS id FROM customer WHERE institution_id = $1
            AND id ${about} (SELECT customer_id FROM aml_case WHERE institution_id = $1 AND id = $2)`,
        [app.institutionId, id],
      );
      await app.rows(
        `INSERT INTO nfiu_report (institution_id, id, number, kind, layout, status, case_id, posting_ids, total_kobo,
           indicators, starts_at, due_at, prepared_by, created_at, customer_id)
         VALUES ($1, $3::bigint, 'STR-' || $3::bigint, 'STR', '4.5', 'submitted', $2, '{}', 0, '{MA1}', now(), now(), 'staff:CAS001',
           now(), $4)`,
        [app.institutionId, id, reportId, customer!.id],
      );
    }
    dataOf(await step(id, 'proposal', reported));
    expect(dataOf(await step(id, 'close', {}, checker))).toMatchObject({ outcome: 'str-filed' });
  });

  it('notes, evidence, narrative, owner and links are kept with who wrote them', async () => {
    const { id } = await openCase();
    const { id: other } = await openCase();
    expect(codeOf(await step(id, 'links', { caseId: id, reason: 'x' }))).toStrictEqual([422, 'CASE_LINK_REFUSED']);
    dataOf(await step(id, 'links', { caseId: other, reason: 'The same device' }));
    dataOf(await step(id, 'notes', { text: 'The shop exists.' }));
    expect(codeOf(await step(id, 'evidence', { documentId: 1, description: 'x' }))).toStrictEqual([
      404,
      'DOCUMENT_NOT_FOUND',
    ]);
    dataOf(await app.put(`${CASES}/${id}/narrative`, { who: 'Ada Okafor' }, { token: officer.token }));
    dataOf(await app.put(`${CASES}/${id}/narrative`, { why: 'No business' }, { token: officer.token }));
    const assigned = await app.put(`${CASES}/${id}/owner`, { staffID: 'CAS002' }, { token: officer.token });
    expect(dataOf(assigned)).toMatchObject({
      owner: 'CAS002',
      narrative: { who: 'Ada Okafor', why: 'No business' },
      links: [{ caseId: other, reason: 'The same device' }],
    });
    const unknown = await app.put(`${CASES}/${id}/owner`, { staffID: 'NOBODY' }, { token: officer.token });
    expect(codeOf(unknown)).toStrictEqual([404, 'STAFF_NOT_FOUND']);
  });

  it('a case is not assigned to somebody who could not work on it', async () => {
    const { id } = await openCase();
    await hire(app, 'CAS007', ['view-cases']);
    const assign = (staffID: string): Promise<Response> =>
      app.put(`${CASES}/${id}/owner`, { staffID }, { token: officer.token });
    expect(codeOf(await assign('CAS007'))).toStrictEqual([422, 'CASE_OWNER_REFUSED']);
    await hire(app, 'CAS008', ['view-cases', 'close-cases']);
    expect(dataOf(await assign('CAS008'))).toMatchObject({ owner: 'CAS008' });
    await app.rows(`UPDATE staff SET status = 'Suspended' WHERE institution_id = $1 AND staff_code = 'CAS008'`, [
      app.institutionId,
    ]);
    expect(codeOf(await assign('CAS008'))).toStrictEqual([422, 'CASE_OWNER_REFUSED']);
  });

  it('a case that nobody begins in time is escalated once', async () => {
    const { customerId, customerID } = await owner();
    await raise(customerId);
    await eventually(async () => expect(await casesOf(customerID)).toHaveLength(1));
    const [{ id }] = (await casesOf(customerID)) as [CaseView];
    const escalations = app.app.get(CaseEscalations, { strict: false });
    await escalations.escalate(app.institutionId);
    // Whoever gives a case to an officer has not begun with it.
    dataOf(await app.put(`${CASES}/${id}/owner`, { staffID: officer.staffID }, { token: checker.token }));
    await app.rows(`UPDATE aml_case SET touch_due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    const overdue = await app.get(CASES, { Overdue: true }, { token: officer.token });
    expect(dataOf<{ data: CaseView[] }>(overdue).data.map((found) => found.id)).toEqual([id]);
    expect(await escalations.escalate(app.institutionId)).toBe(1);
    expect(await escalations.escalate(app.institutionId)).toBe(0);
  });

  it('a case that was escalated because nobody began is escalated again when it is not decided in time', async () => {
    const { id } = await openCase();
    const escalations = app.app.get(CaseEscalations, { strict: false });
    await escalations.escalate(app.institutionId);
    await app.rows(`UPDATE aml_case SET touch_due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    expect(await escalations.escalate(app.institutionId)).toBe(1);
    dataOf(await app.put(`${CASES}/${id}/status`, { status: 'in-progress', note: 'Begun' }, { token: officer.token }));
    expect(await escalations.escalate(app.institutionId)).toBe(0);
    const [escalated] = await app.rows<{ at: Date }>('SELECT escalated_at AS at FROM aml_case WHERE id = $1', [id]);
    const due = new Date(escalated!.at.getTime() + 1);
    await app.rows('UPDATE aml_case SET decision_due_at = $2 WHERE id = $1', [id, due]);
    const rounds = await Promise.all([1, 2, 3].map(() => escalations.escalate(app.institutionId)));
    expect(rounds.sort()).toEqual([0, 0, 1]);
    expect(await escalations.escalate(app.institutionId)).toBe(0);
    const { events } = dataOf<CaseDetailsView>(await app.get(`${CASES}/${id}`, {}, { token: officer.token }));
    expect(events.filter(({ kind }) => kind === 'escalated')).toHaveLength(2);
  });

  it('a customer has one case at a time, and a closed one is opened again', async () => {
    const { id, customer } = await openCase();
    const again = { customerID: customer.customerID, queue: 'aml', priority: 'low', note: 'x' };
    expect(codeOf(await post(CASES, again))).toStrictEqual([409, 'CASE_OPEN_ALREADY']);
    await closed(id);
    const { id: next } = dataOf<CaseView>(await post(CASES, again));
    expect(codeOf(await step(id, 'reopen', { text: 'x' }))).toStrictEqual([409, 'CASE_OPEN_ALREADY']);
    await closed(next);
    expect(dataOf(await step(id, 'reopen', { text: 'New facts' }))).toMatchObject({ status: 'in-progress' });
  });

  it('alerts of one source and version are closed together, and some wait for a second look by another person', async () => {
    const { customerId } = await owner();
    const low = (fields: Partial<NewAlert> = {}): Promise<number> => raise(customerId, { score: 10, ...fields });
    const ids = [await low(), await low(), await low()];
    const body = (alertIds: number[]): object => ({ alertIds, reasonCode: 'known-business', note: 'School fees.' });
    const other = await low({ sourceVersion: '2' });
    expect(codeOf(await post(`${ALERTS}/close`, body([ids[0]!, other])))).toStrictEqual([422, 'ALERTS_DIFFER']);
    const held = await low({ source: 'hold', sourceVersion: null });
    expect(codeOf(await post(`${ALERTS}/close`, body([held])))).toStrictEqual([422, 'ALERT_OF_HOLD']);
    const unknown = await post(`${ALERTS}/close`, body([...ids, 1]));
    expect([...codeOf(unknown), unknown.body.data.alertIds]).toStrictEqual([404, 'ALERT_NOT_FOUND', [1]]);
    expect((await alertOf(ids[0]!)).status).toBe('new');
    const { closed: count, sampled } = dataOf<{ closed: number; sampled: number[] }>(
      await post(`${ALERTS}/close`, body(ids)),
    );
    expect([count, sampled.length]).toEqual([3, 1]);
    const twice = await post(`${ALERTS}/close`, body([await low(), ids[2]!, ids[0]!]));
    expect([...codeOf(twice), twice.body.data.alertIds]).toStrictEqual([409, 'ALERT_STATE', [ids[0], ids[2]]]);
    const chosen = `${ALERTS}/${sampled[0]}/review`;
    const rest = ids.find((id) => id !== sampled[0]);
    expect(codeOf(await post(chosen, { agrees: true }))).toStrictEqual([422, 'REVIEW_FOUR_EYES']);
    expect(codeOf(await post(`${ALERTS}/${rest}/review`, { agrees: true }, checker))).toStrictEqual([
      409,
      'REVIEW_NOT_ASKED',
    ]);
    expect(dataOf(await post(chosen, { agrees: false }, checker))).toMatchObject({ status: 'triaged' });
    // Whoever closes it again does not do so alone.
    await app.configure({ AML_CASE_SAMPLE_SHARE: '0' });
    const again = dataOf<{ sampled: number[] }>(await post(`${ALERTS}/close`, body(sampled)));
    await app.configure({ AML_CASE_SAMPLE_SHARE: null });
    expect(again.sampled).toEqual(sampled);
    expect(codeOf(await post(chosen, { agrees: true }))).toStrictEqual([422, 'REVIEW_FOUR_EYES']);
    const waiting = await app.get(ALERTS, { ToReview: true, PageSize: 200 }, { token: checker.token });
    expect(dataOf<{ data: { id: number }[] }>(waiting).data.map(({ id }) => id)).toContain(sampled[0]);
    expect(dataOf(await post(chosen, { agrees: true }, checker))).toMatchObject({
      status: 'closed',
      reviewAgrees: true,
    });
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(codeOf(await post(`${ALERTS}/close`, body(many)))).toStrictEqual([400, 'VALIDATION_FAILED']);
  });

  it('a sampled case is looked at again by somebody who had no part in it', async () => {
    const { id } = await openCase();
    await app.configure({ AML_CASE_SAMPLE_SHARE: '1' });
    expect(await closed(id)).toMatchObject({ isSampled: true });
    const third = await hire(app, 'CAS003', RIGHTS);
    const look = { agrees: false, note: 'The rationale names no evidence.' };
    expect(codeOf(await step(id, 'review', look, checker))).toStrictEqual([422, 'REVIEW_FOUR_EYES']);
    expect(dataOf(await step(id, 'review', look, third))).toMatchObject({ reviewAgrees: false });
    expect(codeOf(await step(id, 'review', look, third))).toStrictEqual([409, 'REVIEW_NOT_ASKED']);
    const period = { From: '2020-01-01', To: '2099-12-31' };
    const summary = dataOf<CaseSummaryView>(await app.get(`${CASES}/summary`, period, { token: officer.token }));
    expect(summary).toMatchObject({ reviewed: 1, disagreed: 1 });
    expect(summary.opened).toBeGreaterThanOrEqual(summary.closed);
    expect(summary.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(summary.closed);
  });

  it('the graph follows the money for as many steps as asked, and no ledger', async () => {
    const [first, second, third] = [await owner(90_000), await owner(), await owner()];
    for (const [from, to, amount] of [
      [first, second, 9_000],
      [second, third, 8_000],
    ] as const)
      dataOf(
        await app.post('/api/transfer/v1/localfundtransfer', {
          debitAccount: from.account,
          creditAccount: to.account,
          amount,
          narration: 'x',
          postingsTransactionType: 3,
        }),
      );
    const body = { customerID: first.customerID, queue: 'aml', priority: 'low', note: 'x' };
    const { id } = dataOf<CaseView>(await post(CASES, body));
    const graph = async (depth: number): Promise<CaseGraphView> =>
      dataOf<CaseGraphView>(await app.get(`${CASES}/${id}/graph`, { Depth: depth }, { token: officer.token }));
    const numbers = (shown: CaseGraphView): string[] => shown.nodes.map(({ accountNumber }) => accountNumber).sort();
    expect(numbers(await graph(1))).toEqual(['1010', first.account, second.account].sort());
    const far = await graph(2);
    expect(numbers(far)).toEqual(['1010', first.account, second.account, third.account].sort());
    const byNumber = new Map(far.nodes.map((node) => [node.accountNumber, node.id]));
    expect(far.edges).toContainEqual({
      from: byNumber.get(second.account),
      to: byNumber.get(third.account),
      count: 1,
      total: 8_000,
    });
  });

  it('neither cases nor alerts are shown to integrators or staff without the permissions of the desk', async () => {
    const { id, customer } = await openCase();
    const ordinary = await hire(app, 'CAS009', ['view-customers', 'view-aml', 'view-approvals', 'view-accounts']);
    for (const path of [CASES, `${CASES}/${id}`, `${CASES}/${id}/graph`, ALERTS, `${CASES}/summary`]) {
      expect((await app.get(path, {}, { token: ordinary.token })).status).toBe(403);
      expect((await app.get(path)).status).toBe(401);
    }
    const shown = await app.get('/api/report/v1/requestcustomeraccounthistoryreport', {
      AccountNumber: customer.account,
    });
    expect(JSON.stringify(shown.body)).not.toMatch(/case|alert|risk/i);
  });
});
