import { addDays } from '../../src/common/time/calendar';
import { releaseTogether } from '../auth/release-together';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { beginMonth, businessDateOf, rollDays, runStep } from '../support/end-of-day';
import {
  ACTIVATE_OVERDRAFT,
  addOverdraft,
  auditOf,
  balancesOf,
  payOut,
  SEARCH_OVERDRAFTS,
  UPDATE_OVERDRAFT,
} from './liens-support';
import { CLOSE_ACCOUNT } from './sandbox-accounts';

describe('overdrafts and the business date', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await beginMonth(app);
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const add = async (accountNumber: string, limit: number, fields: object = {}): Promise<number> =>
    dataOf<{ id: number }>(await addOverdraft(app, accountNumber, limit, fields)).id;
  const shown = async (accountNumber: string): Promise<unknown> =>
    dataOf<{ data: unknown[] }>(await app.get(SEARCH_OVERDRAFTS, { AccountNumber: accountNumber })).data[0];
  const roll = (): ReturnType<typeof runStep> => runStep(app, 'overdraft-roll');

  it('start on their start date and expire after their expiry date', async () => {
    const accountNumber = await app.openAccount();
    const today = await businessDateOf(app);
    const id = await add(accountNumber, 50, { startDate: addDays(today, 1), expiryDate: addDays(today, 2) });
    expect(refusalOf(await payOut(app, accountNumber, 0.01))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    await rollDays(app, 1);
    expect(await shown(accountNumber)).toMatchObject({ status: 'Active', isInForce: true });
    expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 50, availableBalance: 50 });
    expect(await auditOf(app, `overdraft:${id}`)).toEqual(['overdraft.add', 'overdraft.activate', 'overdraft.start']);
    await rollDays(app, 1);
    expect(await roll()).toEqual({ done: 0, failed: [] });
    expect(await shown(accountNumber)).toMatchObject({ status: 'Active' });
    await rollDays(app, 1);
    expect(await shown(accountNumber)).toMatchObject({ status: 'Expired', isInForce: false, limit: 50 });
    expect(await balancesOf(app, accountNumber)).toMatchObject({ overdraftLimit: 0, availableBalance: 0 });
  });

  it('expire while they are used, and the account then owes money', async () => {
    const accountNumber = await app.openAccount(10);
    const id = await add(accountNumber, 50, { expiryDate: await businessDateOf(app) });
    expect((await payOut(app, accountNumber, 40)).status).toBe(200);
    await rollDays(app, 1);
    expect(await shown(accountNumber)).toMatchObject({ status: 'Expired' });
    expect(await balancesOf(app, accountNumber)).toEqual({
      ledgerBalance: -30,
      availableBalance: -30,
      lienAmount: 0,
      overdraftLimit: 0,
      overdraftUsed: 30,
    });
    expect(refusalOf(await payOut(app, accountNumber, 0.01))).toEqual({ status: 422, code: 'INSUFFICIENT_FUNDS' });
    for (const [path, fields] of [
      [ACTIVATE_OVERDRAFT, {}],
      [UPDATE_OVERDRAFT, { expiryDate: '2999-01-01' }],
    ] as const) {
      expect(refusalOf(await app.put(path, { id, ...fields }))).toEqual({ status: 409, code: 'OVERDRAFT_EXPIRED' });
    }
    await app.payIn(accountNumber, 35);
    expect(await balancesOf(app, accountNumber)).toMatchObject({ ledgerBalance: 5, availableBalance: 5 });
    expect(await add(accountNumber, 20)).toBeGreaterThan(id);
  });

  it('start and expire in order when missed days are caught up', async () => {
    const accountNumber = await app.openAccount();
    const today = await businessDateOf(app);
    const id = await add(accountNumber, 50, { startDate: addDays(today, 1), expiryDate: addDays(today, 2) });
    await rollDays(app, 5);
    expect(await shown(accountNumber)).toMatchObject({ status: 'Expired' });
    expect(await auditOf(app, `overdraft:${id}`)).toEqual([
      'overdraft.add',
      'overdraft.activate',
      'overdraft.start',
      'overdraft.expire',
    ]);
  });

  it('added during the roll count by the new business date', async () => {
    const accountNumber = await app.openAccount();
    const tomorrow = addDays(await businessDateOf(app), 1);
    const move = `UPDATE institution SET business_date = '${tomorrow}' WHERE institution_id = ${app.institutionId}`;
    const added = await releaseTogether(app, move, 1, () =>
      addOverdraft(app, accountNumber, 50, { startDate: tomorrow }),
    );
    expect(dataOf(added)).toMatchObject({ startDate: tomorrow, isInForce: true });
  });

  it('prevent the closure of their account before they start', async () => {
    const accountNumber = await app.openAccount();
    await add(accountNumber, 50, { startDate: addDays(await businessDateOf(app), 100) });
    const refused = await app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' });
    expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
    expect(refused.body).toMatchObject({
      data: { blockedBy: 'overdrafts' },
      message: expect.stringContaining('deactivate it first') as string,
    });
  });

  it('are processed once when the step runs several times in parallel', async () => {
    const yesterday = addDays(await businessDateOf(app), -1);
    for (let count = 0; count < 4; count += 1) {
      const id = await add(await app.openAccount(), 10);
      await app.rows('UPDATE overdraft SET start_date = $2, expiry_date = $2 WHERE id = $1', [id, yesterday]);
    }
    const done = await Promise.all([roll(), roll(), roll()]);
    expect(done.reduce((sum, run) => sum + run.done, 0)).toBe(4);
  });

  it('are processed although another one fails', async () => {
    const yesterday = addDays(await businessDateOf(app), -1);
    const accounts = [await app.openAccount(), await app.openAccount(), await app.openAccount()];
    for (const account of accounts) {
      const id = await add(account, 10);
      await app.rows('UPDATE overdraft SET start_date = $2, expiry_date = $2 WHERE id = $1', [id, yesterday]);
    }
    const [broken] = await app.rows<{ id: string }>('SELECT id FROM ledger_account WHERE number = $1', [accounts[1]]);
    await app.rows('UPDATE overdraft SET account_id = -account_id WHERE account_id = $1', [broken!.id]);
    expect(await roll()).toMatchObject({
      done: 2,
      failed: [{ subject: expect.stringMatching(/^overdraft:\d+$/) as string }],
    });
    expect([await shown(accounts[0]!), await shown(accounts[2]!)]).toMatchObject([
      { status: 'Expired' },
      { status: 'Expired' },
    ]);
    await app.rows('UPDATE overdraft SET account_id = -account_id WHERE account_id = -$1::bigint', [broken!.id]);
    expect(await roll()).toEqual({ done: 1, failed: [] });
    expect(await shown(accounts[1]!)).toMatchObject({ status: 'Expired' });
  });
});
