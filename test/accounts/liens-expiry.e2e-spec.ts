import { addDays } from '../../src/common/time/calendar';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { beginMonth, businessDateOf, rollDays, runStep } from '../support/end-of-day';
import { auditOf, balancesOf, placeLien, UNPLACE_LIEN, UPDATE_LIEN } from './liens-support';

interface Lien {
  lienID: number;
  referenceNumber: string;
}

describe('the expiry of liens', () => {
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
  const expire = (): ReturnType<typeof runStep> => runStep(app, 'lien-expiry');
  const statusOf = async ({ lienID }: Lien): Promise<string> =>
    (await app.rows<{ status: string }>('SELECT status FROM lien WHERE id = $1', [lienID]))[0]!.status;
  /** Sets an expiry date in the past, as if the lien was placed earlier. */
  const backdate = ({ lienID }: Lien, expiryDate: string): Promise<unknown> =>
    app.rows('UPDATE lien SET expiry_date = $2 WHERE id = $1', [lienID, expiryDate]);

  it('happens when the business date passes the expiry date', async () => {
    await beginMonth(app);
    const accountNumber = await app.openAccount(100);
    const today = await businessDateOf(app);
    const ending = await place(accountNumber, 10, { expiryDate: today });
    const lasting = await place(accountNumber, 20, { expiryDate: addDays(today, 1) });
    const endless = await place(accountNumber, 30);
    await rollDays(app, 1);
    expect(await statusOf(ending)).toBe('Expired');
    expect([await statusOf(lasting), await statusOf(endless)]).toEqual(['Active', 'Active']);
    expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 50, availableBalance: 50 });
    expect(await auditOf(app, `lien:${ending.lienID}`)).toEqual(['lien.place', 'lien.expire']);
    expect(await app.rows('SELECT ended_by FROM lien WHERE id = $1', [ending.lienID])).toEqual([
      { ended_by: 'system:lien-expiry' },
    ]);
    expect(refusalOf(await app.post(UNPLACE_LIEN, { referenceNumber: ending.referenceNumber }))).toEqual({
      status: 409,
      code: 'LIEN_NOT_ACTIVE',
    });
    expect(
      refusalOf(await app.post(UPDATE_LIEN, { referenceNumber: ending.referenceNumber, expiryDate: '2999-01-01' })),
    ).toEqual({ status: 409, code: 'LIEN_NOT_ACTIVE' });
  });

  it('covers more than one page, and finds nothing a second time', async () => {
    const accountNumber = await app.openAccount(250);
    const yesterday = addDays(await businessDateOf(app), -1);
    const first = await place(accountNumber, 1);
    // Copies of the first lien; the liened amount of the account is their sum.
    await app.rows(
      `INSERT INTO lien
         SELECT (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n, 'reference_number',
         l.reference_number || n, 'expiry_date', $2::date - n % 3))).*
         FROM lien l, generate_series(1, 220) n WHERE l.id = $1`,
      [first.lienID, yesterday],
    );
    await app.rows('UPDATE ledger_account SET held_kobo = held_kobo + 22000 WHERE number = $1', [accountNumber]);
    expect(await expire()).toEqual({ done: 220, failed: [] });
    expect(await expire()).toEqual({ done: 0, failed: [] });
    expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 1 });
  });

  it('ends each lien once when the step runs several times in parallel', async () => {
    const accountNumber = await app.openAccount(100);
    const yesterday = addDays(await businessDateOf(app), -1);
    const liens = [await place(accountNumber, 10), await place(accountNumber, 20), await place(accountNumber, 30)];
    for (const lien of liens) await backdate(lien, yesterday);
    const done = await Promise.all([expire(), expire(), expire(), expire()]);
    expect(done.reduce((sum, run) => sum + run.done, 0)).toBe(3);
    expect(await balancesOf(app, accountNumber)).toMatchObject({ lienAmount: 0, availableBalance: 100 });
  });

  it('of one lien may fail without stopping the others, and is repeated by the next run', async () => {
    const accounts = [await app.openAccount(10), await app.openAccount(10), await app.openAccount(10)];
    const yesterday = addDays(await businessDateOf(app), -1);
    const liens: Lien[] = [];
    for (const account of accounts) liens.push(await place(account, 10));
    for (const lien of liens) await backdate(lien, yesterday);
    await app.rows('UPDATE ledger_account SET held_kobo = 0 WHERE number = $1', [accounts[1]]);
    expect(await expire()).toMatchObject({ done: 2, failed: [{ subject: `lien:${liens[1]!.lienID}` }] });
    expect([await statusOf(liens[0]!), await statusOf(liens[1]!), await statusOf(liens[2]!)]).toEqual([
      'Expired',
      'Active',
      'Expired',
    ]);
    await app.rows('UPDATE ledger_account SET held_kobo = 1000 WHERE number = $1', [accounts[1]]);
    expect(await expire()).toEqual({ done: 1, failed: [] });
    expect(await statusOf(liens[1]!)).toBe('Expired');
  });
});
