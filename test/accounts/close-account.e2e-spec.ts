import { Injectable } from '@nestjs/common';
import { type ClosureBlocker, ClosureBlockers } from '../../src/accounts/closure/closure-blockers';
import type { DepositAccount } from '../../src/accounts/deposit-account.entity';
import type { Tx } from '../../src/common/database/unit-of-work';
import { MemberOf } from '../../src/common/registry/registry';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  CLOSE_ACCOUNT,
  companyOf,
  CREATE_VIRTUAL_ACCOUNT,
  GET_ACCOUNT,
  GET_BALANCE,
  NEW_VIRTUAL_ACCOUNT,
  openCompanyAccount,
  openVirtualAccount,
  SEARCH_ACCOUNT,
  withRows,
} from './sandbox-accounts';

/** Keeps one account open. */
@Injectable()
@MemberOf(ClosureBlockers)
class TestBlocker implements ClosureBlocker {
  readonly name = 'test';
  wanted: string | undefined;

  blocks(_tx: Tx, _institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    return Promise.resolve(accountNumber === this.wanted ? 'The test wants it.' : undefined);
  }
}

describe('POST /api/postings/v1/closeaccount', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({}, [TestBlocker]);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const close = (accountNumber: string, options = {}): ReturnType<TestApp['post']> =>
    app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' }, options);
  const statusOf = async (accountNumber: string): Promise<unknown> =>
    dataOf<{ accountStatus: string }>(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber })).accountStatus;

  it('closes an empty account and shows final balances', async () => {
    const accountNumber = await app.openAccount(1000);
    const emptied = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: accountNumber,
      creditAccount: '1010',
      amount: 1000,
      narration: 'Cash out',
      postingsTransactionType: 1,
    });
    expect(emptied.status).toBe(200);
    const closed = dataOf<{ dateClosed: string }>(await close(accountNumber));
    expect(closed).toEqual({
      accountNumber,
      accountName: 'Test Person',
      availableBalance: 0,
      ledgerBalance: 0,
      currency: 'NGN',
      accountStatus: 'Closed',
      dateClosed: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      closureReason: 'Asked for',
    });
    const account = { accountStatus: 'Closed', dateClosed: closed.dateClosed, availableBalance: 0 };
    expect(dataOf(await app.get(GET_ACCOUNT, { AccountNumber: accountNumber }))).toMatchObject(account);
    expect(
      dataOf(await app.get(SEARCH_ACCOUNT, { AccountNumber: accountNumber, AccountStatus: 'Closed' })),
    ).toMatchObject({ recordCount: 1, data: [account] });
    expect((await app.get(GET_BALANCE, { AccountNumber: accountNumber })).status).toBe(200);
    const paidIn = await app.post('/api/transfer/v1/localfundtransfer', {
      debitAccount: '1010',
      creditAccount: accountNumber,
      amount: 1,
      narration: 'Late',
      postingsTransactionType: 1,
    });
    expect(refusalOf(paidIn)).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
  });

  it('closes an account once', async () => {
    const accountNumber = await app.openAccount();
    const reference = freshReference();
    const first = await close(accountNumber, { reference });
    expect((await close(accountNumber, { reference })).body).toEqual(first.body);
    expect(refusalOf(await close(accountNumber))).toEqual({ status: 409, code: 'ACCOUNT_CLOSED' });
  });

  it('closes an account by one of 10 parallel requests', async () => {
    const accountNumber = await app.openAccount();
    const responses = await Promise.all(Array.from({ length: 10 }, () => close(accountNumber)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('refuses a balance of one kobo and names it', async () => {
    const accountNumber = await app.openAccount(1234.56);
    const response = await close(accountNumber);
    expect(refusalOf(response)).toEqual({ status: 422, code: 'ACCOUNT_BALANCE_NOT_ZERO' });
    expect(response.body.data.ledgerBalance).toBe(1234.56);
    expect(response.body.message).toContain('₦1,234.56');
    expect(await statusOf(accountNumber)).toBe('Active');

    const almost = await app.openAccount(0.01);
    expect((await close(almost)).body.data.ledgerBalance).toBe(0.01);
  });

  it.each([
    { name: 'a lien', change: 'held_kobo = 100', undo: 'held_kobo = 0', code: 'ACCOUNT_HAS_LIEN' },
    {
      name: 'an overdraft',
      change: 'overdraft_limit_kobo = 100',
      undo: 'overdraft_limit_kobo = 0',
      code: 'ACCOUNT_HAS_OVERDRAFT',
    },
  ])('refuses $name', async ({ change, undo, code }) => {
    const accountNumber = await app.openAccount();
    const [set, reset] = [change, undo].map(
      (assignment) => `UPDATE ledger_account SET ${assignment} WHERE number = '${accountNumber}'`,
    );
    expect(refusalOf(await withRows(app, set!, reset!, () => close(accountNumber)))).toEqual({ status: 422, code });
    expect(await statusOf(accountNumber)).toBe('Active');
  });

  it('refuses an account with an open virtual account', async () => {
    const accountNumber = await openCompanyAccount(app);
    await openVirtualAccount(app, accountNumber);
    expect(refusalOf(await close(accountNumber))).toEqual({ status: 422, code: 'ACCOUNT_HAS_VIRTUAL_ACCOUNTS' });
    expect(await statusOf(accountNumber)).toBe('Active');
    await app.rows(
      `UPDATE virtual_account SET status = 'Closed' WHERE settlement_account_id = (SELECT id FROM deposit_account
         WHERE account_number = $1)`,
      [accountNumber],
    );
    expect((await close(accountNumber)).status).toBe(200);
  });

  it('leaves no open virtual account when closure and creation run in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      const accountNumber = await openCompanyAccount(app);
      const create = (): ReturnType<TestApp['post']> =>
        app.post(CREATE_VIRTUAL_ACCOUNT, { ...NEW_VIRTUAL_ACCOUNT, parentAccountNumber: accountNumber });
      const [created, closed] = await Promise.all([create(), close(accountNumber)]);
      expect([created.status, closed.status].sort()).toEqual(created.status === 200 ? [200, 422] : [200, 409]);
    }
  });

  it('keeps an account open while AML holds one of its movements', async () => {
    const accountNumber = await app.openAccount();
    const reference = freshReference();
    const held = await app.post(
      '/api/transfer/v1/localfundtransfer',
      {
        debitAccount: accountNumber,
        creditAccount: '1010',
        amount: 2_000_000,
        narration: 'Held',
        postingsTransactionType: 1,
      },
      { reference },
    );
    expect(held.status).toBe(202);
    const response = await close(accountNumber);
    expect(refusalOf(response)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(response.body).toMatchObject({ data: { blockedBy: 'held-movements' } });
    expect((response.body as { message: string }).message).toContain(reference);
  });

  it('refuses a closure that a registered closure blocker prevents', async () => {
    const wanted = await app.openAccount();
    app.app.get(TestBlocker).wanted = wanted;
    const response = await close(wanted);
    expect(refusalOf(response)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(response.body).toMatchObject({ message: 'The test wants it.', data: { blockedBy: 'test' } });
    expect(await statusOf(wanted)).toBe('Active');
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
    expect(refusalOf(await close(await number()))).toEqual({ status: httpStatus, code });
  });

  it.each([
    [{ closureReason: 'x' }, 'accountNumber'],
    [{ accountNumber: '0000000017' }, 'closureReason'],
    [{ accountNumber: 17, closureReason: 'x' }, 'accountNumber'],
    [{ accountNumber: '0000000017', closureReason: '  ' }, 'closureReason'],
    [{ accountNumber: '0000000017', closureReason: 'x', force: true }, 'force'],
  ])('refuses %j', async (body, field) => {
    const response = await app.post(CLOSE_ACCOUNT, body);
    expect(response.status).toBe(400);
    expect(fieldsOf(response)).toContain(field);
  });
});
