import { Liens } from '../../src/accounts/liens/liens';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { addDays } from '../../src/common/time/calendar';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import {
  addOverdraft,
  auditOf,
  balancesOf,
  payOut,
  PLACE_LIEN,
  placeLien,
  setStatus,
  strangersToken,
  UNPLACE_LIEN,
  UPDATE_LIEN,
} from './liens-support';
import { CLOSE_ACCOUNT, companyOf, DUPLICATE_REFERENCE_NUMBER, openVirtualAccount } from './sandbox-accounts';

const LIST = '/api/admin/v1/liens';

interface Lien {
  lienID: number;
  referenceNumber: string;
  status: string;
  amount: number;
}

describe('liens', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const place = async (accountNumber: string, amount: number, fields: object = {}): Promise<Lien> =>
    dataOf<Lien>(await placeLien(app, accountNumber, amount, fields));
  const update = (referenceNumber: string, fields: object, options = {}): ReturnType<TestApp['post']> =>
    app.post(UPDATE_LIEN, { referenceNumber, ...fields }, options);
  const unplace = (referenceNumber: string, options = {}): ReturnType<TestApp['post']> =>
    app.post(UNPLACE_LIEN, { referenceNumber }, options);

  describe('placelien', () => {
    it('reserves money of the account at once, to the kobo', async () => {
      const accountNumber = await app.openAccount(1000);
      const referenceNumber = freshReference('LIEN');
      const fields = { reason: 'Collateral', formOfLien: 'Cash', expiryDate: '2999-12-31' };
      expect(await place(accountNumber, 600.4, { referenceNumber, ...fields })).toEqual({
        lienID: expect.any(Number),
        referenceNumber,
        status: 'Active',
        accountNumber,
        amount: 600.4,
        ...fields,
      });
      expect(await balancesOf(app, accountNumber)).toEqual({
        ledgerBalance: 1000,
        availableBalance: 399.6,
        lienAmount: 600.4,
        overdraftLimit: 0,
        overdraftUsed: 0,
      });
      expect(refusalOf(await payOut(app, accountNumber, 399.61))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      expect((await payOut(app, accountNumber, 399.6)).status).toBe(200);
      expect(await balancesOf(app, accountNumber)).toMatchObject({ ledgerBalance: 600.4, availableBalance: 0 });
    });

    it('reserves at most the money that other liens leave free', async () => {
      const accountNumber = await app.openAccount(100);
      await place(accountNumber, 60);
      expect(refusalOf(await placeLien(app, accountNumber, 40.01))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      await place(accountNumber, 40);
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 0, lienAmount: 100 });
    });

    it('accepts a code for formOfLien, and null for fields that are left out', async () => {
      const accountNumber = await app.openAccount(10);
      expect(await place(accountNumber, 10, { formOfLien: 3, reason: null, expiryDate: null })).toMatchObject({
        formOfLien: '3',
        reason: null,
        expiryDate: null,
      });
    });

    it('does not reserve an overdraft limit', async () => {
      const accountNumber = await app.openAccount(100);
      dataOf(await addOverdraft(app, accountNumber, 500));
      expect(refusalOf(await placeLien(app, accountNumber, 100.01))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      await place(accountNumber, 100);
      expect((await payOut(app, accountNumber, 500)).status).toBe(200);
      expect(refusalOf(await placeLien(app, accountNumber, 0.01))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
    });

    it('answers a repeated request from its claim and refuses a used referenceNumber', async () => {
      const accountNumber = await app.openAccount(10);
      const body = { accountNumber, amount: 10, referenceNumber: freshReference('LIEN') };
      const reference = freshReference();
      const first = await app.post(PLACE_LIEN, body, { reference });
      expect((await app.post(PLACE_LIEN, body, { reference })).body).toEqual(first.body);
      const again = await app.post(PLACE_LIEN, body);
      expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
      expect((again.body as { message: string }).message).toContain(`referenceNumber ${body.referenceNumber}`);
      expect((await balancesOf(app, accountNumber)).lienAmount).toBe(10);
    });

    it('answers a repeated request in a transaction that writes: its commit waits for a synchronous standby', async () => {
      const body = { accountNumber: await app.openAccount(10), amount: 10, referenceNumber: freshReference('LIEN') };
      const reference = freshReference();
      const wasLocked = async (): Promise<unknown> =>
        (await app.rows(`SELECT xmax::text <> '0' AS locked FROM request_claim WHERE reference = $1`, [reference]))[0];
      await app.post(PLACE_LIEN, body, { reference });
      expect(await wasLocked()).toEqual({ locked: false });
      expect((await app.post(PLACE_LIEN, body, { reference })).status).toBe(200);
      expect(await wasLocked()).toEqual({ locked: true });
    });

    it.each([
      ['Active', 200, undefined],
      ['Dormant', 200, undefined],
      ['Frozen', 200, undefined],
      ['Inactive', 409, 'ACCOUNT_INACTIVE'],
      ['PendingApproval', 409, 'ACCOUNT_PENDING_APPROVAL'],
      ['Closed', 409, 'ACCOUNT_CLOSED'],
    ])('on an account that is %s answers %p', async (status, httpStatus, code) => {
      const accountNumber = await app.openAccount(10);
      await setStatus(app, accountNumber, status);
      const response = await placeLien(app, accountNumber, 10);
      expect(response.status).toBe(httpStatus);
      if (code !== undefined) expect(refusalOf(response).code).toBe(code);
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
      { name: 'an empty account', number: async () => app.openAccount(), httpStatus: 422, code: 'INSUFFICIENT_FUNDS' },
    ])('refuses $name', async ({ number, httpStatus, code }) => {
      expect(refusalOf(await placeLien(app, await number(), 1))).toEqual({ status: httpStatus, code });
    });

    it('refuses an expiry date before the business date and accepts the business date', async () => {
      const accountNumber = await app.openAccount(10);
      const today = await businessDateOf(app);
      expect(refusalOf(await placeLien(app, accountNumber, 10, { expiryDate: addDays(today, -1) }))).toEqual({
        status: 422,
        code: 'LIEN_EXPIRY_PASSED',
      });
      expect(await place(accountNumber, 10, { expiryDate: today })).toMatchObject({ expiryDate: today });
    });

    it.each([
      [{ accountNumber: undefined }, 'accountNumber'],
      [{ accountNumber: 17 }, 'accountNumber'],
      [{ amount: undefined }, 'amount'],
      [{ amount: 0 }, 'amount'],
      [{ amount: 1.001 }, 'amount'],
      [{ amount: '5' }, 'amount'],
      [{ referenceNumber: undefined }, 'referenceNumber'],
      [{ referenceNumber: 'x'.repeat(101) }, 'referenceNumber'],
      [{ reason: 'x'.repeat(251) }, 'reason'],
      [{ formOfLien: {} }, 'formOfLien'],
      [{ expiryDate: '2026-02-30' }, 'expiryDate'],
      [{ heldFor: 'loan:1' }, 'heldFor'],
    ])('refuses %j', async (fields, field) => {
      const response = await placeLien(app, '0000000017', 5, fields);
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain(field);
    });

    it('accepts 10 of 20 parallel liens when the balance covers 10', async () => {
      const accountNumber = await app.openAccount(1009.99);
      const responses = await Promise.all(Array.from({ length: 20 }, () => placeLien(app, accountNumber, 100)));
      expect(responses.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(10).fill(200),
        ...Array<number>(10).fill(422),
      ]);
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 9.99, lienAmount: 1000 });
    });

    it('never reserves money that a parallel transfer takes', async () => {
      const accountNumber = await app.openAccount(1000);
      const tries = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? placeLien(app, accountNumber, 100) : payOut(app, accountNumber, 100),
      );
      const done = (await Promise.all(tries)).map(({ status }) => status === 200);
      expect(done.filter(Boolean)).toHaveLength(10);
      const placed = done.filter((ok, index) => ok && index % 2 === 0).length;
      expect(await balancesOf(app, accountNumber)).toMatchObject({
        availableBalance: 0,
        lienAmount: placed * 100,
        ledgerBalance: placed * 100,
      });
    });

    it('accepts a referenceNumber once in parallel requests', async () => {
      const accounts = [await app.openAccount(100), await app.openAccount(100)];
      const referenceNumber = freshReference('LIEN');
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => placeLien(app, accounts[index % 2]!, 10, { referenceNumber })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    });
  });

  describe('updatelien', () => {
    it('changes amount, reason and expiry date, each alone', async () => {
      const accountNumber = await app.openAccount(100);
      const { referenceNumber, ...lien } = await place(accountNumber, 50);
      const changed = async (fields: object): Promise<unknown> => dataOf(await update(referenceNumber, fields));
      expect(await changed({ amount: 100 })).toMatchObject({ ...lien, amount: 100, reason: null });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 0, lienAmount: 100 });
      expect(await changed({ amount: 20.5, expiryDate: null })).toMatchObject({ amount: 20.5 });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 79.5, lienAmount: 20.5 });
      expect(await changed({ reason: 'Less' })).toMatchObject({ amount: 20.5, reason: 'Less', expiryDate: null });
      expect(await changed({ expiryDate: '2999-01-01' })).toMatchObject({
        amount: 20.5,
        reason: 'Less',
        expiryDate: '2999-01-01',
      });
      expect(await auditOf(app, `lien:${lien.lienID}`)).toEqual([
        'lien.place',
        'lien.update',
        'lien.update',
        'lien.update',
        'lien.update',
      ]);
    });

    it('requires available money for a larger amount, to the kobo', async () => {
      const accountNumber = await app.openAccount(100);
      const { referenceNumber } = await place(accountNumber, 50);
      expect(refusalOf(await update(referenceNumber, { amount: 100.01 }))).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 50 });
    });

    it('of an inactive account can release money but not reserve more', async () => {
      const accountNumber = await app.openAccount(100);
      const { referenceNumber } = await place(accountNumber, 50);
      await setStatus(app, accountNumber, 'Inactive');
      expect(refusalOf(await update(referenceNumber, { amount: 50.01 }))).toEqual({
        status: 409,
        code: 'ACCOUNT_INACTIVE',
      });
      expect((await update(referenceNumber, { amount: 49.99 })).status).toBe(200);
    });

    it('refuses an expiry date before the business date', async () => {
      const { referenceNumber } = await place(await app.openAccount(10), 10);
      const expiryDate = addDays(await businessDateOf(app), -1);
      expect(refusalOf(await update(referenceNumber, { expiryDate }))).toEqual({
        status: 422,
        code: 'LIEN_EXPIRY_PASSED',
      });
    });

    it.each([
      [{}, 'amount'],
      [{ amount: null, reason: null }, 'amount'],
      [{ amount: 0 }, 'amount'],
      [{ accountNumber: '0000000017', amount: 1 }, 'accountNumber'],
    ])('refuses %j', async (fields, field) => {
      const response = await update('ANY', fields);
      expect(response.status).toBe(400);
      expect(fieldsOf(response)).toContain(field);
    });

    it('names the fields that can be sent when none is', async () => {
      expect((await update('ANY', {})).body.message).toBe('amount or reason or expiryDate is required.');
    });

    it('in parallel never reserves more than the account has', async () => {
      const accountNumber = await app.openAccount(1000);
      const liens = await Promise.all(Array.from({ length: 10 }, () => place(accountNumber, 50)));
      const responses = await Promise.all(liens.map(({ referenceNumber }) => update(referenceNumber, { amount: 200 })));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 950, availableBalance: 50 });
    });
  });

  describe('unplacelien', () => {
    it('releases the money in every status of the account', async () => {
      const accountNumber = await app.openAccount(100);
      const { referenceNumber, lienID } = await place(accountNumber, 70);
      await setStatus(app, accountNumber, 'Frozen');
      expect(dataOf(await unplace(referenceNumber))).toMatchObject({
        lienID,
        referenceNumber,
        status: 'Released',
        amount: 70,
      });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 100, lienAmount: 0 });
      expect(await auditOf(app, `lien:${lienID}`)).toEqual(['lien.place', 'lien.release']);
    });

    it('releases the money once in parallel requests', async () => {
      const accountNumber = await app.openAccount(100);
      await place(accountNumber, 30);
      const { referenceNumber } = await place(accountNumber, 70);
      const responses = await Promise.all(Array.from({ length: 10 }, () => unplace(referenceNumber)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 70, lienAmount: 30 });
    });

    it('refuses an ended lien, like an update of it', async () => {
      const { referenceNumber } = await place(await app.openAccount(10), 10);
      dataOf(await unplace(referenceNumber));
      expect(refusalOf(await unplace(referenceNumber))).toEqual({ status: 409, code: 'LIEN_NOT_ACTIVE' });
      expect(refusalOf(await update(referenceNumber, { amount: 1 }))).toEqual({
        status: 409,
        code: 'LIEN_NOT_ACTIVE',
      });
      expect(refusalOf(await placeLien(app, await app.openAccount(10), 10, { referenceNumber }))).toEqual({
        status: 409,
        code: 'DUPLICATE_REFERENCE',
      });
    });

    it('answers for liens of another institution like for an unknown reference', async () => {
      const { referenceNumber } = await place(await app.openAccount(10), 10);
      const token = await strangersToken(app);
      const strange = await unplace(referenceNumber, { token });
      const random = await unplace(referenceNumber.replace('LIEN', 'NONE'), { token });
      expect(refusalOf(strange)).toEqual({ status: 404, code: 'LIEN_NOT_FOUND' });
      expect((strange.body as { message: string }).message.replace(referenceNumber, '')).toBe(
        (random.body as { message: string }).message.replace(referenceNumber.replace('LIEN', 'NONE'), ''),
      );
      expect(refusalOf(await update(referenceNumber, { amount: 1 }, { token }))).toEqual({
        status: 404,
        code: 'LIEN_NOT_FOUND',
      });
    });
  });

  describe('a lien of the system', () => {
    const system = { institutionId: 1, actor: 'system:test' };
    const placeFor = (heldFor: string, accountId: number): Promise<unknown> =>
      app.app.get(UnitOfWork).run(1, (tx) =>
        liens().place(tx, system, {
          accountId,
          amountKobo: 40_00n,
          reason: 'Security deposit',
          expiryDate: null,
          formOfLien: null,
          origin: { heldFor },
        }),
      );
    const liens = (): Liens => app.app.get(Liens, { strict: false });

    it('reserves money that no client can release, and is released by its module', async () => {
      const accountNumber = await app.openAccount(100);
      const [account] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
        accountNumber,
      ]);
      await placeFor('test:1', Number(account!.id));
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 60, lienAmount: 40 });
      expect(refusalOf(await unplace('test:1'))).toEqual({ status: 404, code: 'LIEN_NOT_FOUND' });
      expect(refusalOf(await update('test:1', { amount: 1 }))).toEqual({ status: 404, code: 'LIEN_NOT_FOUND' });
      await place(accountNumber, 1, { referenceNumber: 'test:1' });
      await expect(placeFor('test:1', Number(account!.id))).rejects.toThrow(/uq_lien_held_for/);
      await app.app.get(UnitOfWork).run(1, async (tx) => {
        await liens().release(tx, system, (await liens().lockHeldFor(tx, 1, 'test:1'))!);
        expect(await liens().lockHeldFor(tx, 1, 'test:1')).toBeUndefined();
      });
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 99, lienAmount: 1 });
      await placeFor('test:1', Number(account!.id));
    });

    it('is rolled back with the transaction that placed it', async () => {
      const accountNumber = await app.openAccount(100);
      const [account] = await app.rows<{ id: string }>('SELECT id FROM deposit_account WHERE account_number = $1', [
        accountNumber,
      ]);
      const lien = {
        accountId: Number(account!.id),
        amountKobo: 1n,
        reason: null,
        expiryDate: null,
        formOfLien: null,
        origin: { heldFor: 'test:2' },
      };
      await expect(
        app.app.get(UnitOfWork).run(1, async (tx) => {
          await liens().place(tx, system, lien);
          throw new Error('No loan.');
        }),
      ).rejects.toThrow('No loan.');
      expect(await balancesOf(app, accountNumber)).toMatchObject({ availableBalance: 100, lienAmount: 0 });
    });
  });

  it('prevent the closure of their account', async () => {
    const accountNumber = await app.openAccount(10);
    const { referenceNumber } = await place(accountNumber, 10);
    const close = (): ReturnType<TestApp['post']> =>
      app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' });
    expect(refusalOf(await close())).toEqual({ status: 422, code: 'ACCOUNT_BALANCE_NOT_ZERO' });
    dataOf(await addOverdraft(app, accountNumber, 10));
    expect((await payOut(app, accountNumber, 10)).status).toBe(200);
    expect(refusalOf(await close())).toEqual({ status: 422, code: 'ACCOUNT_HAS_LIEN' });
    dataOf(await unplace(referenceNumber));
    expect(refusalOf(await close())).toEqual({ status: 422, code: 'ACCOUNT_HAS_OVERDRAFT' });
  });

  describe('the list for staff', () => {
    const list = async (
      query: Record<string, string | number>,
    ): Promise<{ data: { id: number }[]; recordCount: number }> =>
      dataOf(await app.get(LIST, query, { token: await app.staff('maker') }));

    it('shows liens latest first, by account and status', async () => {
      const accountNumber = await app.openAccount(100);
      const first = await place(accountNumber, 10, { reason: 'One' });
      const second = await place(accountNumber, 20);
      dataOf(await unplace(first.referenceNumber));
      const actor = expect.stringMatching(/^api-client:/) as string;
      const rowOf = ({ lienID }: Lien): object =>
        expect.objectContaining({ id: lienID, lienID, accountNumber, placedBy: actor }) as object;
      expect(await list({ AccountNumber: accountNumber })).toMatchObject({
        data: [rowOf(second), rowOf(first)],
        recordCount: 2,
      });
      expect((await list({ AccountNumber: accountNumber, Direction: 'Asc' })).data).toEqual([
        rowOf(first),
        rowOf(second),
      ]);
      expect((await list({ AccountNumber: accountNumber, Status: 'Active' })).data).toEqual([
        expect.objectContaining({ id: second.lienID, amount: 20, endedBy: null, endedAt: null, heldFor: null }),
      ]);
      expect((await list({ AccountNumber: accountNumber, Status: 'Released' })).data).toEqual([
        expect.objectContaining({ id: first.lienID, endedBy: actor, endedAt: expect.stringMatching(/Z$/) as string }),
      ]);
      expect((await list({ Status: 'Active', PageSize: 1 })).data).toEqual([rowOf(second)]);
    });

    it.each([['9999999999'], ['1010']])('is empty for the number %s', async (AccountNumber) => {
      expect(await list({ AccountNumber })).toMatchObject({ data: [], recordCount: 0 });
    });

    it('refuses a virtual account, an unknown status and a client', async () => {
      const token = await app.staff('maker');
      const AccountNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      expect(refusalOf(await app.get(LIST, { AccountNumber }, { token }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      expect((await app.get(LIST, { Status: 'Ended' }, { token })).status).toBe(400);
      expect((await app.get(LIST)).status).toBe(401);
    });
  });

  describe('the proof', () => {
    it.each([
      [
        'a held amount without a lien',
        'UPDATE ledger_account SET held_kobo = held_kobo + 1 WHERE number = $1',
        'UPDATE ledger_account SET held_kobo = held_kobo - 1 WHERE number = $1',
      ],
      [
        'a lien without a held amount',
        `UPDATE lien SET amount_kobo = amount_kobo + 1 WHERE account_number = $1`,
        `UPDATE lien SET amount_kobo = amount_kobo - 1 WHERE account_number = $1`,
      ],
      [
        'an ended lien that is held',
        `UPDATE lien SET status = 'Released' WHERE account_number = $1`,
        `UPDATE lien SET status = 'Active' WHERE account_number = $1`,
      ],
      [
        'a lien of no account',
        `UPDATE lien SET account_id = -account_id WHERE account_number = $1`,
        `UPDATE lien SET account_id = -account_id WHERE account_number = $1`,
      ],
    ])('finds %s', async (_, change, undo) => {
      const accountNumber = await app.openAccount(10);
      await place(accountNumber, 10);
      await app.rows(change, [accountNumber]);
      expect((await app.failedProofs()).map(({ name }) => name)).toEqual(['held-equals-liens']);
      await app.rows(undo, [accountNumber]);
    });
  });
});
