import type { DatedBalanceView, DatedTrialBalanceView } from '../../src/books/balances/balances.dto';
import { addDays } from '../../src/common/time/calendar';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';

const TIMEOUT_MS = 120_000;
const BASES = ['ValueDate', 'BookingDate'] as const;
const DAYS = 4;

type Basis = (typeof BASES)[number];

/** What the entries of an account, or of the accounts of a control ledger, add up to. */
const SUMS = `SELECT coalesce(sum(e.amount_kobo) FILTER (WHERE e.side = 'debit'), 0)::float8 / 100 AS debits,
    coalesce(sum(e.amount_kobo) FILTER (WHERE e.side = 'credit'), 0)::float8 / 100 AS credits
  FROM posting_entry e
  JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
  JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
  LEFT JOIN ledger_account c ON c.institution_id = a.institution_id AND c.id = a.control_account_id
 WHERE e.institution_id = $1 AND (a.number = $2 OR c.number = $2)
   AND CASE $3 WHEN 'ValueDate' THEN p.value_date ELSE p.business_date END <= $4::date
   AND p.business_date <= coalesce($5::date, 'infinity')`;

describe('balances as of a day', () => {
  let app: TestApp;
  let token: string;
  let first: string;
  let account: string;
  let other: string;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    [account, other] = [await app.openAccount(1_000), await app.openAccount(1_000)];
    await rollDays(app, DAYS);
    first = await businessDateOf(app);
    for (let day = 0; day < DAYS; day += 1) {
      const today = addDays(first, day);
      await post(account, other, 10 + day);
      await post(other, account, 0.07, addDays(today, -1));
      await post('1030', account, 5.5, addDays(today, -day));
      await post('1030', '4010', 2.25, addDays(today, -2));
      await rollDays(app, 1);
    }
    // The business date has entries of its own, and some for the days before.
    await post(account, '1030', 1.11);
    await post('4010', account, 3.33, addDays(first, 1));
    await post('1030', '4010', 0.01, addDays(first, 2));
  }, TIMEOUT_MS);

  afterEach(async () => expect(await app.failedProofs()).toEqual([]));
  afterAll(() => app.close());

  const post = async (debitAccount: string, creditAccount: string, amount: number, valueDate?: string): Promise<void> =>
    void dataOf(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount,
        creditAccount,
        amount,
        narration: 'Posting',
        referenceNumber: freshReference('DB'),
        ...(valueDate === undefined ? {} : { valueDate }),
      }),
    );
  const ask = (query: object): ReturnType<TestApp['get']> =>
    app.get('/api/admin/v1/books/balance', query as Record<string, string>, { token });
  const balance = async (query: object): Promise<DatedBalanceView> => dataOf(await ask(query));

  async function expectBalances(numbers: string[]): Promise<void> {
    const today = await businessDateOf(app);
    for (const AccountNumber of numbers)
      for (const DateBasis of BASES)
        for (let Date = addDays(first, -3); Date <= today; Date = addDays(Date, 1))
          for (const BookedThrough of [undefined, addDays(Date, 1), addDays(first, 1)]) {
            const query = { AccountNumber, DateBasis, Date, ...(BookedThrough === undefined ? {} : { BookedThrough }) };
            const { debits, credits } = await balance(query);
            const [expected] = await app.rows<{ debits: number; credits: number }>(SUMS, [
              app.institutionId,
              AccountNumber,
              DateBasis,
              Date,
              BookedThrough ?? null,
            ]);
            expect({ query, debits, credits }).toEqual({ query, ...expected });
          }
  }

  it(
    'are the sums of the entries up to the day, of accounts, ledgers and control ledgers, by either date',
    () => expectBalances([account, other, '1030', '4010', '2010']),
    TIMEOUT_MS,
  );

  it(
    'are the same before the end of the day has written its totals as after it',
    async () => {
      const date = await businessDateOf(app);
      const queries = BASES.flatMap((DateBasis) =>
        [account, '4010', '2010'].map((AccountNumber) => ({ AccountNumber, DateBasis, Date: date })),
      );
      const before = await Promise.all(queries.map(balance));
      await rollDays(app, 1);
      expect(await Promise.all(queries.map(balance))).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it('are above zero on the side of the account', async () => {
    const date = await businessDateOf(app);
    const deposit = await balance({ AccountNumber: account, Date: date });
    expect(deposit).toMatchObject({ accountNumber: account, date, normalSide: 'credit' });
    expect(deposit.balance).toBeCloseTo(deposit.credits - deposit.debits, 2);
    expect(deposit.balance).toBeGreaterThan(0);
    const ledger = await balance({ AccountNumber: '1030', Date: date });
    expect(ledger).toMatchObject({ accountName: expect.any(String) as string, normalSide: 'debit' });
    expect(ledger.balance).toBeCloseTo(ledger.debits - ledger.credits, 2);
  });

  it('agree with the trial balance of each day, which counts back-dated entries of the open day', async () => {
    for (const DateBasis of BASES as readonly Basis[])
      for (let day = 0; day < DAYS; day += 1) {
        const Date = addDays(first, day);
        const { rows } = dataOf<DatedTrialBalanceView>(
          await app.get('/api/admin/v1/books/trial-balance', { Date, DateBasis }, { token }),
        );
        for (const { code, debits, credits } of rows.filter((row) => ['1030', '4010', '2010'].includes(row.code)))
          expect(await balance({ AccountNumber: code, Date, DateBasis })).toMatchObject({ debits, credits });
      }
  });

  it(
    'of a control ledger follow an account to its new ledger on the day of the move',
    async () => {
      const ledger = { code: '2916', name: 'Kiddies deposits', category: 'Liability', isControl: true };
      dataOf(await app.post('/api/admin/v1/ledgers', ledger, { token }));
      const product = {
        productCode: 'KID002',
        productName: 'Kiddies Savings',
        productType: 'Savings',
        controlLedgerCode: '2916',
      };
      dataOf(await app.post('/api/admin/v1/products', product, { token }));
      await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
      const moving = await app.openAccount(80);
      await rollDays(app, 1);
      const { id } = dataOf<{ id: number }>(
        await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: moving }),
      );
      const moved = await businessDateOf(app);
      dataOf(await app.put('/api/account/v1/updatecustomeraccount', { id, productCode: 'KID002' }));
      await rollDays(app, 1);
      const at = async (Date: string): Promise<number[]> => [
        (await balance({ AccountNumber: '2916', Date })).balance,
        (await balance({ AccountNumber: moving, Date })).balance,
      ];
      expect(await at(addDays(moved, -1))).toEqual([0, 80]);
      expect(await at(moved)).toEqual([80, 80]);
    },
    TIMEOUT_MS,
  );

  it('of unknown accounts are 404, of virtual accounts and of days to come 422', async () => {
    const date = await businessDateOf(app);
    expect(await ask({ AccountNumber: '9999999999', Date: date })).toMatchObject({ status: 404 });
    const [virtual] = await app.rows<{ number: string }>(
      `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id, virtual_name)
       SELECT institution_id, '8880000001', 'virtual', id, id, 'Virtual' FROM ledger_account
        WHERE institution_id = $1 AND number = $2 RETURNING number`,
      [app.institutionId, account],
    );
    expect(await ask({ AccountNumber: virtual!.number, Date: date })).toMatchObject({ status: 422 });
    const early = await ask({ AccountNumber: account, Date: addDays(date, 1) });
    expect([early.status, early.body.data]).toEqual([422, expect.objectContaining({ statusCode: 'DATE_NOT_REACHED' })]);
    expect(await ask({ AccountNumber: account, Date: '2026-02-30' })).toMatchObject({ status: 400 });
  });
});
