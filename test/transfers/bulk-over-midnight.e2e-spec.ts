import { freshReference, TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { BULK, bulkBody, rowsTo } from './bulk-files';

const TRANSFER = '/api/transfer/v1/localfundtransfer';
const REVERSE = '/api/postings/v1/reversetransaction';
const MONEY = 5_000;
const DAILY_LIMIT = 1_000;

/** A file counts on the day of its debit; rows that are posted one by one may be posted on the next. */
describe('a bulk transfer whose rows are posted after midnight', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** A file of 501 rows, the first of ₦300, whose debit was booked so many days before its rows. */
  const completedFile = async (from: string, to: string, daysBefore: number): Promise<string> => {
    const reference = freshReference('BT');
    const rows = rowsTo([to], [300, ...Array<number>(500).fill(1)]);
    expect((await app.post(BULK, bulkBody(from, rows), { reference })).status).toBe(200);
    await eventually(async () =>
      expect((await app.get(`${BULK}/${reference}`)).body.data).toMatchObject({ status: 'Completed', failedRows: 0 }),
    );
    await app.rows(
      `UPDATE posting SET posted_at = posted_at - $2::int * interval '1 day' WHERE kind = 'bulk-transfer' AND reference = $1`,
      [reference, daysBefore],
    );
    await app.rows('UPDATE ledger_account SET daily_limit_kobo = $2, daily_used_kobo = 0 WHERE number = $1', [
      from,
      DAILY_LIMIT * 100,
    ]);
    return rows[0]!.reference;
  };
  const pay = (from: string, to: string, amount: number): ReturnType<TestApp['post']> =>
    app.post(TRANSFER, { debitAccount: from, creditAccount: to, amount, narration: 'Rent' });

  it.each([
    ['gives none of the limit of today back with a row of a file of yesterday', 1, 422],
    ['gives the limit back with a row of a file of today', 0, 200],
  ])('%s', async (_, daysBefore, status) => {
    const [from, to] = [await app.openAccount(MONEY), await app.openAccount()];
    const row = await completedFile(from, to, daysBefore);
    expect((await pay(from, to, 900)).status).toBe(200);
    expect((await app.post(REVERSE, { referenceNumber: row, reason: 'Wrong account' })).status).toBe(200);
    expect(await app.balance(from)).toBe(MONEY - 800 - 900 + 300);
    expect((await pay(from, to, 300)).status).toBe(status);
  });
});
