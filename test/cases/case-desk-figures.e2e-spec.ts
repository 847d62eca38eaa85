import type { Response } from 'supertest';
import type { CaseGraphView, CaseSummaryView } from '../../src/cases/case-figures.dto';
import type { CaseDetailsView, CaseView } from '../../src/cases/cases.dto';
import { calendarDate } from '../../src/common/time/calendar';
import { codeOf, dataOf, refusalWithFieldsOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { hire, type Hired } from '../support/hire';
import { type AccountOwner, openOwned } from './account-owner';

const CASES = '/api/admin/v1/aml/cases';
const RIGHTS = ['view-cases', 'work-cases', 'close-cases'];
const PROPOSAL = { outcome: 'monitored', reasonCode: 'no-evidence', rationale: 'The flow fits.' };

describe('Figures and second rounds of AML cases', () => {
  let app: TestApp;
  let officer: Hired;
  let checker: Hired;
  let third: Hired;
  beforeAll(async () => {
    app = await TestApp.start();
    officer = await hire(app, 'FIG001', RIGHTS);
    checker = await hire(app, 'FIG002', RIGHTS);
    third = await hire(app, 'FIG003', RIGHTS);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const owner = (balance = 0): Promise<AccountOwner> => openOwned(app, balance);
  const step = (id: number, name: string, body: object = {}, by = officer): Promise<Response> =>
    app.post(`${CASES}/${id}/${name}`, body, { token: by.token });
  async function openCase(customerID: string): Promise<CaseView> {
    const body = { customerID, queue: 'aml', priority: 'low', note: 'A branch reports it.' };
    return dataOf<CaseView>(await app.post(CASES, body, { token: officer.token }));
  }
  async function close(id: number): Promise<CaseDetailsView> {
    dataOf(await step(id, 'proposal', PROPOSAL));
    return dataOf<CaseDetailsView>(await step(id, 'close', {}, checker));
  }
  const summaryOf = async (From: string, To: string): Promise<Response> =>
    app.get(`${CASES}/summary`, { From, To }, { token: officer.token });

  it('a case that is opened again has no decision any more, and the whole time to decide', async () => {
    const { customerID, customerId } = await owner();
    const { id, decisionDueAt } = await openCase(customerID);
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, subject_type, customer_id, source, source_id, public_name, score, reasons,
         facts, posting_ids, dedupe_key, status, case_id, created_at)
       VALUES ($1, 900001, 'customer', $2, 'scenario', 'fan-in', 'Many senders', 60, '[]', '{}', '{}', 'figures', 'linked',
         $3, now())`,
      [app.institutionId, customerId, id],
    );
    await close(id);
    await app.rows(
      `UPDATE aml_case SET escalated_at = now(), decision_due_at = now() - interval '9 days' WHERE id = $1`,
      [id],
    );
    const opened = dataOf<CaseDetailsView>(await step(id, 'reopen', { text: 'News.' }, checker));
    const nothing = {
      outcome: null,
      reasonCode: null,
      rationale: null,
      proposedBy: null,
      closedBy: null,
      closedAt: null,
    };
    expect(opened).toMatchObject({ status: 'in-progress', ...nothing, escalatedAt: null, isOverdue: false });
    expect(opened.decisionDueAt >= decisionDueAt).toBe(true);
    expect(opened.alerts).toMatchObject([{ status: 'linked', closedBy: null, closeReason: null }]);
  });

  it('of two cases of one customer that are opened again at once, one is', async () => {
    const { customerID } = await owner();
    const ids: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id } = await openCase(customerID);
      await close(id);
      ids.push(id);
    }
    const answers = await Promise.all(ids.map((id) => step(id, 'reopen', { text: 'News.' }, checker)));
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'CASE_OPEN_ALREADY'],
    ]);
  });

  it('an alert that joins a proposed case takes the proposal back, so that it is not closed unseen', async () => {
    const { customerID, customerId } = await owner();
    const { id } = await openCase(customerID);
    dataOf(await step(id, 'proposal', PROPOSAL));
    await app.rows(
      `INSERT INTO aml_alert (institution_id, id, subject_type, customer_id, source, source_id, public_name, score, reasons,
         facts, posting_ids, dedupe_key, status, created_at)
       VALUES ($1, 900002, 'customer', $2, 'scenario', 'fan-in', 'Many senders', 60, '[]', '{}', '{}', 'late', 'new', now())`,
      [app.institutionId, customerId],
    );
    dataOf(await app.post('/api/admin/v1/aml/alerts/900002/case', {}, { token: officer.token }));
    expect(codeOf(await step(id, 'close', {}, checker))).toEqual([409, 'CASE_STATE']);
    const found = dataOf<CaseDetailsView>(await app.get(`${CASES}/${id}`, {}, { token: officer.token }));
    expect(found).toMatchObject({ status: 'in-progress', outcome: null, proposedBy: null });
    expect(found.events.map(({ kind }) => kind).slice(0, 2)).toEqual(['returned', 'alert-linked']);
    expect(await close(id)).toMatchObject({ status: 'closed', alerts: [{ id: 900_002, status: 'closed' }] });
  });

  it('a case keeps the rating that its customer had when it was opened', async () => {
    const { customerID, customerId } = await owner();
    await app.rows(
      `INSERT INTO risk_rating (institution_id, id, level, model_level, score, drivers, model_version, review_on, rated_at)
       VALUES ($1, $2, 'high', 'medium', 50, '[]', '1', '2030-01-01', now())`,
      [app.institutionId, customerId],
    );
    const rated = await openCase(customerID);
    expect(rated).toMatchObject({ riskLevel: 'high' });
    const high = await app.get(CASES, { RiskLevel: 'high' }, { token: officer.token });
    expect(dataOf<{ data: CaseView[] }>(high).data.map(({ id }) => id)).toEqual([rated.id]);
    expect(await openCase((await owner()).customerID)).toMatchObject({ riskLevel: null });
  });

  it('a second look that disagreed stays in the summary when the case is opened again', async () => {
    const today = calendarDate(new Date(), 'Africa/Lagos');
    const looks = async (): Promise<number[]> => {
      const { reviewed, disagreed } = dataOf<CaseSummaryView>(await summaryOf(today, today));
      return [reviewed, disagreed];
    };
    const [reviewed, disagreed] = (await looks()) as [number, number];
    const { id } = await openCase((await owner()).customerID);
    await close(id);
    await app.rows('UPDATE aml_case SET is_sampled = true WHERE id = $1', [id]);
    dataOf(await step(id, 'review', { agrees: false, note: 'No.' }, third));
    dataOf(await step(id, 'reopen', { text: 'As the second look says.' }, checker));
    expect(await looks()).toEqual([reviewed + 1, disagreed + 1]);
  });

  it('a summary of days that do not exist is refused', async () => {
    expect(refusalWithFieldsOf(await summaryOf('2026-02-30', '2026-13-01'))).toEqual({
      status: 400,
      code: 'VALIDATION_FAILED',
      fields: ['From', 'To'],
    });
  });

  it('the graph gives each counterparty of a posting its own part, and leaves out what was reversed', async () => {
    const [payer, first, second, third] = [await owner(90_000), await owner(), await owner(), await owner()];
    const entries = [
      { account: payer.account, side: 'Debit', amount: 1_000 },
      { account: first.account, side: 'Credit', amount: 700 },
      { account: second.account, side: 'Credit', amount: 300 },
    ];
    const body = { referenceNumber: freshReference('GRF'), narration: 'x', entries };
    dataOf(await app.approved(app.post('/api/postings/v1/post', body)));
    const transfer = { debitAccount: payer.account, creditAccount: third.account, amount: 5_000, narration: 'x' };
    const { referenceNumber } = dataOf<{ referenceNumber: string }>(
      await app.post('/api/transfer/v1/localfundtransfer', { ...transfer, postingsTransactionType: 3 }),
    );
    dataOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'Wrong account.' }));
    const { id } = await openCase(payer.customerID);
    const { nodes, edges } = dataOf<CaseGraphView>(
      await app.get(`${CASES}/${id}/graph`, { Depth: 1 }, { token: officer.token }),
    );
    const numberOf = new Map(nodes.map((node) => [node.id, node.accountNumber]));
    const paid = edges.filter(({ from }) => numberOf.get(from) === payer.account);
    expect(paid.map(({ to, count, total }) => [numberOf.get(to), count, total])).toEqual([
      [first.account, 1, 700],
      [second.account, 1, 300],
    ]);
  });
});
