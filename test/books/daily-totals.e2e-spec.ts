import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { addDays } from '../../src/common/time/calendar';
import { searchedFrom, searchedTo } from '../../src/end-of-day/rolled-at';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';

const TIMEOUT_MS = 120_000;

/** A row of the daily totals of a ledger, in Naira. */
interface LedgerRow {
  branch: string | null;
  booked: string;
  value: string;
  debits: number;
  credits: number;
}

describe('daily totals', () => {
  let app: TestApp;
  let first: string;

  beforeAll(async () => {
    app = await TestApp.start();
    const token = await app.staff('administrator');
    dataOf(await app.post('/api/admin/v1/branches', { branchCode: '909', branchName: 'Yaba' }, { token }));
    dataOf(
      await app.post(
        '/api/admin/v1/ledgers',
        { code: '2915', name: 'Kiddies deposits', category: 'Liability', isControl: true },
        { token },
      ),
    );
    const product = {
      productCode: 'KID001',
      productName: 'Kiddies Savings',
      productType: 'Savings',
      controlLedgerCode: '2915',
    };
    dataOf(await app.post('/api/admin/v1/products', product, { token }));
    await app.rows('DELETE FROM savings_product_terms WHERE institution_id = $1', [app.institutionId]);
    await rollDays(app, 1);
    first = await businessDateOf(app);
  }, TIMEOUT_MS);

  afterEach(async () => expect(await app.failedProofs()).toEqual([]));
  afterAll(() => app.close());

  const ofLedger = async (code: string, from = first): Promise<LedgerRow[]> =>
    (
      await app.rows<Record<string, string>>(
        `SELECT b.branch_code AS branch, t.business_date::text AS booked, t.value_date::text AS value,
                debits_kobo AS debits, credits_kobo AS credits
           FROM ledger_daily_total t JOIN gl_account g ON g.institution_id = t.institution_id AND g.id = t.ledger_id
           LEFT JOIN branch b ON b.institution_id = t.institution_id AND b.id = t.branch_id
          WHERE g.code = $1 AND t.business_date >= $2 ORDER BY t.business_date, t.value_date, b.branch_code`,
        [code, from],
      )
    ).map(({ branch, booked, value, debits, credits }) => ({
      branch: branch ?? null,
      booked: booked!,
      value: value!,
      debits: Number(debits) / 100,
      credits: Number(credits) / 100,
    }));
  const snapshot = async (): Promise<unknown> => [
    await app.rows('SELECT * FROM account_daily_total ORDER BY account_id, business_date, value_date'),
    await app.rows('SELECT * FROM ledger_daily_total ORDER BY ledger_id, branch_id, business_date, value_date'),
  ];
  const post = async (
    debitAccount: string,
    creditAccount: string,
    amount: number,
    valueDate?: string,
  ): Promise<string> =>
    dataOf<{ postingReferenceNumber: string }>(
      await app.post('/api/postings/v1/posttransaction', {
        debitAccount,
        creditAccount,
        amount,
        narration: 'Posting',
        referenceNumber: freshReference('DT'),
        ...(valueDate === undefined ? {} : { valueDate }),
      }),
    ).postingReferenceNumber;
  const change = async (accountNumber: string, changes: object): Promise<void> => {
    const { id } = dataOf<{ id: number }>(
      await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: accountNumber }),
    );
    dataOf(await app.put('/api/account/v1/updatecustomeraccount', { id, ...changes }));
  };

  it(
    'are written when a date closes, by booking date and value date, and a late entry leaves the rows before it alone',
    async () => {
      await post('1030', '4010', 40, first);
      await post('1030', '4010', 2, addDays(first, -3));
      await rollDays(app, 1);
      const written = await ofLedger('4010');
      expect(written).toEqual([
        { branch: null, booked: first, value: addDays(first, -3), debits: 0, credits: 2 },
        { branch: null, booked: first, value: first, debits: 0, credits: 40 },
      ]);
      await post('4010', '1030', 5, first);
      expect(await ofLedger('4010')).toEqual(written);
      await rollDays(app, 1);
      expect(await ofLedger('4010')).toEqual([
        ...written,
        { branch: null, booked: addDays(first, 1), value: first, debits: 5, credits: 0 },
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'keep the branch of a posting: accounts have their own, ledgers that of the movement, reversals that of the original',
    async () => {
      const from = await businessDateOf(app);
      const payer = await app.openAccount(100);
      const payee = await app.openAccount();
      await change(payee, { branchCode: '909' });
      await post(payer, payee, 30);
      const charged = await post(payee, '4010', 7);
      await change(payee, { branchCode: '001' });
      dataOf(
        await app.post('/api/postings/v1/reversetransaction', { referenceNumber: charged, reason: 'Charged wrongly' }),
      );
      await rollDays(app, 1);
      expect(await ofLedger('4010', from)).toEqual([
        { branch: '909', booked: from, value: from, debits: 7, credits: 7 },
      ]);
      expect(await ofLedger('2010', from)).toEqual([
        // ₦30 came to the branch; with the account, ₦23 went. The reversal gave ₦7 back to the branch of the charge.
        { branch: '001', booked: from, value: from, debits: 30 + 7, credits: 100 + 30 },
        { branch: '909', booked: from, value: from, debits: 7 - 7, credits: 30 - 30 + 7 },
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'move the whole balance of an account to the ledger of its new product on the day of the change',
    async () => {
      const account = await app.openAccount(80);
      await rollDays(app, 1);
      const from = await businessDateOf(app);
      await post(account, '1010', 5);
      await change(account, { productCode: 'KID001' });
      await post(account, '1010', 1);
      expect(await app.failedProofs()).toEqual([]);
      await rollDays(app, 1);
      expect(await ofLedger('2915', from)).toEqual([
        { branch: '001', booked: from, value: from, debits: 5 + 1, credits: 80 },
      ]);
      expect(await ofLedger('2010', from)).toEqual([
        { branch: '001', booked: from, value: from, debits: 5 - 5, credits: -80 },
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'are filled for all past dates by the first end of day after an upgrade',
    async () => {
      const before = await snapshot();
      await app.rows('TRUNCATE account_daily_total, ledger_daily_total, daily_totals_progress');
      expect(await app.failedProofs()).toEqual([]);
      const today = await businessDateOf(app);
      await rollDays(app, 1);
      await app.rows('DELETE FROM account_daily_total WHERE business_date = $1', [today]);
      await app.rows('DELETE FROM ledger_daily_total WHERE business_date = $1', [today]);
      expect(await snapshot()).toEqual(before);
    },
    TIMEOUT_MS,
  );

  it.each(['account_daily_total', 'ledger_daily_total'])(
    'are proven: a changed row of %s fails its check',
    async (table) => {
      const change = `UPDATE ${table} SET debits_kobo = debits_kobo + $2 WHERE ctid = $1 RETURNING ctid::text`;
      const [row] = await app.rows<{ ctid: string }>(`SELECT ctid::text FROM ${table} LIMIT 1`);
      const [changed] = await app.rows<{ ctid: string }>(change, [row!.ctid, 1]);
      expect((await app.failedProofs()).map(({ name }) => name)).toEqual([`${table.replaceAll('_', '-')}s`]);
      await app.rows(change, [changed!.ctid, -1]);
    },
  );

  it('cannot be changed by the program', async () => {
    for (const table of ['account_daily_total', 'ledger_daily_total', 'ledger_account_move'])
      for (const statement of [`UPDATE ${table} SET debits_kobo = 0`, `DELETE FROM ${table}`])
        await expect(app.app.get(UnitOfWork).run(app.institutionId, (tx) => tx.query(statement))).rejects.toThrow(
          'permission denied',
        );
  });

  it('find the postings of a date by their time, also under row-level security', async () => {
    const time = `posted_at >= ${searchedFrom('$2')} AND posted_at <= ${searchedTo('$2')}`;
    const literal = time.replaceAll('$1', String(app.institutionId)).replaceAll('$2', `'${first}'`);
    await app.rows('BEGIN');
    await app.rows('SET LOCAL ROLE corebank_app');
    await app.rows(`SELECT set_config('app.institution_id', $1, true)`, [String(app.institutionId)]);
    await app.rows('SET LOCAL enable_seqscan = off');
    const plan = await app.rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM posting WHERE institution_id = ${app.institutionId} AND ${literal} ORDER BY posted_at`,
    );
    await app.rows('ROLLBACK');
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/ ix_posting_posted_at .*\n *Index Cond: .*posted_at >= .*posted_at <= /);
  });

  it.each([
    ['an account', 'account_daily_total', 'account_id'],
    ['a ledger', 'ledger_daily_total', 'ledger_id'],
  ])('of %s are read from the index alone', async (_, table, key) => {
    await app.rows('BEGIN');
    await app.rows('SET LOCAL enable_seqscan = off');
    await app.rows('SET LOCAL enable_bitmapscan = off');
    const plan = await app.rows<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT sum(debits_kobo), sum(credits_kobo) FROM ${table}
        WHERE institution_id = ${app.institutionId} AND ${key} = 1 AND business_date <= '${first}'`,
    );
    await app.rows('ROLLBACK');
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(`Index Only Scan using pk_${table}`);
  });
});
