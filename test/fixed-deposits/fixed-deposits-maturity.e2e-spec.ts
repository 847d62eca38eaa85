import { addDays } from '../../src/common/time/calendar';
import type { FixedDepositView } from '../../src/fixed-deposits/fixed-deposit-views.dto';
import { CLOSE_ACCOUNT, CREATE_ACCOUNT } from '../accounts/sandbox-accounts';
import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import {
  add,
  BOOKS,
  businessDateOf,
  closeDay,
  ledgerBalances,
  liquidate,
  liquidated,
  openSaver,
  present,
  runStep,
  type Saver,
  setBusinessDate,
  termsOf,
  topUp,
  UPDATE,
} from './deposits-support';

/** 90 nights of 100,000 at 12 %, and a tenth of it. */
const INTEREST = 2_958.9;
const TAX = 295.89;

describe('fixed deposits at maturity', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Closes the night in which the deposit matures, and all nights before in one run. */
  const mature = async ({ maturityDate }: FixedDepositView): Promise<unknown[]> => {
    await setBusinessDate(app, addDays(maturityDate, -1));
    return (await closeDay(app)).flatMap(({ failures }) => failures);
  };
  const setStatus = (accountNumber: string, status: string): Promise<unknown> =>
    app.rows('UPDATE ledger_account SET status = $1 WHERE number = $2', [status, accountNumber]);
  const bookBalance = async (accountNumber: string): Promise<number> =>
    (await ledgerBalances(app, [accountNumber]))[accountNumber]!;
  const administer = async (path: string, body: object): Promise<unknown> =>
    dataOf(await app.approved(app.put(path, body, { token: await app.staff('administrator') })));

  it('pays principal and interest out without a rollover', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver);
    expect(await mature(deposit)).toEqual([]);
    expect(await app.balance(saver.accountNumber)).toBe(102_663.01);
    expect(await present(app, deposit.accountNumber)).toMatchObject({
      status: 'Matured',
      dateClosed: deposit.maturityDate,
      principalAmount: 100_000,
      interestPaid: INTEREST,
      withholdingTaxPaid: TAX,
    });
    expect(await bookBalance(deposit.accountNumber)).toBe(0);
    const [posting] = await app.rows(
      `SELECT kind, reference, maker, value_date::text AS "valueDate" FROM posting WHERE reference = $1`,
      [`${deposit.contractNo}-${deposit.maturityDate}`],
    );
    expect(posting).toEqual({
      kind: 'fixed-deposit-payment',
      reference: `${deposit.contractNo}-${deposit.maturityDate}`,
      maker: 'system:fixed-deposits',
      valueDate: deposit.maturityDate,
    });
  });

  it('begins a new term with the principal and pays the interest', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver, { applyRollover: 'Principal' });
    expect(await mature(deposit)).toEqual([]);
    expect(await app.balance(saver.accountNumber)).toBe(2_663.01);
    const [next, first] = await termsOf(app, deposit.accountNumber);
    expect(first).toMatchObject({ id: deposit.id, status: 'RolledOver', dateClosed: deposit.maturityDate });
    expect(next).toMatchObject({
      accountNumber: deposit.accountNumber,
      contractNo: deposit.contractNo.replace(/01$/, '02'),
      status: 'Active',
      principalAmount: 100_000,
      startDate: deposit.maturityDate,
      maturityDate: addDays(deposit.maturityDate, 90),
      sourceAccount: null,
      interestEarned: 0,
      interestPaid: 0,
      applyRollover: 'Principal',
      referenceNumber: deposit.referenceNumber,
    });
    expect(await bookBalance(deposit.accountNumber)).toBe(100_000);
    // Requests go to the new term.
    expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
      id: next!.id,
      status: 'Liquidated',
      amountPaid: 100_000,
    });
  });

  it('adds the net interest to the principal of the new term', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver, { applyRollover: 'PrincipalAndInterest' });
    expect(await mature(deposit)).toEqual([]);
    expect(await app.balance(saver.accountNumber)).toBe(0);
    expect(await present(app, deposit.accountNumber)).toMatchObject({ status: 'Active', principalAmount: 102_663.01 });
    expect(await bookBalance(deposit.accountNumber)).toBe(102_663.01);
  });

  it('pays the interest of the next term upfront again', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver, { applyRollover: 'Principal', interestPayment: 'Upfront' });
    expect(await app.balance(saver.accountNumber)).toBe(2_663.01);
    expect(await mature(deposit)).toEqual([]);
    expect(await app.balance(saver.accountNumber)).toBe(5_326.02);
    expect(await present(app, deposit.accountNumber)).toMatchObject({
      status: 'Active',
      interestPaid: INTEREST,
      withholdingTaxPaid: TAX,
      interestEarned: 0,
    });
  });

  it('follows the latest rollover instruction', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver, { applyRollover: 'Principal' });
    dataOf(await app.put(UPDATE, { accountNumber: deposit.accountNumber, applyRollover: 'None' }));
    expect(await mature(deposit)).toEqual([]);
    expect((await present(app, deposit.accountNumber)).status).toBe('Matured');
  });

  describe('renewed', () => {
    const renewedRate = async (
      fields: object,
      change: () => Promise<unknown>,
      undo: () => Promise<unknown>,
    ): Promise<number> => {
      const deposit = await add(app, await openSaver(app, 100_000), { applyRollover: 'Principal', ...fields });
      await change();
      try {
        expect(await mature(deposit)).toEqual([]);
      } finally {
        await undo();
      }
      return (await present(app, deposit.accountNumber)).interestRate;
    };
    const productRate = (interestRate: number) => (): Promise<unknown> =>
      administer('/api/admin/v1/products/FD001', { interestRate });
    const rates = async (): Promise<{ id: number }[]> =>
      dataOf<{ data: { id: number }[] }>(
        await app.get('/api/admin/v1/products/FD001/rates', {}, { token: await app.staff('administrator') }),
      ).data;

    it("takes the product's rate on the day of the rollover", async () => {
      expect(await renewedRate({}, productRate(9.5), productRate(12))).toBe(9.5);
    });

    it('keeps an agreed rate', async () => {
      expect(await renewedRate({ interestRate: 13.25 }, productRate(9.5), productRate(12))).toBe(13.25);
    });

    it("takes the named rate's value on that day, and keeps it when the rate is gone", async () => {
      const [{ id }] = (await rates()) as [{ id: number }];
      const path = `/api/admin/v1/products/FD001/rates/${id}`;
      const back = (): Promise<unknown> => administer(path, { interestRate: 12, status: 'Active' });
      expect(await renewedRate({ applicableInterestID: id }, () => administer(path, { interestRate: 11 }), back)).toBe(
        11,
      );
      expect(
        await renewedRate(
          { applicableInterestID: id },
          () => administer(path, { interestRate: 10, status: 'Inactive' }),
          back,
        ),
      ).toBe(12);
    });

    it('keeps all terms when the product is inactive', async () => {
      const inactive = async (): Promise<void> => {
        await productRate(5)();
        await administer('/api/admin/v1/products/FD001', { status: 'Inactive' });
      };
      const back = async (): Promise<void> => {
        await administer('/api/admin/v1/products/FD001', { status: 'Active' });
        await productRate(12)();
      };
      expect(await renewedRate({}, inactive, back)).toBe(12);
    });
  });

  describe('whose liquidation account', () => {
    const paidTo = async (
      status: string,
    ): Promise<{ entries: unknown[]; saver: Saver; deposit: FixedDepositView; failures: unknown[] }> => {
      const saver = await openSaver(app, 100_000);
      const deposit = await add(app, saver);
      await setStatus(saver.accountNumber, status);
      const failures = await mature(deposit);
      const entries = await app.rows(
        `SELECT e.side, e.role, e.amount_kobo::float / 100 AS amount FROM posting_entry e JOIN ledger_account a ON a.id = e.account_id JOIN posting p ON p.id = e.posting_id
          WHERE a.number = $1 AND p.kind = 'fixed-deposit-payment' ORDER BY e.seq`,
        [saver.accountNumber],
      );
      return { entries, saver, deposit, failures };
    };

    it.each([
      ['Frozen', 'interest'],
      ['Dormant', 'interest'],
      ['Inactive', 'reversal'],
    ])('is %s: pays it net of tax, without a debit', async (status, role) => {
      expect(await paidTo(status)).toMatchObject({
        failures: [],
        entries: [
          { side: 'credit', role, amount: INTEREST - TAX },
          { side: 'credit', role: 'reversal', amount: 100_000 },
        ],
      });
    });

    it('is closed: pays to unclaimed funds, or waits until that ledger is configured', async () => {
      const key = '/api/admin/v1/configuration/UNCLAIMED_FUNDS_LEDGER_CODE';
      const [before] = await app.rows<{ value: string }>(
        `SELECT value FROM institution_setting WHERE key = 'UNCLAIMED_FUNDS_LEDGER_CODE'`,
      );
      await app.rows(`DELETE FROM institution_setting WHERE key = 'UNCLAIMED_FUNDS_LEDGER_CODE'`);
      const { failures, deposit, saver, entries } = await paidTo('Closed');
      expect(failures).toMatchObject([{ subject: `fixed-deposit:${deposit.id}`, error: { code: 'ACCOUNT_CLOSED' } }]);
      expect([entries, (await present(app, deposit.accountNumber)).status]).toEqual([[], 'Active']);
      const code = before?.value ?? '2030';
      await administer(key, { value: code });
      const unclaimed = await bookBalance(code);
      // Later days earn nothing.
      expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
      expect(await present(app, deposit.accountNumber)).toMatchObject({ status: 'Matured', interestPaid: INTEREST });
      expect(Math.round(((await bookBalance(code)) - unclaimed) * 100)).toBe(10_266_301);
      await setStatus(saver.accountNumber, 'Active');
    });

    it('is a GL account of the product: pays it there', async () => {
      const saver = await openSaver(app, 100_000);
      const deposit = await add(app, saver, { liquidationAccountType: 2, liquidationAccount: '2030' });
      expect(deposit).toMatchObject({ liquidationAccountType: 2, liquidationAccount: '2030' });
      const before = await bookBalance('2030');
      expect(await mature(deposit)).toEqual([]);
      expect(Math.round(((await bookBalance('2030')) - before) * 100)).toBe(10_266_301);
    });
  });

  it('keeps the accounts of a deposit open until maturity', async () => {
    const saver = await openSaver(app, 100_000);
    const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
    const liquidationAccount = dataOf<{ accountNumber: string }>(
      await app.post(CREATE_ACCOUNT, { customerID: saver.customerID, branchCode, productCode, accountOfficerStaffID }),
    ).accountNumber;
    const deposit = await add(app, saver, { liquidationAccount });
    for (const accountNumber of [saver.accountNumber, liquidationAccount]) {
      const refused = await app.post(CLOSE_ACCOUNT, { accountNumber, closureReason: 'Asked for' });
      expect(refusalOf(refused)).toEqual({ status: 422, code: 'ACCOUNT_CLOSURE_BLOCKED' });
      expect(refused.body).toMatchObject({
        data: { blockedBy: 'fixed-deposits' },
        message: expect.stringContaining(deposit.contractNo) as string,
      });
    }
    expect(await mature(deposit)).toEqual([]);
    expect(
      (await app.post(CLOSE_ACCOUNT, { accountNumber: saver.accountNumber, closureReason: 'Asked for' })).status,
    ).toBe(200);
  });

  it('processes the other deposits when one fails', async () => {
    const deposits = [
      await add(app, await openSaver(app, 100_000)),
      await add(app, await openSaver(app, 100_000)),
      await add(app, await openSaver(app, 100_000)),
    ];
    const broken = deposits[1]!;
    await app.rows(
      'UPDATE fixed_deposit SET interest_expense_gl_account_id = -interest_expense_gl_account_id WHERE id = $1',
      [broken.id],
    );
    const date = await businessDateOf(app);
    await setBusinessDate(app, addDays(date, 1));
    const accrued = await runStep(app, 'accrual', date);
    expect(accrued.failures.map(({ subject }) => subject)).toEqual([`fixed-deposit:${broken.id}`]);
    expect((await present(app, deposits[2]!.accountNumber)).interestEarned).toBe(32.88);
    expect(await mature(broken)).toMatchObject([
      { subject: `fixed-deposit:${broken.id}` },
      { subject: `fixed-deposit:${broken.id}` },
    ]);
    expect(
      await Promise.all(deposits.map(async ({ accountNumber }) => (await present(app, accountNumber)).status)),
    ).toEqual(['Matured', 'Active', 'Matured']);
    await app.rows(
      'UPDATE fixed_deposit SET interest_expense_gl_account_id = -interest_expense_gl_account_id WHERE id = $1',
      [broken.id],
    );
    expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
    expect(await present(app, broken.accountNumber)).toMatchObject({ status: 'Matured', interestPaid: INTEREST });
  });

  it('processes all due deposits over several pages', async () => {
    const deposit = await add(app, await openSaver(app, 100_000));
    const columns = (
      await app.rows<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'fixed_deposit'`,
      )
    ).map(({ name }) => name);
    const copied = columns.map(
      (name) =>
        ({
          id: 'copy',
          contract_no: `'COPY-' || copy`,
          account_number: `'C' || copy`,
          ledger_account_id: '-copy',
          principal_kobo: '0',
        })[name] ?? name,
    );
    await app.rows(
      `INSERT INTO fixed_deposit (${columns.join(', ')}) SELECT ${copied.join(', ')} FROM fixed_deposit, generate_series(900000001, 900000450) AS copy WHERE id = ${deposit.id}`,
    );
    const date = addDays(deposit.maturityDate, -1);
    await setBusinessDate(app, deposit.maturityDate);
    expect((await runStep(app, 'accrual', date)).rows).toBeGreaterThanOrEqual(451);
    const [left] = await app.rows(
      `SELECT count(*)::int AS count FROM fixed_deposit WHERE status = 'Active' AND accrued_through < least($1, maturity_date)`,
      [deposit.maturityDate],
    );
    expect(left).toEqual({ count: 0 });
    // The copies have no account of record, so each of them fails, once.
    const { failures } = await runStep(app, 'maturity', date);
    expect(new Set(failures.map(({ subject }) => subject)).size).toBe(450);
    expect(failures.length).toBe(450);
    expect((await present(app, deposit.accountNumber)).status).toBe('Matured');
    await app.rows(`DELETE FROM fixed_deposit WHERE contract_no LIKE 'COPY-%'`);
  });

  describe('on the day, before the end of the day came to them', () => {
    const due = async (fields: object = {}): Promise<{ saver: Saver; deposit: FixedDepositView }> => {
      const saver = await openSaver(app, 200_000);
      const deposit = await add(app, saver, fields);
      await setBusinessDate(app, deposit.maturityDate);
      return { saver, deposit };
    };

    it('liquidates a matured deposit without a penalty, once', async () => {
      const { saver, deposit } = await due();
      expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
        penalty: 0,
        interestPaidNow: INTEREST,
        withholdingTax: TAX,
        amountPaid: 102_663.01,
      });
      expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
      expect(await app.balance(saver.accountNumber)).toBe(202_663.01);
    });

    it('liquidates a matured deposit in part and rolls the rest over as instructed', async () => {
      const { saver, deposit } = await due({ applyRollover: 'Principal' });
      expect(await liquidated(app, deposit.accountNumber, 50_000)).toMatchObject({
        penalty: 0,
        interestPaidNow: 1_479.45,
        principalAmount: 50_000,
      });
      expect((await closeDay(app)).flatMap(({ failures }) => failures)).toEqual([]);
      const [next, first] = await termsOf(app, deposit.accountNumber);
      expect([first, next]).toMatchObject([
        { status: 'RolledOver', interestPaid: INTEREST },
        { status: 'Active', principalAmount: 50_000, startDate: deposit.maturityDate },
      ]);
      expect(await app.balance(saver.accountNumber)).toBeCloseTo(150_000 + INTEREST - TAX, 1);
    });

    it('refuses a top-up of a matured deposit', async () => {
      const { saver, deposit } = await due();
      expect(refusalOf(await topUp(app, deposit.accountNumber, saver.accountNumber, 1_000))).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_HAS_MATURED',
      });
    });
  });

  it('ends a deposit once when the end of day and liquidations run at the same time', async () => {
    const saver = await openSaver(app, 100_000);
    const deposit = await add(app, saver);
    await setBusinessDate(app, deposit.maturityDate);
    const date = addDays(deposit.maturityDate, -1);
    const [, , ...answers] = await Promise.all([
      runStep(app, 'maturity', date),
      runStep(app, 'maturity', date),
      ...Array.from({ length: 8 }, () => liquidate(app, deposit.accountNumber)),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await app.balance(saver.accountNumber)).toBe(102_663.01);
    expect((await ledgerBalances(app, [BOOKS.prepaid]))[BOOKS.prepaid]).toBeGreaterThanOrEqual(0);
  });
});
