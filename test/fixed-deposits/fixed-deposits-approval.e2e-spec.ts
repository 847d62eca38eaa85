import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { CLOSE_ACCOUNT } from '../accounts/sandbox-accounts';
import { dataOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  ADD,
  add,
  businessDateOf,
  closeDays,
  depositOf,
  liquidate,
  openSaver,
  present,
  setBusinessDate,
  topUp,
  UPDATE,
} from './deposits-support';

interface Pending {
  approvalId: number;
  id: number;
  accountNumber: string;
  status: string;
}

const FLOOR = 100_000;

describe('fixed deposits under an approval policy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    dataOf(
      await app.approved(
        app.post(
          '/api/admin/v1/approval-policies',
          { operation: 'fixed-deposit', amountFloor: FLOOR },
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
    const { data, status } = response.body as { data: Pending & { statusCode: string }; status: boolean };
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

  it('moves no money until the approval and begins on its day', async () => {
    const saver = await openSaver(app, 150_000);
    const body = depositOf(saver);
    const reference = freshReference();
    const pending = pendingOf(await app.post(ADD, body, { reference }));
    expect(pendingOf(await app.post(ADD, body, { reference }))).toEqual(pending);
    expect(pending).toMatchObject({ status: 'PendingApproval', totalInterest: 2_958.9, maturityAmount: 102_663.01 });
    expect(await present(app, pending.accountNumber)).toMatchObject({
      status: 'PendingApproval',
      totalInterest: 2_958.9,
      maturityAmount: 102_663.01,
      approvalId: pending.approvalId,
    });
    expect(await app.balance(saver.accountNumber)).toBe(150_000);
    const approval = dataOf(
      await app.get(`/api/admin/v1/approvals/${pending.approvalId}`, {}, { token: await app.staff('checker') }),
    );
    expect(approval).toMatchObject({
      operation: 'fixed-deposit',
      title: 'Fixed deposit',
      amount: 100_000,
      summary: expect.stringContaining('₦100,000.00 for 90 days at 12 %') as string,
    });
    const day = addDays(await businessDateOf(app), 3);
    await setBusinessDate(app, day);
    dataOf(await decide('approve', pending.approvalId));
    expect(await present(app, pending.accountNumber)).toMatchObject({
      id: pending.id,
      status: 'Active',
      approvalId: null,
      startDate: day,
      maturityDate: addDays(day, 90),
    });
    expect(await app.balance(saver.accountNumber)).toBe(50_000);
    const [posting] = await app.rows<{ maker: string }>(
      `SELECT maker FROM posting WHERE kind = 'fixed-deposit' AND reference = $1`,
      [body.referenceNumber],
    );
    expect(posting!.maker).toMatch(/^api-client:/);
  });

  it('refuses a deposit without funds before requesting approval', async () => {
    const saver = await openSaver(app, 99_999.99);
    expect(refusalOf(await app.post(ADD, depositOf(saver)))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    const [{ count }] = (await app.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM approval WHERE summary LIKE $1`,
      [`%customer ${saver.customerID}:%`],
    )) as [{ count: number }];
    expect(count).toBe(0);
  });

  it('refuses the approval when the funds are gone, and allows a decline', async () => {
    const saver = await openSaver(app, 100_000);
    const { approvalId, accountNumber } = pendingOf(await app.post(ADD, depositOf(saver)));
    const out = {
      debitAccount: saver.accountNumber,
      creditAccount: '1010',
      amount: 1,
      narration: 'Out',
      postingsTransactionType: 1,
    };
    expect((await app.post('/api/transfer/v1/localfundtransfer', out)).status).toBe(200);
    expect(refusalOf(await decide('approve', approvalId))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    expect(await present(app, accountNumber)).toMatchObject({ status: 'PendingApproval', approvalId });
    dataOf(await decide('decline', approvalId));
    expect(await present(app, accountNumber)).toMatchObject({ status: 'Declined', approvalId: null });
    expect(await app.balance(saver.accountNumber)).toBe(99_999);
  });

  it('lets only staff with the permission decide', async () => {
    const { approvalId } = pendingOf(await app.post(ADD, depositOf(await openSaver(app, 100_000))));
    expect(
      refusalOf(
        await app.post(`/api/admin/v1/approvals/${approvalId}/approve`, {}, { token: await app.staff('maker') }),
      ),
    ).toEqual({ status: 403, code: 'PERMISSION_DENIED' });
  });

  it("begins a deposit below the policy's floor at once", async () => {
    expect(await add(app, await openSaver(app, 100_000), { principalAmount: 99_999.99 })).toMatchObject({
      status: 'Active',
    });
  });

  it('keeps the account open and refuses other requests while a deposit waits', async () => {
    const saver = await openSaver(app, 100_000);
    const { approvalId, accountNumber } = pendingOf(await app.post(ADD, depositOf(saver)));
    for (const response of [
      await topUp(app, accountNumber, saver.accountNumber, 1),
      await liquidate(app, accountNumber),
      await app.put(UPDATE, { accountNumber, applyRollover: 'None' }),
    ]) {
      expect([response.status, response.body.data]).toEqual([
        409,
        { statusCode: 'FIXED_DEPOSIT_PENDING_APPROVAL', approvalId },
      ]);
    }
    const out = {
      debitAccount: saver.accountNumber,
      creditAccount: '1010',
      amount: 100_000,
      narration: 'Out',
      postingsTransactionType: 1,
    };
    expect((await app.post('/api/transfer/v1/localfundtransfer', out)).status).toBe(200);
    const close = (): Promise<Response> =>
      app.post(CLOSE_ACCOUNT, { accountNumber: saver.accountNumber, closureReason: 'Asked for' });
    expect((await close()).body).toMatchObject({
      data: { blockedBy: 'fixed-deposits' },
      message: expect.stringContaining('waits for approval') as string,
    });
    dataOf(await decide('decline', approvalId));
    expect((await close()).status).toBe(200);
  });

  describe('once they are active', () => {
    const active = async (): Promise<{ saver: Awaited<ReturnType<typeof openSaver>>; accountNumber: string }> => {
      const saver = await openSaver(app, 500_000);
      const { approvalId, accountNumber } = pendingOf(
        await app.post(ADD, depositOf(saver, { principalAmount: 200_000 })),
      );
      dataOf(await decide('approve', approvalId));
      return { saver, accountNumber };
    };

    it('keeps one pending top-up, and the deposit earns meanwhile', async () => {
      const { saver, accountNumber } = await active();
      const { approvalId, status } = pendingOf(await topUp(app, accountNumber, saver.accountNumber, 100_000));
      expect(status).toBe('Active');
      expect(await present(app, accountNumber)).toMatchObject({ principalAmount: 200_000, approvalId });
      expect(refusalOf(await liquidate(app, accountNumber))).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_PENDING_APPROVAL',
      });
      expect(refusalOf(await topUp(app, accountNumber, saver.accountNumber, 1))).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_PENDING_APPROVAL',
      });
      await closeDays(app, 1);
      dataOf(await decide('approve', approvalId));
      await closeDays(app, 1);
      // One night of 200,000 and one of 300,000.
      expect(await present(app, accountNumber)).toMatchObject({
        principalAmount: 300_000,
        approvalId: null,
        interestEarned: 164.38,
      });
      expect(await app.balance(saver.accountNumber)).toBe(200_000);
    });

    it('pays a waiting liquidation to the account that its checker read, although its maker asks for another', async () => {
      const { saver, accountNumber } = await active();
      const { approvalId } = pendingOf(await liquidate(app, accountNumber));
      const path = `/api/admin/v1/approvals/${approvalId}`;
      const read = await app.get(path, {}, { token: await app.staff('checker') });
      expect(dataOf<{ summary: string }>(read).summary).toContain(`paid to ${saver.accountNumber}`);
      for (const elsewhere of [
        { liquidationAccount: '2030', liquidationAccountType: 2 },
        { liquidationAccount: saver.accountNumber, applyRollover: 'Principal' },
      ]) {
        const refused = await app.put(UPDATE, { accountNumber, ...elsewhere });
        expect(refusalOf(refused)).toEqual({ status: 409, code: 'FIXED_DEPOSIT_PENDING_APPROVAL' });
      }
      dataOf(await app.put(UPDATE, { accountNumber, applyRollover: 'None' }));
      dataOf(await decide('approve', approvalId));
      expect(await app.balance(saver.accountNumber)).toBe(500_000);
    });

    it('pays a liquidation with the interest due on the day of its approval', async () => {
      const { saver, accountNumber } = await active();
      const { approvalId } = pendingOf(await liquidate(app, accountNumber));
      expect(await app.balance(saver.accountNumber)).toBe(300_000);
      await closeDays(app, 10);
      dataOf(await decide('approve', approvalId));
      expect(await present(app, accountNumber)).toMatchObject({ status: 'Liquidated', interestPaid: 493.15 });
      expect(await app.balance(saver.accountNumber)).toBe(500_443.83);
    });

    it('changes nothing after a decline', async () => {
      const { saver, accountNumber } = await active();
      const { approvalId } = pendingOf(await liquidate(app, accountNumber, 100_000));
      dataOf(await decide('decline', approvalId));
      expect(await present(app, accountNumber)).toMatchObject({
        status: 'Active',
        principalAmount: 200_000,
        approvalId: null,
      });
      expect((await topUp(app, accountNumber, saver.accountNumber, 1)).status).toBe(200);
    });

    it('matures while a request waits, which can then only be declined', async () => {
      const { saver, accountNumber } = await active();
      const { approvalId } = pendingOf(await topUp(app, accountNumber, saver.accountNumber, 100_000));
      await setBusinessDate(app, addDays((await present(app, accountNumber)).maturityDate, -1));
      await closeDays(app, 1);
      expect(refusalOf(await decide('approve', approvalId))).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_NOT_ACTIVE',
      });
      dataOf(await decide('decline', approvalId));
      expect(await present(app, accountNumber)).toMatchObject({
        status: 'Matured',
        approvalId: null,
        principalAmount: 200_000,
      });
    });
  });

  it('begins once when several staff approve at the same time', async () => {
    const saver = await openSaver(app, 300_000);
    const { approvalId } = pendingOf(await app.post(ADD, depositOf(saver)));
    const decided = await Promise.all(Array.from({ length: 6 }, () => decide('approve', approvalId)));
    expect(decided.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
    expect(await app.balance(saver.accountNumber)).toBe(200_000);
  });
});
