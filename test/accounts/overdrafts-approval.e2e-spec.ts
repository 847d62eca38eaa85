import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { eventually } from '../support/eventually';
import {
  ACTIVATE_OVERDRAFT,
  ADD_OVERDRAFT,
  addOverdraft,
  auditOf,
  balancesOf,
  DEACTIVATE_OVERDRAFT,
  payOut,
  SEARCH_OVERDRAFTS,
  setStatus,
  UPDATE_OVERDRAFT,
} from './liens-support';
import { CLOSE_ACCOUNT } from './sandbox-accounts';

interface Pending {
  statusCode: string;
  approvalId: number;
  id: number;
  status: string;
}

describe('overdrafts under an approval policy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    dataOf(
      await app.approved(
        app.post(
          '/api/admin/v1/approval-policies',
          { operation: 'overdraft', amountFloor: 1000 },
          { token: await app.staff('administrator') },
        ),
      ),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const pendingOf = (response: Response): Pending => {
    expect(response.status).toBe(202);
    const { data, status } = response.body as { data: Pending; status: boolean };
    expect([status, data.statusCode, typeof data.approvalId, typeof data.id]).toEqual([
      false,
      'PENDING_APPROVAL',
      'number',
      'number',
    ]);
    return data;
  };
  const decide = async (verdict: 'approve' | 'decline', approvalId: number): Promise<Response> =>
    app.post(`/api/admin/v1/approvals/${approvalId}/${verdict}`, verdict === 'decline' ? { note: 'No' } : {}, {
      token: await app.staff('checker'),
    });
  const change = (path: string, id: number, fields: object = {}): Promise<Response> => app.put(path, { id, ...fields });
  const shown = async (accountNumber: string): Promise<unknown> =>
    dataOf<{ data: unknown[] }>(await app.get(SEARCH_OVERDRAFTS, { AccountNumber: accountNumber })).data[0];
  const limitOf = async (accountNumber: string): Promise<number> =>
    (await balancesOf(app, accountNumber)).overdraftLimit;

  it('wait for approval and count once they are approved', async () => {
    const accountNumber = await app.openAccount();
    const { id, approvalId, status } = pendingOf(await addOverdraft(app, accountNumber, 1000));
    expect(status).toBe('PendingApproval');
    expect(await shown(accountNumber)).toMatchObject({
      id,
      approvalId,
      status: 'PendingApproval',
      isInForce: false,
      limit: 1000,
    });
    expect(await limitOf(accountNumber)).toBe(0);
    const approval = dataOf<object>(
      await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: await app.staff('checker') }),
    );
    expect(approval).toMatchObject({
      operation: 'overdraft',
      title: 'Overdraft',
      amount: 1000,
      summary: expect.stringContaining(accountNumber) as string,
    });
    expect((await decide('approve', approvalId)).status).toBe(200);
    expect(await shown(accountNumber)).toMatchObject({ id, approvalId: null, status: 'Active', isInForce: true });
    expect(await limitOf(accountNumber)).toBe(1000);
    expect(await auditOf(app, `overdraft:${id}`)).toEqual(['overdraft.add', 'overdraft.activate']);
  });

  it('are decided by staff with the permission only', async () => {
    const { approvalId } = pendingOf(await addOverdraft(app, await app.openAccount(), 1000));
    const refused = await app.post(
      `/api/admin/v1/approvals/${approvalId}/approve`,
      {},
      { token: await app.staff('maker') },
    );
    expect(refusalOf(refused)).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
  });

  it('answer the same 202 to a repeated request', async () => {
    const body = {
      accountNumber: await app.openAccount(),
      limit: 5000,
      interestRate: 1,
      expiryDate: '2999-01-01',
      referenceNumber: freshReference('OD'),
    };
    const reference = freshReference();
    const first = await app.post(ADD_OVERDRAFT, body, { reference });
    expect(pendingOf(await app.post(ADD_OVERDRAFT, body, { reference }))).toEqual(pendingOf(first));
  });

  it('are inactive once they are declined, and must be requested again', async () => {
    const accountNumber = await app.openAccount();
    const { id, approvalId } = pendingOf(await addOverdraft(app, accountNumber, 2000));
    expect((await decide('decline', approvalId)).status).toBe(200);
    expect(await shown(accountNumber)).toMatchObject({ status: 'Inactive', approvalId: null });
    const again = pendingOf(await change(ACTIVATE_OVERDRAFT, id));
    expect(again).toMatchObject({ id, status: 'PendingApproval' });
    expect(await limitOf(accountNumber)).toBe(0);
    dataOf(await decide('approve', again.approvalId));
    expect(await limitOf(accountNumber)).toBe(2000);
  });

  it("below the policy's amount are active at once", async () => {
    const accountNumber = await app.openAccount();
    expect((await addOverdraft(app, accountNumber, 999.99)).status).toBe(200);
    expect(await limitOf(accountNumber)).toBe(999.99);
  });

  it.each([
    ['update', (id: number) => change(UPDATE_OVERDRAFT, id, { limit: 1 })],
    ['activate', (id: number) => change(ACTIVATE_OVERDRAFT, id)],
    ['deactivate', (id: number) => change(DEACTIVATE_OVERDRAFT, id)],
  ])('refuse %s while they wait', async (_, attempt) => {
    const { id, approvalId } = pendingOf(await addOverdraft(app, await app.openAccount(), 1000));
    const { status, body } = await attempt(id);
    expect([status, body.data]).toEqual([409, { statusCode: 'OVERDRAFT_PENDING_APPROVAL', approvalId }]);
  });

  it('prevent a second overdraft and the closure of the account while they wait', async () => {
    const accountNumber = await app.openAccount();
    const { id, approvalId } = pendingOf(await addOverdraft(app, accountNumber, 1000));
    const second = await addOverdraft(app, accountNumber, 10);
    expect([second.status, second.body.data]).toEqual([
      409,
      { statusCode: 'OVERDRAFT_EXISTS', id, status: 'PendingApproval', approvalId },
    ]);
    const close = (): Promise<Response> => app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' });
    const refused = await close();
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(refused.body).toMatchObject({
      data: { blockedBy: 'overdrafts' },
      message: expect.stringContaining('waits for approval') as string,
    });
    dataOf(await decide('decline', approvalId));
    expect((await close()).status).toBe(200);
  });

  it('stay pending while the account cannot have them, until it can or staff decline', async () => {
    const accountNumber = await app.openAccount();
    const { approvalId } = pendingOf(await addOverdraft(app, accountNumber, 1000));
    await setStatus(app, accountNumber, 'Frozen');
    expect(refusalOf(await decide('approve', approvalId))).toEqual({ status: 409, code: 'ACCOUNT_FROZEN' });
    expect(await shown(accountNumber)).toMatchObject({ status: 'PendingApproval', approvalId });
    await setStatus(app, accountNumber, 'Active');
    expect((await decide('approve', approvalId)).status).toBe(200);
    expect(await limitOf(accountNumber)).toBe(1000);
  });

  it('open no approval when they would be refused', async () => {
    const accountNumber = await app.openAccount();
    const { id } = dataOf<{ id: number }>(await addOverdraft(app, accountNumber, 10));
    dataOf(await change(DEACTIVATE_OVERDRAFT, id));
    dataOf(await change(UPDATE_OVERDRAFT, id, { limit: 5000 }));
    await setStatus(app, accountNumber, 'Dormant');
    expect(refusalOf(await change(ACTIVATE_OVERDRAFT, id))).toEqual({ status: 409, code: 'ACCOUNT_DORMANT' });
    await setStatus(app, accountNumber, 'Active');
    dataOf(await addOverdraft(app, accountNumber, 20));
    expect(refusalOf(await change(ACTIVATE_OVERDRAFT, id))).toEqual({ status: 409, code: 'OVERDRAFT_EXISTS' });
    const { count } = (
      await app.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM approval WHERE details->>'overdraftId' = $1`,
        [String(id)],
      )
    )[0]!;
    expect(count).toBe(0);
  });

  it('are active at once when API requests bypass approvals', async () => {
    const key = '/api/admin/v1/configuration/API_BYPASS_APPROVALS';
    const token = await app.staff('administrator');
    dataOf(await app.approved(app.put(key, { value: 'true' }, { token })));
    try {
      expect((await addOverdraft(app, await app.openAccount(), 5000)).status).toBe(200);
    } finally {
      dataOf(await app.approved(app.put(key, { value: 'false' }, { token })));
    }
  });

  describe('an update of an active overdraft', () => {
    /** An active overdraft of ₦1,500 through ten days from now. */
    const activeOne = async (): Promise<{ accountNumber: string; id: number; expiryDate: string }> => {
      const accountNumber = await app.openAccount();
      const expiryDate = addDays(await businessDateOf(app), 10);
      const { id, approvalId } = pendingOf(await addOverdraft(app, accountNumber, 1500, { expiryDate }));
      dataOf(await decide('approve', approvalId));
      return { accountNumber, id, expiryDate };
    };

    it('that gives more credit waits, and the terms stay until it is approved', async () => {
      const { accountNumber, id } = await activeOne();
      const pending = pendingOf(await change(UPDATE_OVERDRAFT, id, { limit: 2000, interestRate: 9 }));
      expect(pending).toMatchObject({ id, status: 'Active', limit: 1500 });
      expect(await shown(accountNumber)).toMatchObject({
        status: 'Active',
        limit: 1500,
        interestRate: 24.5,
        approvalId: pending.approvalId,
      });
      expect(await limitOf(accountNumber)).toBe(1500);
      expect(refusalOf(await change(UPDATE_OVERDRAFT, id, { limit: 1 }))).toEqual({
        status: 409,
        code: 'OVERDRAFT_PENDING_APPROVAL',
      });
      dataOf(await decide('approve', pending.approvalId));
      expect(await shown(accountNumber)).toMatchObject({ limit: 2000, interestRate: 9, approvalId: null });
      expect(await limitOf(accountNumber)).toBe(2000);
    });

    it('changes nothing when it is declined', async () => {
      const { accountNumber, id } = await activeOne();
      const { approvalId } = pendingOf(await change(UPDATE_OVERDRAFT, id, { limit: 2000 }));
      dataOf(await decide('decline', approvalId));
      expect(await shown(accountNumber)).toMatchObject({ status: 'Active', limit: 1500, approvalId: null });
      expect((await change(UPDATE_OVERDRAFT, id, { limit: 1400 })).status).toBe(200);
    });

    it('to a later expiry date waits, one to a lower limit does not', async () => {
      const { accountNumber, id, expiryDate } = await activeOne();
      expect((await change(UPDATE_OVERDRAFT, id, { limit: 1400, expiryDate: addDays(expiryDate, -1) })).status).toBe(
        200,
      );
      expect(await limitOf(accountNumber)).toBe(1400);
      const { approvalId } = pendingOf(await change(UPDATE_OVERDRAFT, id, { expiryDate }));
      dataOf(await decide('approve', approvalId));
      expect(await shown(accountNumber)).toMatchObject({ expiryDate, limit: 1400 });
    });

    it.each([
      ['a rate of 0', { interestRate: 0 }],
      ['a lower rate beside a lower limit', { interestRate: 24, limit: 1400 }],
      ['a higher rate', { interestRate: 99 }],
    ])('to %s waits, because the rate was approved too', async (_, fields) => {
      const { accountNumber, id } = await activeOne();
      const pending = pendingOf(await change(UPDATE_OVERDRAFT, id, fields));
      expect(await shown(accountNumber)).toMatchObject({
        ...{ limit: 1500, interestRate: 24.5 },
        approvalId: pending.approvalId,
      });
      dataOf(await decide('approve', pending.approvalId));
      expect(await shown(accountNumber)).toMatchObject({ ...fields, approvalId: null });
    });

    it('to the rate that it has does not wait', async () => {
      const { id } = await activeOne();
      expect((await change(UPDATE_OVERDRAFT, id, { interestRate: 24.5, limit: 1400 })).status).toBe(200);
    });

    it('asks staff once when several requests for another rate meet', async () => {
      const { accountNumber, id } = await activeOne();
      const rates = [0, 1, 2, 3, 4, 5];
      const answers = await Promise.all(rates.map((interestRate) => change(UPDATE_OVERDRAFT, id, { interestRate })));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(5).fill(409)]);
      expect(await shown(accountNumber)).toMatchObject({ interestRate: 24.5 });
    });

    it('to another interest rate waits also while the account is frozen, a higher limit is refused', async () => {
      const { accountNumber, id } = await activeOne();
      await setStatus(app, accountNumber, 'Frozen');
      expect(refusalOf(await change(UPDATE_OVERDRAFT, id, { limit: 2000 }))).toEqual({
        status: 409,
        code: 'ACCOUNT_FROZEN',
      });
      const { approvalId } = pendingOf(await change(UPDATE_OVERDRAFT, id, { interestRate: 30 }));
      dataOf(await decide('approve', approvalId));
      expect(await shown(accountNumber)).toMatchObject({ interestRate: 30, limit: 1500, approvalId: null });
    });

    it('with invalid dates is refused without an approval', async () => {
      const { id } = await activeOne();
      expect(refusalOf(await change(UPDATE_OVERDRAFT, id, { limit: 9000, startDate: '2000-01-01' }))).toEqual({
        status: 422,
        code: 'OVERDRAFT_DATES_REFUSED',
      });
    });

    it('can only be declined once the overdraft was deactivated', async () => {
      const { accountNumber, id } = await activeOne();
      const { approvalId } = pendingOf(await change(UPDATE_OVERDRAFT, id, { limit: 2000 }));
      dataOf(await change(DEACTIVATE_OVERDRAFT, id));
      expect(await limitOf(accountNumber)).toBe(0);
      expect(refusalOf(await decide('approve', approvalId))).toEqual({ status: 409, code: 'OVERDRAFT_NOT_ACTIVE' });
      expect(refusalOf(await change(ACTIVATE_OVERDRAFT, id))).toEqual({
        status: 409,
        code: 'OVERDRAFT_PENDING_APPROVAL',
      });
      dataOf(await decide('decline', approvalId));
      expect(await shown(accountNumber)).toMatchObject({ status: 'Inactive', limit: 1500, approvalId: null });
    });
  });

  describe('on an account that still owes the debt of an expired overdraft', () => {
    /** An account that owes so much after its overdraft has expired. */
    const indebted = async (debt: number): Promise<string> => {
      const accountNumber = await app.openAccount();
      const { id, approvalId } = pendingOf(await addOverdraft(app, accountNumber, 5000));
      dataOf(await decide('approve', approvalId));
      dataOf(await payOut(app, accountNumber, debt));
      const yesterday = addDays(await businessDateOf(app), -1);
      await app.rows('UPDATE overdraft SET start_date = $2, expiry_date = $2 WHERE id = $1', [id, yesterday]);
      await runStep(app, 'overdraft-roll');
      expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftUsed: debt, overdraftLimit: 0 });
      return accountNumber;
    };

    it('wait as the debt does, whatever their own limit: the debt bears their rate', async () => {
      const accountNumber = await indebted(1000);
      const { id, approvalId } = pendingOf(await addOverdraft(app, accountNumber, 1, { interestRate: 0 }));
      const approval = dataOf<object>(
        await app.get(`/api/admin/v1/approvals/${approvalId}`, {}, { token: await app.staff('checker') }),
      );
      expect(approval).toMatchObject({
        amount: 1000,
        summary: expect.stringContaining('the account owes ₦1,000.00') as string,
      });
      dataOf(await decide('decline', approvalId));
      expect(pendingOf(await change(ACTIVATE_OVERDRAFT, id))).toMatchObject({ status: 'PendingApproval' });
    });

    it('are active at once when limit and debt are below the floor', async () => {
      expect((await addOverdraft(app, await indebted(999.99), 1)).status).toBe(200);
    });
  });

  it('are added and approved once in parallel requests', async () => {
    const accountNumber = await app.openAccount();
    const answers = await Promise.all(Array.from({ length: 6 }, () => addOverdraft(app, accountNumber, 3000)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(5).fill(409)]);
    const { approvalId } = pendingOf(answers.find(({ status }) => status === 202)!);
    const decided = await Promise.all(Array.from({ length: 6 }, () => decide('approve', approvalId)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
    expect(await limitOf(accountNumber)).toBe(3000);
  });

  it('cannot be approved after their expiry date', async () => {
    const accountNumber = await app.openAccount();
    const { approvalId } = pendingOf(
      await addOverdraft(app, accountNumber, 1000, { expiryDate: await businessDateOf(app) }),
    );
    await rollDays(app, 1);
    expect(refusalOf(await decide('approve', approvalId))).toEqual({
      status: 422,
      code: 'OVERDRAFT_DATES_REFUSED',
    });
    dataOf(await decide('decline', approvalId));
    await eventually(async () => expect(await shown(accountNumber)).toMatchObject({ status: 'Inactive' }));
  });
});
