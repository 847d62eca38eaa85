import type { Response } from 'supertest';
import { STAFF } from '../../src/seed/sandbox-plan';
import { addSecondInstitution } from '../auth/second-institution';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, type StaffPart, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { CLOSE_ACCOUNT, companyOf, GET_ACCOUNT, openVirtualAccount } from './sandbox-accounts';

const ACTIVATE = '/api/account/v1/activate';
const DEACTIVATE = '/api/account/v1/deactivate';
const UNFREEZE = '/api/account/v1/unfreeze';
const FREEZE_BY_STAFF = '/api/admin/v1/accounts/freeze';
const UNFREEZE_BY_STAFF = '/api/admin/v1/accounts/unfreeze';
const CHANGES = '/api/admin/v1/accounts/status-changes';
const APPROVALS = '/api/admin/v1/approvals';
const POLICIES = '/api/admin/v1/approval-policies';
const TRANSFER = '/api/transfer/v1/localfundtransfer';

interface Waiting {
  approvalId: number;
}

describe('the status of an account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const put = (path: string, accountNumber: string, fields: object = {}): Promise<Response> =>
    app.put(path, { accountNumber, ...fields });
  const asStaff = async (part: StaffPart, path: string, body: object): Promise<Response> =>
    app.post(path, body, { token: await app.staff(part) });
  const freeze = (accountNumber: string, part: StaffPart = 'maker'): Promise<Response> =>
    asStaff(part, FREEZE_BY_STAFF, { accountNumber, reason: 'Court order' });
  const decide = (approvalId: number, verdict: 'approve' | 'decline', part: StaffPart = 'checker'): Promise<Response> =>
    asStaff(part, `${APPROVALS}/${approvalId}/${verdict}`, { note: 'Seen' });
  const account = async (AccountNumber: string): Promise<{ accountStatus: string; pendingApprovalId: number | null }> =>
    dataOf(await app.get(GET_ACCOUNT, { AccountNumber }));
  const statusOf = async (accountNumber: string): Promise<string> => (await account(accountNumber)).accountStatus;
  const changesOf = async (AccountNumber: string): Promise<object[]> =>
    dataOf<{ data: object[] }>(
      await app.get(CHANGES, { AccountNumber, Direction: 'Asc' }, { token: await app.staff('administrator') }),
    ).data;
  const setStatus = (accountNumber: string, status: string): Promise<unknown> =>
    app.rows('UPDATE ledger_account SET status = $2 WHERE number = $1', [accountNumber, status]);
  const askToUnfreeze = async (accountNumber: string): Promise<number> => {
    const answer = await put(UNFREEZE, accountNumber, { reason: 'Order lifted' });
    expect(answer.status).toBe(202);
    return (answer.body as { data: Waiting }).data.approvalId;
  };
  const alertsOf = async (accountNumber: string): Promise<number> =>
    (
      await app.rows(
        `SELECT 1 FROM aml_alert l JOIN ledger_account a ON a.institution_id = l.institution_id AND a.id = l.account_id
          WHERE a.number = $1`,
        [accountNumber],
      )
    ).length;
  const setPolicy = async (operation: string): Promise<number> =>
    dataOf<{ id: number }>(await app.approved(asStaff('administrator', POLICIES, { operation }))).id;
  const endPolicy = async (id: number, operation: string): Promise<void> =>
    void dataOf(
      await app.approved(
        app.put(`${POLICIES}/${id}`, { operation, active: false }, { token: await app.staff('administrator') }),
      ),
    );

  describe('activate and deactivate', () => {
    it('change the status, which every read shows', async () => {
      const accountNumber = await app.openAccount();
      const off = dataOf<{ id: number }>(await put(DEACTIVATE, accountNumber, { reason: 'Asked for' }));
      expect(off).toEqual({
        id: expect.any(Number),
        accountNumber,
        accountName: 'Test Person',
        accountStatus: 'Inactive',
      });
      expect(await statusOf(accountNumber)).toBe('Inactive');
      expect(dataOf(await put(ACTIVATE, accountNumber))).toMatchObject({ accountStatus: 'Active' });
      expect(await statusOf(accountNumber)).toBe('Active');
      const actor = `api-client:${app.sandbox.client.clientId}`;
      expect(await changesOf(accountNumber)).toEqual([
        {
          id: expect.any(Number),
          accountNumber,
          fromStatus: 'Active',
          toStatus: 'Inactive',
          reason: 'Asked for',
          actor,
          checker: null,
          at: expect.stringMatching(/Z$/),
          endsFreezeID: null,
          orderedBy: null,
        },
        {
          id: expect.any(Number),
          accountNumber,
          fromStatus: 'Inactive',
          toStatus: 'Active',
          reason: null,
          actor,
          checker: null,
          at: expect.stringMatching(/Z$/),
          endsFreezeID: null,
          orderedBy: null,
        },
      ]);
      const audited = await app.rows('SELECT action, actor FROM audit_log WHERE subject = $1 ORDER BY id', [
        `account:${accountNumber}`,
      ]);
      expect(audited).toEqual([
        { action: 'account.deactivate', actor },
        { action: 'account.activate', actor },
        { action: 'account-status.list', actor: 'staff:STF005' },
      ]);
    });

    it('make a dormant account active', async () => {
      const accountNumber = await app.openAccount();
      await setStatus(accountNumber, 'Dormant');
      expect(dataOf(await put(ACTIVATE, accountNumber))).toMatchObject({ accountStatus: 'Active' });
    });

    it('answer a repeated request from its claim', async () => {
      const accountNumber = await app.openAccount();
      const reference = freshReference();
      const first = await app.put(DEACTIVATE, { accountNumber }, { reference });
      const again = await app.put(DEACTIVATE, { accountNumber }, { reference });
      expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
      expect(refusalOf(await put(DEACTIVATE, accountNumber))).toEqual({
        status: 409,
        code: 'STATUS_CHANGE_NOT_ALLOWED',
      });
    });

    it('let one of 10 parallel changes pass', async () => {
      const accountNumber = await app.openAccount();
      const answers = await Promise.all(Array.from({ length: 10 }, () => put(DEACTIVATE, accountNumber)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
      expect(await changesOf(accountNumber)).toHaveLength(1);
    });

    it.each([
      [ACTIVATE, 'Active', 'STATUS_CHANGE_NOT_ALLOWED'],
      [ACTIVATE, 'Frozen', 'STATUS_CHANGE_NOT_ALLOWED'],
      [DEACTIVATE, 'Frozen', 'STATUS_CHANGE_NOT_ALLOWED'],
      [UNFREEZE, 'Active', 'STATUS_CHANGE_NOT_ALLOWED'],
      [ACTIVATE, 'Closed', 'ACCOUNT_CLOSED'],
      [ACTIVATE, 'PendingApproval', 'ACCOUNT_PENDING_APPROVAL'],
    ])('%s refuses an account that is %s', async (path, status, code) => {
      const accountNumber = await app.openAccount();
      await setStatus(accountNumber, status);
      expect(refusalOf(await put(path, accountNumber))).toEqual({ status: 409, code });
      expect(await statusOf(accountNumber)).toBe(status);
      expect(await changesOf(accountNumber)).toEqual([]);
    });

    it('wait for approval under an approval policy', async () => {
      const operation = 'deactivate-account';
      const policyId = await setPolicy(operation);
      const accountNumber = await app.openAccount();
      const answer = await put(DEACTIVATE, accountNumber, { reason: 'Asked for' });
      await endPolicy(policyId, operation);
      expect(refusalOf(answer)).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
      const { approvalId } = (answer.body as { data: Waiting }).data;
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Active', pendingApprovalId: approvalId });
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Inactive', pendingApprovalId: null });
    });
  });

  describe('a freeze by staff', () => {
    it('takes effect at once and is recorded', async () => {
      const accountNumber = await app.openAccount(500);
      expect(dataOf(await freeze(accountNumber))).toMatchObject({ accountNumber, accountStatus: 'Frozen' });
      const debit = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 1 });
      expect(refusalOf(debit)).toEqual({ status: 409, code: 'ACCOUNT_FROZEN' });
      const actor = `staff:${STAFF.maker.staffID}`;
      expect(await changesOf(accountNumber)).toMatchObject([
        { fromStatus: 'Active', toStatus: 'Frozen', reason: 'Court order', actor, checker: null },
      ]);
      expect(
        await app.rows('SELECT action, details FROM audit_log WHERE subject = $1', [`account:${accountNumber}`]),
      ).toEqual([
        {
          action: 'account.freeze',
          details: {
            before: { status: 'Active' },
            after: { status: 'Frozen' },
            reason: 'Court order',
            checker: null,
          },
        },
        { action: 'account-status.list', details: {} },
      ]);
    });

    it('for a second reason stands when the first one ends', async () => {
      const accountNumber = await app.openAccount(500);
      dataOf(await freeze(accountNumber));
      const early = await askToUnfreeze(accountNumber);
      expect(dataOf(await freeze(accountNumber))).toMatchObject({ accountStatus: 'Frozen' });
      expect(refusalOf(await decide(early, 'approve'))).toEqual({ status: 409, code: 'STATUS_CHANGE_NOT_ALLOWED' });
      expect((await decide(early, 'decline')).status).toBe(200);
      const first = await askToUnfreeze(accountNumber);
      const [asked] = await app.rows<{ summary: string }>('SELECT summary FROM approval WHERE id = $1', [first]);
      expect(asked!.summary).toMatch(
        /^Unfreeze account \d{10}, Test Person \(ends freeze \d+, one of 2\): Order lifted$/,
      );
      expect((await decide(first, 'approve')).status).toBe(200);
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Frozen', pendingApprovalId: null });
      const debit = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 1 });
      expect(refusalOf(debit)).toEqual({ status: 409, code: 'ACCOUNT_FROZEN' });
      expect((await decide(await askToUnfreeze(accountNumber), 'approve')).status).toBe(200);
      expect(await statusOf(accountNumber)).toBe('Active');
      expect(await changesOf(accountNumber)).toMatchObject([
        { fromStatus: 'Active', toStatus: 'Frozen', checker: null },
        { fromStatus: 'Frozen', toStatus: 'Frozen', checker: null },
        { fromStatus: 'Frozen', toStatus: 'Frozen', checker: `staff:${STAFF.checker.staffID}` },
        { fromStatus: 'Frozen', toStatus: 'Active', checker: `staff:${STAFF.checker.staffID}` },
      ]);
    });

    it('stands when the hold whose rule froze the account first is released', async () => {
      const accountNumber = await app.openAccount(500);
      const rule = { name: 'Two', direction: 'outflow', threshold: 400, action: 'hold-and-freeze', accountNumber };
      dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      const held = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 400 });
      const { approvalId } = (held.body as { data: Waiting }).data;
      dataOf(await freeze(accountNumber));
      const release = { note: 'Known payee', liftFreeze: true };
      const released = await asStaff('amlOfficer', `/api/admin/v1/aml/holds/${approvalId}/approve`, release);
      expect(dataOf<object>(released)).toMatchObject({ frozenAccounts: [{ accountNumber, freezeLifted: true }] });
      expect(await statusOf(accountNumber)).toBe('Frozen');
      expect((await decide(await askToUnfreeze(accountNumber), 'approve')).status).toBe(200);
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it('does not end with the freeze of a rule that found the account frozen, nor that one with it', async () => {
      const accountNumber = await app.openAccount(500);
      const rule = { name: 'Four', direction: 'inflow', threshold: 400, action: 'hold-and-freeze', accountNumber };
      dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      dataOf(await freeze(accountNumber));
      const inflow = (): Promise<Response> =>
        app.post(TRANSFER, { debitAccount: '1010', creditAccount: accountNumber, amount: 400 });
      expect(refusalOf(await inflow())).toEqual({ status: 202, code: 'AML_HOLD' });
      await eventually(async () => expect(await changesOf(accountNumber)).toHaveLength(2));
      expect(refusalOf(await inflow())).toEqual({ status: 202, code: 'AML_HOLD' });
      await eventually(async () => expect(await alertsOf(accountNumber)).toBe(2));
      expect(await changesOf(accountNumber)).toMatchObject([
        { fromStatus: 'Active', toStatus: 'Frozen', actor: `staff:${STAFF.maker.staffID}` },
        { fromStatus: 'Frozen', toStatus: 'Frozen', actor: 'system:aml', checker: null },
      ]);
      for (const status of ['Frozen', 'Active']) {
        expect((await decide(await askToUnfreeze(accountNumber), 'approve')).status).toBe(200);
        expect(await statusOf(accountNumber)).toBe(status);
      }
    });

    it('ends alone when staff lift it, so that a release afterwards opens the account', async () => {
      const accountNumber = await app.openAccount(500);
      const rule = { name: 'Three', direction: 'outflow', threshold: 400, action: 'hold-and-freeze', accountNumber };
      dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      const held = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 400 });
      const { approvalId } = (held.body as { data: Waiting }).data;
      dataOf(await freeze(accountNumber));
      expect((await decide(await askToUnfreeze(accountNumber), 'approve')).status).toBe(200);
      const release = { note: 'Known payee', liftFreeze: true };
      const released = await asStaff('amlOfficer', `/api/admin/v1/aml/holds/${approvalId}/approve`, release);
      expect(dataOf<object>(released)).toMatchObject({ frozenAccounts: [{ accountNumber, freezeLifted: true }] });
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it.each([
      [FREEZE_BY_STAFF, 'checker' as const],
      [UNFREEZE_BY_STAFF, 'administrator' as const],
    ])('requires the permission for %s, which a %s lacks', async (path, part) => {
      const body = { accountNumber: await app.openAccount(), reason: 'x' };
      expect(refusalOf(await asStaff(part, path, body))).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
    });

    it('requires a reason', async () => {
      const answer = await asStaff('maker', FREEZE_BY_STAFF, { accountNumber: await app.openAccount() });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['reason']]);
    });

    it('lets no debit through afterwards in parallel requests', async () => {
      const accountNumber = await app.openAccount(1_000);
      const debit = (): Promise<Response> =>
        app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 1 });
      const [frozen, ...debits] = await Promise.all([freeze(accountNumber), ...Array.from({ length: 10 }, debit)]);
      expect(frozen.status).toBe(200);
      const done = debits.filter(({ status }) => status === 200).length;
      expect(debits.filter(({ status }) => status === 409)).toHaveLength(10 - done);
      expect(await app.balance(accountNumber)).toBe(1_000 - done);
      expect(await statusOf(accountNumber)).toBe('Frozen');
    });
  });

  describe('unfreeze', () => {
    const frozenAccount = async (): Promise<string> => {
      const accountNumber = await app.openAccount();
      dataOf(await freeze(accountNumber));
      return accountNumber;
    };

    it('waits for approval, which makes the account active', async () => {
      const accountNumber = await frozenAccount();
      const answer = await put(UNFREEZE, accountNumber, { reason: 'Order lifted' });
      expect(answer.body).toEqual({
        status: false,
        message: 'The account stays Frozen until staff approve the request to unfreeze it.',
        data: {
          statusCode: 'PENDING_APPROVAL',
          approvalId: expect.any(Number),
          id: expect.any(Number),
          accountNumber,
          accountName: 'Test Person',
          accountStatus: 'Frozen',
        },
      });
      const { approvalId } = (answer.body as { data: Waiting }).data;
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Frozen', pendingApprovalId: approvalId });
      const shown = dataOf<object>(
        await app.get(`${APPROVALS}/${approvalId}`, {}, { token: await app.staff('checker') }),
      );
      expect(shown).toMatchObject({
        operation: 'unfreeze-account',
        title: 'Unfreeze account',
        status: 'Pending',
        summary: `Unfreeze account ${accountNumber}, Test Person: Order lifted`,
      });
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Active', pendingApprovalId: null });
      const [, unfrozen] = await changesOf(accountNumber);
      expect(unfrozen).toMatchObject({
        fromStatus: 'Frozen',
        toStatus: 'Active',
        reason: 'Order lifted',
        actor: `api-client:${app.sandbox.client.clientId}`,
        checker: `staff:${STAFF.checker.staffID}`,
      });
    });

    it('waits for approval even when the API bypasses approvals', async () => {
      const key = '/api/admin/v1/configuration/API_BYPASS_APPROVALS';
      const token = await app.staff('administrator');
      dataOf(await app.approved(app.put(key, { value: 'true' }, { token })));
      try {
        const accountNumber = await frozenAccount();
        await askToUnfreeze(accountNumber);
        expect(await statusOf(accountNumber)).toBe('Frozen');
      } finally {
        dataOf(await app.approved(app.put(key, { value: 'false' }, { token })));
      }
    });

    it('leaves the account frozen when staff decline, and can be requested again', async () => {
      const accountNumber = await frozenAccount();
      const approvalId = await askToUnfreeze(accountNumber);
      expect((await decide(approvalId, 'decline')).status).toBe(200);
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Frozen', pendingApprovalId: null });
      expect(await changesOf(accountNumber)).toHaveLength(1);
      expect(await askToUnfreeze(accountNumber)).not.toBe(approvalId);
    });

    it('opens one approval for parallel requests, and names it in the refusals of the others', async () => {
      const accountNumber = await frozenAccount();
      const answers = await Promise.all(Array.from({ length: 10 }, () => put(UNFREEZE, accountNumber)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
      const ids = new Set(answers.map(({ body }) => (body as { data: Waiting }).data.approvalId));
      expect([...ids]).toEqual([expect.any(Number)]);
      expect(refusalOf(answers.find(({ status }) => status === 409)!)).toEqual({
        status: 409,
        code: 'STATUS_CHANGE_PENDING',
      });
    });

    it('requested by staff is decided by other staff with the permission', async () => {
      const accountNumber = await frozenAccount();
      const answer = await asStaff('amlOfficer', UNFREEZE_BY_STAFF, { accountNumber, reason: 'Cleared' });
      expect(refusalOf(answer)).toEqual({ status: 202, code: 'PENDING_APPROVAL' });
      const { approvalId } = (answer.body as { data: Waiting }).data;
      expect(refusalOf(await decide(approvalId, 'approve', 'administrator'))).toEqual({
        status: 403,
        code: 'PERMISSION_DENIED',
      });
      expect(refusalOf(await decide(approvalId, 'approve', 'amlOfficer'))).toEqual({
        status: 403,
        code: 'MAKER_CANNOT_APPROVE',
      });
      expect(await statusOf(accountNumber)).toBe('Frozen');
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it('can only be declined once the account is closed', async () => {
      const accountNumber = await frozenAccount();
      const approvalId = await askToUnfreeze(accountNumber);
      await setStatus(accountNumber, 'Closed');
      expect(refusalOf(await decide(approvalId, 'approve'))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Closed', pendingApprovalId: approvalId });
      expect((await decide(approvalId, 'decline')).status).toBe(200);
    });
  });

  describe('its history', () => {
    it('names the AML rule that froze an account', async () => {
      const accountNumber = await app.openAccount(500);
      const rule = { name: 'Smurfing', direction: 'outflow', threshold: 400, action: 'hold-and-freeze', accountNumber };
      dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      const held = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 400 });
      expect(refusalOf(held)).toEqual({ status: 202, code: 'AML_HOLD' });
      expect(await statusOf(accountNumber)).toBe('Frozen');
      const reason = 'Rule "Smurfing": an outflow of ₦400.00 reaches the threshold of ₦400.00.';
      expect(await changesOf(accountNumber)).toMatchObject([
        { fromStatus: 'Active', toStatus: 'Frozen', actor: 'system:aml', checker: null, reason },
      ]);
      const approvalId = await askToUnfreeze(accountNumber);
      expect((await decide(approvalId, 'approve')).status).toBe(200);
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it('stops an unfreeze that was asked for before the account was lifted and frozen anew', async () => {
      const accountNumber = await app.openAccount(500);
      const rule = { name: 'Anew', direction: 'outflow', threshold: 400, action: 'hold-and-freeze', accountNumber };
      dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      const held = await app.post(TRANSFER, { debitAccount: accountNumber, creditAccount: '2030', amount: 400 });
      const { approvalId: holdId } = (held.body as { data: Waiting }).data;
      const approvalId = await askToUnfreeze(accountNumber);
      const release = { note: 'Known payee', liftFreeze: true };
      dataOf(await asStaff('amlOfficer', `/api/admin/v1/aml/holds/${holdId}/approve`, release));
      expect(await statusOf(accountNumber)).toBe('Active');
      dataOf(await freeze(accountNumber));
      expect(refusalOf(await decide(approvalId, 'approve'))).toEqual({
        status: 409,
        code: 'STATUS_CHANGE_NOT_ALLOWED',
      });
      expect(await statusOf(accountNumber)).toBe('Frozen');
      expect((await decide(approvalId, 'decline')).status).toBe(200);
      expect((await decide(await askToUnfreeze(accountNumber), 'approve')).status).toBe(200);
      expect(await statusOf(accountNumber)).toBe('Active');
    });

    it('records every account that one posting freezes', async () => {
      const numbers = await Promise.all(Array.from({ length: 12 }, () => app.openAccount(10)));
      const rules = numbers.map((accountNumber) => ({
        name: 'Together',
        direction: 'outflow',
        threshold: 5,
        action: 'hold-and-freeze',
        accountNumber,
      }));
      for (const rule of rules) dataOf(await app.approved(asStaff('amlOfficer', '/api/admin/v1/aml/rules', rule)));
      const entries = [
        ...numbers.map((account) => ({ account, side: 'Debit', amount: 5 })),
        { account: '2030', side: 'Credit', amount: 60 },
      ];
      const held = await app.post('/api/postings/v1/post', {
        referenceNumber: freshReference(),
        narration: 'x',
        entries,
      });
      expect(refusalOf(held)).toEqual({ status: 202, code: 'AML_HOLD' });
      expect(await Promise.all(numbers.map(changesOf))).toEqual(
        numbers.map(() => [expect.objectContaining({ toStatus: 'Frozen', actor: 'system:aml' })]),
      );
    });

    it('prevents the closure of an account that is frozen or has a waiting change', async () => {
      const accountNumber = await app.openAccount();
      dataOf(await freeze(accountNumber));
      const close = (): Promise<Response> => app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Moved abroad' });
      expect(refusalOf(await close())).toEqual({ status: 409, code: 'ACCOUNT_FROZEN' });
      dataOf(await decide(await askToUnfreeze(accountNumber), 'approve'));
      const policy = await setPolicy('deactivate-account');
      const { approvalId } = (await put(DEACTIVATE, accountNumber)).body.data as Waiting;
      await endPolicy(policy, 'deactivate-account');
      const response = await close();
      expect(refusalOf(response)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
      expect(response.body).toMatchObject({
        message: expect.stringContaining(`approval ${approvalId}`) as string,
        data: { blockedBy: 'status-changes' },
      });
      dataOf(await decide(approvalId, 'decline'));
      expect((await close()).status).toBe(200);
      expect(await account(accountNumber)).toMatchObject({ accountStatus: 'Closed', pendingApprovalId: null });
    });

    it('records the closure too', async () => {
      const accountNumber = await app.openAccount();
      dataOf(await app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Moved abroad' }));
      expect(await changesOf(accountNumber)).toMatchObject([
        { fromStatus: 'Active', toStatus: 'Closed', reason: 'Moved abroad' },
      ]);
    });

    it('is listed latest first in pages, for staff with the permission', async () => {
      const accountNumber = await app.openAccount();
      await put(DEACTIVATE, accountNumber);
      await put(ACTIVATE, accountNumber);
      const token = await app.staff('checker');
      const page = dataOf(await app.get(CHANGES, { AccountNumber: accountNumber, PageSize: 1 }, { token }));
      expect(page).toMatchObject({ data: [{ toStatus: 'Active' }], recordCount: 2, pageNumber: 1, pageSize: 1 });
      const all = dataOf<{ recordCount: number }>(await app.get(CHANGES, {}, { token }));
      expect(all.recordCount).toBeGreaterThan(2);
      expect((await app.get(CHANGES)).status).toBe(401);
    });
  });

  describe('refuses', () => {
    const paths = [ACTIVATE, DEACTIVATE, UNFREEZE];
    it.each(paths)('%s of an unknown number', async (path) => {
      expect(refusalOf(await put(path, '9999999999'))).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
      expect(refusalOf(await put(path, '1010'))).toEqual({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
      const virtual = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      expect(refusalOf(await put(path, virtual))).toEqual({ status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' });
    });

    it('the freeze of a virtual account', async () => {
      const virtual = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      expect(refusalOf(await freeze(virtual))).toEqual({ status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' });
    });

    it.each([
      [{}, 'accountNumber'],
      [{ accountNumber: 17 }, 'accountNumber'],
      [{ accountNumber: '0000000017', reason: '' }, 'reason'],
      [{ accountNumber: '0000000017', force: true }, 'force'],
    ])('the body %j', async (body, field) => {
      for (const path of paths) {
        const answer = await app.put(path, body);
        expect([answer.status, new Set(fieldsOf(answer))]).toEqual([400, new Set([field])]);
      }
    });

    it("another institution's account like an unknown account", async () => {
      const { client } = await addSecondInstitution(app);
      const signedIn = await app.post('/api/auth/v1/authenticate', client, { token: 'none', reference: null });
      const token = (signedIn.body as { accessToken: string }).accessToken;
      const accountNumber = await app.openAccount();
      const messageOf = async (number: string): Promise<string> => {
        const { status, body } = await app.put(DEACTIVATE, { accountNumber: number }, { token });
        return `${status} ${(body as { message: string }).message.replace(number, 'N')}`;
      };
      expect(await messageOf(accountNumber)).toBe(await messageOf('9999999999'));
      expect(await statusOf(accountNumber)).toBe('Active');
    });
  });
});
