import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import {
  ACTIVATE_OVERDRAFT,
  ADD_OVERDRAFT,
  addOverdraft,
  auditOf,
  balancesOf,
  DEACTIVATE_OVERDRAFT,
  payOut,
  placeLien,
  SEARCH_OVERDRAFTS,
  setStatus,
  strangersToken,
  UPDATE_OVERDRAFT,
} from './liens-support';
import { CLOSE_ACCOUNT, companyOf, DUPLICATE_REFERENCE_NUMBER, openVirtualAccount } from './sandbox-accounts';

interface Overdraft {
  id: number;
  referenceNumber: string;
  status: string;
}

describe('overdrafts', () => {
  let app: TestApp;
  let today: string;
  beforeAll(async () => {
    app = await TestApp.start();
    today = await businessDateOf(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const add = async (accountNumber: string, limit: number, fields: object = {}): Promise<Overdraft> =>
    dataOf<Overdraft>(await addOverdraft(app, accountNumber, limit, fields));
  const update = (id: number, fields: object, options = {}): Promise<Response> =>
    app.put(UPDATE_OVERDRAFT, { id, ...fields }, options);
  const activate = (id: number, options = {}): Promise<Response> => app.put(ACTIVATE_OVERDRAFT, { id }, options);
  const deactivate = (id: number, options = {}): Promise<Response> => app.put(DEACTIVATE_OVERDRAFT, { id }, options);

  describe('add', () => {
    it('allows debits below zero at once, to the kobo', async () => {
      const accountNumber = await app.openAccount(100);
      const referenceNumber = freshReference('OD');
      const overdraft = await add(accountNumber, 50.5, { referenceNumber, expiryDate: '2999-06-30' });
      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
      expect(overdraft).toEqual({
        id: expect.any(Number),
        accountNumber,
        limit: 50.5,
        interestRate: 24.5,
        startDate: today,
        expiryDate: '2999-06-30',
        referenceNumber,
        status: 'Active',
        isInForce: true,
        approvalId: null,
        createdAt: at,
        updatedAt: at,
      });
      expect(await balancesOf(app, accountNumber)).toEqual({
        ledgerBalance: 100,
        availableBalance: 150.5,
        lienAmount: 0,
        overdraftLimit: 50.5,
        overdraftUsed: 0,
      });
      expect(refusalOf(await payOut(app, accountNumber, 150.51))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      expect((await payOut(app, accountNumber, 150.5)).status).toBe(200);
      expect(await balancesOf(app, accountNumber)).toEqual({
        ledgerBalance: -50.5,
        availableBalance: 0,
        lienAmount: 0,
        overdraftLimit: 50.5,
        overdraftUsed: 50.5,
      });
      expect(await auditOf(app, `overdraft:${overdraft.id}`)).toEqual(['overdraft.add', 'overdraft.activate']);
    });

    it('accepts a past start date, a rate of 0 and an expiry date of today', async () => {
      const accountNumber = await app.openAccount();
      const fields = { startDate: addDays(today, -30), interestRate: 0, expiryDate: today };
      expect(await add(accountNumber, 10, fields)).toMatchObject({ ...fields, status: 'Active', isInForce: true });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(10);
    });

    it('counts from a future start date only', async () => {
      const accountNumber = await app.openAccount();
      expect(await add(accountNumber, 10, { startDate: addDays(today, 5) })).toMatchObject({
        status: 'Active',
        isInForce: false,
      });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 0, availableBalance: 0 });
    });

    it('allows one active overdraft for each account', async () => {
      const accountNumber = await app.openAccount();
      const first = await add(accountNumber, 10);
      expect(refusalOf(await addOverdraft(app, accountNumber, 20))).toEqual({
        status: 409,
        code: 'OVERDRAFT_EXISTS',
      });
      dataOf(await deactivate(first.id));
      await add(accountNumber, 20);
      expect(refusalOf(await activate(first.id))).toEqual({ status: 409, code: 'OVERDRAFT_EXISTS' });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(20);
    });

    it('answers a repeated request from its claim and refuses a used referenceNumber', async () => {
      const body = {
        accountNumber: await app.openAccount(),
        limit: 10,
        interestRate: 1,
        expiryDate: '2999-01-01',
        referenceNumber: freshReference('OD'),
      };
      const reference = freshReference();
      const first = await app.post(ADD_OVERDRAFT, body, { reference });
      expect((await app.post(ADD_OVERDRAFT, body, { reference })).body).toEqual(first.body);
      const again = await app.post(ADD_OVERDRAFT, { ...body, accountNumber: await app.openAccount() });
      expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
      expect((again.body as { message: string }).message).toContain(`referenceNumber ${body.referenceNumber}`);
    });

    it.each([
      ['Inactive', 'ACCOUNT_INACTIVE'],
      ['PendingApproval', 'ACCOUNT_PENDING_APPROVAL'],
      ['Closed', 'ACCOUNT_CLOSED'],
      ['Frozen', 'ACCOUNT_FROZEN'],
      ['Dormant', 'ACCOUNT_DORMANT'],
    ])('refuses an account that is %s', async (status, code) => {
      const accountNumber = await app.openAccount();
      await setStatus(app, accountNumber, status);
      expect(refusalOf(await addOverdraft(app, accountNumber, 10))).toEqual({ status: 409, code });
    });

    it.each([
      { name: 'an unknown account', number: async () => '9999999999', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      { name: 'a ledger', number: async () => '1010', httpStatus: 404, code: 'ACCOUNT_NOT_FOUND' },
      {
        name: 'a virtual account',
        number: async () => openVirtualAccount(app, (await companyOf(app)).accountNumber),
        httpStatus: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      },
    ])('refuses $name', async ({ number, httpStatus, code }) => {
      expect(refusalOf(await addOverdraft(app, await number(), 10))).toEqual({ status: httpStatus, code });
    });

    it.each([
      ['an end that has passed', () => ({ expiryDate: addDays(today, -1) })],
      ['an end before the start', () => ({ startDate: '2998-12-02', expiryDate: '2998-12-01' })],
    ])('refuses %s', async (_, fields) => {
      expect(refusalOf(await addOverdraft(app, await app.openAccount(), 10, fields()))).toEqual({
        status: 422,
        code: 'OVERDRAFT_DATES_REFUSED',
      });
    });

    it.each([
      [{ accountNumber: undefined }, 'accountNumber'],
      [{ limit: undefined }, 'limit'],
      [{ limit: 0 }, 'limit'],
      [{ limit: '10' }, 'limit'],
      [{ interestRate: undefined }, 'interestRate'],
      [{ interestRate: -1 }, 'interestRate'],
      [{ interestRate: 1.00001 }, 'interestRate'],
      [{ expiryDate: undefined }, 'expiryDate'],
      [{ expiryDate: '2026-02-30' }, 'expiryDate'],
      [{ startDate: 'today' }, 'startDate'],
      [{ referenceNumber: '' }, 'referenceNumber'],
      [{ status: 'Active' }, 'status'],
    ])('refuses %j', async (fields, field) => {
      const response = await addOverdraft(app, '0000000017', 5, fields);
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain(field);
    });

    it('adds an overdraft by one of 10 parallel requests', async () => {
      const accountNumber = await app.openAccount();
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => addOverdraft(app, accountNumber, index + 1)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    });
  });

  it('let 10 of 20 parallel payments through when the limit covers 10', async () => {
    const accountNumber = await app.openAccount(500);
    await add(accountNumber, 509.99);
    const responses = await Promise.all(Array.from({ length: 20 }, () => payOut(app, accountNumber, 100)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await balancesOf(app, accountNumber)).toMatchObject({
      ledgerBalance: -500,
      availableBalance: 9.99,
      overdraftUsed: 500,
    });
  });

  describe('update', () => {
    it('changes limit, rate and expiry date at once, each alone', async () => {
      const accountNumber = await app.openAccount();
      const { id, ...terms } = await add(accountNumber, 100);
      const changed = async (fields: object): Promise<unknown> => dataOf(await update(id, fields));
      const rest = { ...terms, updatedAt: expect.any(String) as string };
      expect(await changed({ limit: 200 })).toMatchObject({ ...rest, id, limit: 200 });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(200);
      expect(await changed({ interestRate: 3.25, limit: null })).toMatchObject({
        ...rest,
        limit: 200,
        interestRate: 3.25,
      });
      expect(await changed({ expiryDate: '2998-01-01' })).toMatchObject({
        limit: 200,
        interestRate: 3.25,
        expiryDate: '2998-01-01',
      });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(200);
      expect(await auditOf(app, `overdraft:${id}`)).toEqual([
        'overdraft.add',
        'overdraft.activate',
        ...Array<string>(3).fill('overdraft.update'),
      ]);
    });

    it('refuses a limit below the amount in use, to the kobo', async () => {
      const accountNumber = await app.openAccount(10);
      const { id } = await add(accountNumber, 100);
      expect((await payOut(app, accountNumber, 70)).status).toBe(200);
      const refused = await update(id, { limit: 59.99 });
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'OVERDRAFT_IN_USE' });
      expect(refused.body).toMatchObject({ data: { overdraftUsed: 60 } });
      dataOf(await update(id, { limit: 60 }));
      expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 60, availableBalance: 0 });
    });

    it('changes the start date only before the overdraft is in force', async () => {
      const accountNumber = await app.openAccount();
      const { id } = await add(accountNumber, 10, { startDate: addDays(today, 5) });
      expect(dataOf(await update(id, { startDate: addDays(today, 2), limit: 20 }))).toMatchObject({
        isInForce: false,
        limit: 20,
      });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(0);
      expect(dataOf(await update(id, { startDate: today }))).toMatchObject({ isInForce: true });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(20);
      expect(refusalOf(await update(id, { startDate: addDays(today, 1) }))).toEqual({
        status: 422,
        code: 'OVERDRAFT_DATES_REFUSED',
      });
      expect((await update(id, { startDate: today })).status).toBe(200);
    });

    it('changes the terms of an inactive overdraft without a limit for the account', async () => {
      const accountNumber = await app.openAccount();
      const { id } = await add(accountNumber, 10);
      dataOf(await deactivate(id));
      expect(dataOf(await update(id, { limit: 30 }))).toMatchObject({
        status: 'Inactive',
        limit: 30,
        isInForce: false,
      });
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(0);
      dataOf(await activate(id));
      expect((await balancesOf(app, accountNumber)).overdraftLimit).toBe(30);
    });

    it('of a frozen account may give less credit but not more', async () => {
      const accountNumber = await app.openAccount();
      const { id } = await add(accountNumber, 10);
      await setStatus(app, accountNumber, 'Frozen');
      expect(refusalOf(await update(id, { limit: 11 }))).toEqual({ status: 409, code: 'ACCOUNT_FROZEN' });
      expect((await update(id, { limit: 9 })).status).toBe(200);
    });

    it.each([
      [{}, 'limit'],
      [{ limit: null }, 'limit'],
      [{ limit: 0 }, 'limit'],
      [{ id: '5', limit: 1 }, 'id'],
      [{ id: 0, limit: 1 }, 'id'],
      [{ accountNumber: '0000000017', limit: 1 }, 'accountNumber'],
    ])('refuses %j', async (fields, field) => {
      const response = await update(5, fields);
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain(field);
    });

    it('names the fields that can be sent when none is', async () => {
      expect((await update(5, {})).body.message).toBe(
        'limit or one of interestRate, startDate and expiryDate is required.',
      );
    });

    it('in parallel with payments never leaves the account beyond its limit', async () => {
      for (let round = 0; round < 5; round += 1) {
        const accountNumber = await app.openAccount();
        const { id } = await add(accountNumber, 100);
        await Promise.all([
          payOut(app, accountNumber, 60),
          update(id, { limit: 50 }),
          payOut(app, accountNumber, 30),
          deactivate(id),
        ]);
        expect((await balancesOf(app, accountNumber)).availableBalance).toBeGreaterThanOrEqual(0);
      }
    });

    it('refuses to change the overdraft of a closed account', async () => {
      const accountNumber = await app.openAccount();
      const { id } = await add(accountNumber, 100);
      await deactivate(id);
      expect((await app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Moved abroad' })).status).toBe(200);
      for (const refused of [await update(id, { limit: 50 }), await activate(id)])
        expect(refusalOf(refused)).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
      expect(
        dataOf<{ data: unknown[] }>(await app.get(SEARCH_OVERDRAFTS, { AccountNumber: accountNumber })).data,
      ).toMatchObject([{ limit: 100, status: 'Inactive' }]);
    });
  });

  describe('activate and deactivate', () => {
    it('set and remove the limit', async () => {
      const accountNumber = await app.openAccount(5);
      const { id } = await add(accountNumber, 10);
      expect(dataOf(await deactivate(id))).toMatchObject({ id, status: 'Inactive', isInForce: false });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 0, availableBalance: 5 });
      expect(refusalOf(await deactivate(id))).toEqual({ status: 409, code: 'OVERDRAFT_NOT_ACTIVE' });
      expect(dataOf(await activate(id))).toMatchObject({ id, status: 'Active', isInForce: true });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 10, availableBalance: 15 });
      expect(refusalOf(await activate(id))).toEqual({ status: 409, code: 'OVERDRAFT_ALREADY_ACTIVE' });
    });

    it('refuse a deactivation while the account is overdrawn', async () => {
      const accountNumber = await app.openAccount(5);
      const { id } = await add(accountNumber, 10);
      expect((await payOut(app, accountNumber, 5.01)).status).toBe(200);
      const refused = await deactivate(id);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'OVERDRAFT_IN_USE' });
      expect((refused.body as { message: string }).message).toContain('₦0.01');
      await app.payIn(accountNumber, 0.01);
      expect((await deactivate(id)).status).toBe(200);
    });

    it('refuse a deactivation while the overdraft covers liens', async () => {
      const accountNumber = await app.openAccount(50);
      const { id } = await add(accountNumber, 10);
      dataOf(await placeLien(app, accountNumber, 50));
      expect((await payOut(app, accountNumber, 1)).status).toBe(200);
      const refused = await deactivate(id);
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'OVERDRAFT_IN_USE' });
      expect((refused.body as { message: string }).message).toContain('debt and liens need ₦1.00');
    });

    it('deactivate an overdraft that has not started, even when the account owes money', async () => {
      const { id } = await add(await app.openAccount(), 10, { startDate: addDays(today, 5) });
      expect(dataOf(await deactivate(id))).toMatchObject({ status: 'Inactive' });
    });

    it('refuse an activation after the expiry date or in a status that forbids it', async () => {
      const accountNumber = await app.openAccount();
      const { id } = await add(accountNumber, 10);
      dataOf(await deactivate(id));
      await app.rows('UPDATE overdraft SET start_date = $2, expiry_date = $2 WHERE id = $1', [id, addDays(today, -1)]);
      expect(refusalOf(await activate(id))).toEqual({ status: 422, code: 'OVERDRAFT_DATES_REFUSED' });
      dataOf(await update(id, { expiryDate: today }));
      await setStatus(app, accountNumber, 'Dormant');
      expect(refusalOf(await activate(id))).toEqual({ status: 409, code: 'ACCOUNT_DORMANT' });
    });

    it('happen once in parallel requests', async () => {
      const { id } = await add(await app.openAccount(), 10);
      for (const change of [deactivate, activate]) {
        const responses = await Promise.all(Array.from({ length: 8 }, () => change(id)));
        expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
      }
    });

    it.each([
      ['update', (id: number, token?: string) => update(id, { limit: 1 }, { token })],
      ['activate', (id: number, token?: string) => activate(id, { token })],
      ['deactivate', (id: number, token?: string) => deactivate(id, { token })],
    ])('%s answers 404 for an unknown id', async (_, change) => {
      expect(refusalOf(await change(999_999_999_999))).toEqual({ status: 404, code: 'OVERDRAFT_NOT_FOUND' });
    });
  });

  it('of another institution are not found', async () => {
    const { id } = await add(await app.openAccount(), 10);
    const token = await strangersToken(app);
    for (const change of [
      (one: number) => update(one, { limit: 1 }, { token }),
      (one: number) => activate(one, { token }),
      (one: number) => deactivate(one, { token }),
    ]) {
      const strange = await change(id);
      expect(refusalOf(strange)).toEqual({ status: 404, code: 'OVERDRAFT_NOT_FOUND' });
      expect(strange.body).toEqual((await change(999_999_999_999)).body);
    }
    expect(dataOf(await app.get(SEARCH_OVERDRAFTS, {}, { token }))).toMatchObject({ data: [], recordCount: 0 });
  });

  describe('search', () => {
    const search = async (
      query: Record<string, string | number>,
    ): Promise<{ data: { id: number }[]; recordCount: number }> => dataOf(await app.get(SEARCH_OVERDRAFTS, query));

    it('shows overdrafts latest first, by account and status', async () => {
      const accountNumber = await app.openAccount();
      const first = await add(accountNumber, 10);
      const ended = dataOf<Overdraft>(await deactivate(first.id));
      const second = await add(accountNumber, 20);
      expect(await search({ AccountNumber: accountNumber })).toEqual({
        data: [second, ended],
        recordCount: 2,
        pageNumber: 1,
        pageSize: 20,
        nextAfter: null,
      });
      expect((await search({ accountnumber: accountNumber, Direction: 'Asc' })).data).toEqual([ended, second]);
      expect((await search({ AccountNumber: accountNumber, Status: 'Active' })).data).toEqual([second]);
      expect((await search({ Status: 'Inactive', PageSize: 1 })).data).toEqual([ended]);
    });

    it.each([['9999999999'], ['1010']])('is empty for the number %s', async (AccountNumber) => {
      expect(await search({ AccountNumber })).toMatchObject({ data: [], recordCount: 0 });
    });

    it('refuses a virtual account and an unknown status', async () => {
      const AccountNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      expect(refusalOf(await app.get(SEARCH_OVERDRAFTS, { AccountNumber }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      expect((await app.get(SEARCH_OVERDRAFTS, { Status: 'Open' })).status).toBe(400);
    });
  });

  describe('the proof', () => {
    it.each([
      [
        'a limit without an overdraft',
        'UPDATE ledger_account SET overdraft_limit_kobo = overdraft_limit_kobo + $2 WHERE number = $1',
      ],
      ['an overdraft without its limit', 'UPDATE overdraft SET limit_kobo = limit_kobo + $2 WHERE account_number = $1'],
      [
        'an overdraft in force that is not active',
        `UPDATE overdraft SET status = CASE $2::int WHEN 1 THEN 'Inactive' ELSE 'Active' END WHERE account_number = $1`,
      ],
      [
        'an overdraft of no account',
        'UPDATE overdraft SET account_id = -account_id * abs($2::int) WHERE account_number = $1',
      ],
    ])('finds %s', async (_, change) => {
      const accountNumber = await app.openAccount();
      await add(accountNumber, 10);
      await app.rows(change, [accountNumber, 1]);
      expect((await app.failedProofs()).map(({ name }) => name)).toEqual(['overdraft-limits']);
      await app.rows(change, [accountNumber, -1]);
    });
  });
});
