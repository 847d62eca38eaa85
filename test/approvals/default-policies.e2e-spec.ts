import { readFileSync } from 'node:fs';
import type { Response } from 'supertest';
import { ClientUse } from '../../src/auth/client-use';
import { addOverdraft } from '../accounts/liens-support';
import { ADD, customerOf, depositOf } from '../fixed-deposits/deposits-support';
import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';

type Facts = Record<string, unknown>;

const LOCAL = '/api/transfer/v1/localfundtransfer';
const POST_TRANSACTION = '/api/postings/v1/posttransaction';
const POST = '/api/postings/v1/post';
const REVERSE = '/api/postings/v1/reversetransaction';

describe('the approval policies of a new institution', () => {
  let app: TestApp;
  let payer: string;
  let payee: string;
  let checker: string;

  const codeOf = ({ status, body }: Response): unknown[] => [status, body.data.statusCode];
  const transfer = (facts: Facts = {}): Promise<Response> =>
    app.post(LOCAL, { debitAccount: payer, creditAccount: payee, amount: 100, narration: 'rent', ...facts });
  const decide = (approvalId: unknown, verdict: 'approve' | 'decline', token = checker): Promise<Response> =>
    app.post(`/api/admin/v1/approvals/${approvalId as number}/${verdict}`, { note: 'checked' }, { token });
  const totals = (): Promise<unknown[]> =>
    app.rows('SELECT number, debits_posted_kobo, credits_posted_kobo FROM ledger_account ORDER BY id');

  beforeAll(async () => {
    app = await TestApp.startWithPolicies();
    [payer, payee] = app.sandbox.accounts.map(({ accountNumber }) => accountNumber) as [string, string];
    checker = await app.staff('checker');
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  it('lets customers pay each other at once', async () => {
    expect((await transfer()).status).toBe(200);
  });

  it.each<[string, () => Promise<Response>]>([
    ['a transfer from vault cash', () => transfer({ debitAccount: '1010' })],
    ['a transfer from settlement', () => transfer({ debitAccount: '1030' })],
    ['a transfer from suspense of one kobo', () => transfer({ debitAccount: '2070', amount: 0.01 })],
    ['a transfer from income', () => transfer({ debitAccount: '4010' })],
    [
      'a manual posting',
      () =>
        app.post(POST_TRANSACTION, {
          debitAccount: payer,
          creditAccount: payee,
          amount: 1,
          narration: 'Correction',
          referenceNumber: freshReference('PT'),
        }),
    ],
    [
      'a manual posting of several lines',
      () =>
        app.post(POST, {
          narration: 'Correction',
          referenceNumber: freshReference('PO'),
          entries: [
            { account: payer, side: 'Debit', amount: 1 },
            { account: payee, side: 'Credit', amount: 1 },
          ],
        }),
    ],
    [
      'a posting group of one member of staff',
      async () =>
        app.post(
          '/api/admin/v1/posting-groups',
          {
            narration: 'Vault',
            referenceNumber: freshReference('PG'),
            entries: [
              { account: '1010', side: 'Debit', amount: 1 },
              { account: '2070', side: 'Credit', amount: 1 },
            ],
          },
          { token: await app.staff('maker') },
        ),
    ],
    ['an overdraft', () => addOverdraft(app, payee, 5_000_000)],
    [
      'a deposit at 50 % where the product offers 12 %',
      async () =>
        app.post(
          ADD,
          depositOf({ customerID: await customerOf(app, payer), accountNumber: payer }, { interestRate: 50 }),
        ),
    ],
  ])('queue %s, and no money moves', async (_name, send) => {
    const before = await totals();
    expect(codeOf(await send())).toEqual([202, 'PENDING_APPROVAL']);
    expect(await totals()).toEqual(before);
  });

  it('let a deposit at a rate of its product begin at once', async () => {
    const saver = { customerID: await customerOf(app, payer), accountNumber: payer };
    expect((await app.post(ADD, depositOf(saver))).status).toBe(200);
    expect((await app.post(ADD, depositOf(saver, { interestRate: 12 }))).status).toBe(200);
  });

  it('queue reversals from ₦1,000,000 on', async () => {
    const reversed = async (amount: number): Promise<Response> => {
      const sent = await transfer({ amount });
      expect(sent.status).toBe(200);
      return app.post(REVERSE, {
        referenceNumber: sent.body.data.postingReferenceNumber as string,
        reason: 'Wrong payee',
      });
    };
    await app.rows('UPDATE aml_rule SET active = false');
    expect((await reversed(999_999.99)).status).toBe(200);
    expect(codeOf(await reversed(1_000_000))).toEqual([202, 'PENDING_APPROVAL']);
  });

  it('can name operations that are all in the documentation', async () => {
    const token = await app.staff('administrator');
    const body = { operation: 'no-such', requiredCheckers: 1 };
    const { message } = (await app.post('/api/admin/v1/approval-policies', body, { token })).body as Facts;
    const known = /use one of (.*)\.$/.exec(message as string)![1]!.split(', ');
    const page = readFileSync('docs/api/approvals.md', 'utf8');
    expect(known.filter((operation) => !page.includes(`\`${operation}\``))).toEqual([]);
  });

  it('execute a queued transfer once a second person approves it', async () => {
    const { body } = await transfer({ debitAccount: '1010', amount: 250 });
    const before = await app.balance(payee);
    expect((await decide(body.data.approvalId, 'approve')).status).toBe(200);
    await eventually(async () => expect(await app.balance(payee)).toBe(before + 250));
  });

  describe('a queued request of a client that was deactivated since', () => {
    const setStatus = (status: string): Promise<unknown> =>
      app.rows('UPDATE api_client SET status = $1 WHERE client_id = $2', [status, app.sandbox.client.clientId]);

    afterEach(() => setStatus('Active'));

    it('cannot be approved, moves no money and can be declined', async () => {
      const { body } = await transfer({ debitAccount: '1010' });
      const before = await totals();
      await setStatus('Inactive');
      expect(codeOf(await decide(body.data.approvalId, 'approve'))).toEqual([409, 'MAKER_INACTIVE']);
      expect((await decide(body.data.approvalId, 'decline')).status).toBe(200);
      expect(await totals()).toEqual(before);
    });

    it('cannot be approved either when nobody has used the client for 14 days', async () => {
      const { body } = await transfer({ debitAccount: '1010' });
      const since = (days: number): Promise<unknown> =>
        app.rows(
          `UPDATE api_client SET created_at = now() - make_interval(days => $1),
             last_used_at = now() - make_interval(days => $1),
             reactivated_at = now() - make_interval(days => $1) WHERE client_id = $2`,
          [days, app.sandbox.client.clientId],
        );
      // The use by the request itself is written a moment later.
      await app.app.get(ClientUse, { strict: false }).flush();
      await since(15);
      expect(codeOf(await decide(body.data.approvalId, 'approve'))).toEqual([409, 'MAKER_INACTIVE']);
      await since(0);
      expect((await decide(body.data.approvalId, 'decline')).status).toBe(200);
    });

    it('cannot be approved by the second of two checkers either', async () => {
      await app.rows(`UPDATE approval_policy SET required_checkers = 2 WHERE operation = 'client-ledger-debit'`);
      const { body } = await transfer({ debitAccount: '1010' });
      expect((await decide(body.data.approvalId, 'approve')).status).toBe(200);
      await setStatus('Inactive');
      await app.rows(
        `INSERT INTO staff_role SELECT c.institution_id, o.id, r.role_id FROM staff c, staff o, staff_role r
          WHERE c.email = $1 AND o.email = $2 AND r.staff_id = c.id`,
        [app.sandbox.staff.checker.email, app.sandbox.staff.amlOfficer.email],
      );
      const second = await decide(body.data.approvalId, 'approve', await app.staff('amlOfficer'));
      expect(codeOf(second)).toEqual([409, 'MAKER_INACTIVE']);
    });
  });

  it('do not let through what a member of staff asked who was suspended or deactivated since', async () => {
    const token = await app.staff('administrator');
    const asked = await app.post(
      '/api/admin/v1/approval-policies',
      { operation: 'bill-vend', amountFloor: 1 },
      { token },
    );
    const { approvalId } = asked.body.data as { approvalId: number };
    const second = await app.staff('secondAdministrator');
    const setStatus = (status: string): Promise<unknown> =>
      app.rows('UPDATE staff SET status = $1 WHERE email = $2', [status, app.sandbox.staff.administrator.email]);
    for (const status of ['Suspended', 'Inactive']) {
      await setStatus(status);
      expect(codeOf(await decide(approvalId, 'approve', second))).toEqual([409, 'MAKER_INACTIVE']);
    }
    await setStatus('Active');
    expect((await decide(approvalId, 'approve', second)).status).toBe(200);
  });

  it.each(['Suspended', 'Inactive'])('do not count the approval of a checker who is %s since', async (status) => {
    await app.rows(`UPDATE approval_policy SET required_checkers = 2 WHERE operation = 'client-ledger-debit'`);
    await app.rows(
      `INSERT INTO staff_role SELECT c.institution_id, o.id, r.role_id FROM staff c, staff o, staff_role r
        WHERE c.email = $1 AND o.email = ANY($2) AND r.staff_id = c.id ON CONFLICT DO NOTHING`,
      [app.sandbox.staff.checker.email, [app.sandbox.staff.amlOfficer.email, app.sandbox.staff.secondAmlOfficer.email]],
    );
    const [second, third] = [await app.staff('amlOfficer'), await app.staff('secondAmlOfficer')];
    const { body } = await transfer({ debitAccount: '1010', amount: 300 });
    const before = await app.balance(payee);
    const statusOf = (answer: Response): unknown => (answer.body.data as Facts).status;
    const setStatus = (to: string): Promise<unknown> =>
      app.rows('UPDATE staff SET status = $1 WHERE email = $2', [to, app.sandbox.staff.checker.email]);
    // The count that staff read is the one by which the next decision is judged, in the list and in the case.
    const counted = async (token: string): Promise<unknown[]> => {
      const path = `/api/admin/v1/approvals`;
      const one = await app.get(`${path}/${body.data.approvalId}`, {}, { token });
      const list = await app.get(path, { Status: 'Pending', PageSize: '200' }, { token });
      const row = list.body.data.data.find((each: Facts) => each.approvalId === body.data.approvalId);
      return [one.body.data.approvalsSoFar, row?.approvalsSoFar];
    };
    expect(statusOf(await decide(body.data.approvalId, 'approve'))).toBe('Pending');
    expect(await counted(second)).toEqual([1, 1]);
    await setStatus(status);
    expect(await counted(second)).toEqual([0, 0]);
    const answer = await decide(body.data.approvalId, 'approve', second);
    expect(answer.body.data).toMatchObject({ status: 'Pending', approvalsSoFar: 1 });
    expect(await app.balance(payee)).toBe(before);
    expect(await counted(third)).toEqual([1, 1]);
    expect(statusOf(await decide(body.data.approvalId, 'approve', third))).toBe('Approved');
    await eventually(async () => expect(await app.balance(payee)).toBe(before + 300));
    // A decided approval shows who approved it, whatever became of them.
    expect((await counted(third))[0]).toBe(3);
    await setStatus('Active');
  });
});
