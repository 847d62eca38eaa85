import type { Response } from 'supertest';
import { addDays } from '../../src/common/time/calendar';
import { strangersToken } from '../accounts/liens-support';
import {
  companyOf,
  CREATE_ACCOUNT,
  DUPLICATE_REFERENCE_NUMBER,
  openVirtualAccount,
} from '../accounts/sandbox-accounts';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import {
  ADD,
  add,
  BOOKS,
  businessDateOf,
  closeDay,
  customerOf,
  depositOf,
  ledgerBalances,
  LIQUIDATE,
  liquidate,
  liquidated,
  openSaver,
  present,
  type Saver,
  SEARCH,
  setBusinessDate,
  TOP_UP,
  topUp,
  UPDATE,
} from './deposits-support';

describe('fixed deposits', () => {
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

  const ask = (saver: Saver, fields: object): Promise<Response> => app.post(ADD, depositOf(saver, fields));
  const count = async (): Promise<number> =>
    (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM fixed_deposit'))[0]!.count;
  const auditOf = async (id: number): Promise<string[]> =>
    (
      await app.rows<{ action: string }>('SELECT action FROM audit_log WHERE subject = $1 ORDER BY id', [
        `fixed-deposit:${id}`,
      ])
    ).map(({ action }) => action);
  const update = (accountNumber: string, fields: object, options = {}): Promise<Response> =>
    app.put(UPDATE, { accountNumber, ...fields }, options);

  describe('add', () => {
    it('debits the source account at once and returns the amounts at maturity', async () => {
      const saver = await openSaver(app, 150_000);
      const referenceNumber = freshReference('FD');
      const deposit = await add(app, saver, {
        referenceNumber,
        startDate: today,
        accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
      });
      const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
      expect(deposit).toEqual({
        id: expect.any(Number),
        contractNo: `FD-${deposit.accountNumber}-01`,
        accountNumber: expect.stringMatching(/^\d{10}$/),
        accountName: 'Test Person',
        customerID: saver.customerID,
        productCode: 'FD001',
        principalAmount: 100_000,
        interestRate: 12,
        applicableInterestID: null,
        tenure: 90,
        startDate: today,
        maturityDate: addDays(today, 90),
        maturityAmount: 102_663.01,
        totalInterest: 2_958.9,
        interestEarned: 0,
        interestPaid: 0,
        withholdingTaxPaid: 0,
        sourceAccount: saver.accountNumber,
        liquidationAccountType: 1,
        liquidationAccount: saver.accountNumber,
        applyRollover: 'None',
        interestPayment: 'AtMaturity',
        accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
        referenceNumber,
        status: 'Active',
        approvalId: null,
        dateClosed: null,
        createdAt: at,
        updatedAt: at,
      });
      expect(await app.balance(saver.accountNumber)).toBe(50_000);
      expect(await auditOf(deposit.id)).toEqual(['fixed-deposit.begin']);
      const [entry] = await app.rows(
        `SELECT a.kind, a.normal_side, a.number, c.number AS control FROM ledger_account a JOIN ledger_account c ON c.id = a.control_account_id WHERE a.number = $1`,
        [deposit.accountNumber],
      );
      expect(entry).toEqual({
        kind: 'contract',
        normal_side: 'credit',
        number: deposit.accountNumber,
        control: '2105',
      });
    });

    it('accepts an agreed rate or a tiered rate of the product', async () => {
      const saver = await openSaver(app, 15_000_000);
      const { data } = dataOf<{ data: { id: number }[] }>(
        await app.get('/api/admin/v1/products/FD001/rates', {}, { token: await app.staff('administrator') }),
      );
      expect(await add(app, saver, { interestRate: 13.5 })).toMatchObject({ interestRate: 13.5 });
      const applicableInterestID = data[0]!.id;
      expect(await add(app, saver, { applicableInterestID })).toMatchObject({ interestRate: 12, applicableInterestID });
      expect(await add(app, saver, { applicableInterestID: data[0]!.id, principalAmount: 10_000_000 })).toMatchObject({
        interestRate: 14,
      });
      expect(await add(app, saver, { interestRate: 0 })).toMatchObject({
        interestRate: 0,
        totalInterest: 0,
        maturityAmount: 100_000,
      });
    });

    it("keeps the product's terms of the start date", async () => {
      const saver = await openSaver(app, 100_000);
      const deposit = await add(app, saver);
      await app.rows(
        `UPDATE fixed_deposit_product_terms SET early_liquidation_penalty_percent = 90, withholding_tax_percent = 50, min_principal_kobo = 1`,
      );
      try {
        await setBusinessDate(app, addDays(today, 10));
        expect(refusalOf(await liquidate(app, deposit.accountNumber, 60_000)).code).toBe('FIXED_DEPOSIT_BELOW_MINIMUM');
        expect(await liquidated(app, deposit.accountNumber)).toMatchObject({ penalty: 82.19, withholdingTax: 24.66 });
      } finally {
        await setBusinessDate(app, today);
        await app.rows(
          `UPDATE fixed_deposit_product_terms SET early_liquidation_penalty_percent = 25, withholding_tax_percent = 10, min_principal_kobo = 5000000`,
        );
      }
    });

    it('creates one deposit for one request reference and for one referenceNumber', async () => {
      const saver = await openSaver(app, 300_000);
      const [body, reference] = [depositOf(saver), freshReference()];
      const first = await app.post(ADD, body, { reference });
      expect((await app.post(ADD, body, { reference })).body).toEqual(first.body);
      const again = await app.post(ADD, { ...body, principalAmount: 60_000 });
      expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
      const other = await topUp(
        app,
        dataOf<{ accountNumber: string }>(first).accountNumber,
        saver.accountNumber,
        1_000,
        { referenceNumber: body.referenceNumber },
      );
      expect([other.status, other.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
      expect(await app.balance(saver.accountNumber)).toBe(200_000);
    });

    it('reports a used referenceNumber before insufficient funds', async () => {
      const saver = await openSaver(app, 100_000);
      const body = depositOf(saver);
      dataOf(await app.post(ADD, body));
      expect(refusalOf(await app.post(ADD, body))).toEqual({ status: 409, code: 'DUPLICATE_REFERENCE' });
    });

    describe('refuses', () => {
      let saver: Saver;
      let stranger: Saver;
      let virtualNumber: string;
      beforeAll(async () => {
        saver = await openSaver(app, 150_000);
        stranger = await openSaver(app, 150_000);
        virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      });

      it.each<{ name: string; fields: () => object; httpStatus: number; code: string }>([
        {
          name: 'more than the account has',
          fields: () => ({ principalAmount: 150_000.01 }),
          httpStatus: 422,
          code: 'INSUFFICIENT_FUNDS',
        },
        {
          name: 'less than the minimum',
          fields: () => ({ principalAmount: 49_999.99 }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        },
        {
          name: 'more than the maximum',
          fields: () => ({ principalAmount: 500_000_000.01 }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        },
        {
          name: 'too short a tenure',
          fields: () => ({ tenure: 29 }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        },
        {
          name: 'too long a tenure',
          fields: () => ({ tenure: 366 }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        },
        {
          name: 'upfront interest above the principal',
          fields: () => ({ interestRate: 1000, interestPayment: 'Upfront' }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        },
        {
          name: 'a start before today',
          fields: () => ({ startDate: addDays(today, -1) }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_START_DATE_REFUSED',
        },
        {
          name: 'a start after today',
          fields: () => ({ startDate: addDays(today, 1) }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_START_DATE_REFUSED',
        },
        {
          name: 'an unknown customer',
          fields: () => ({ customerID: '99999999' }),
          httpStatus: 404,
          code: 'CUSTOMER_NOT_FOUND',
        },
        {
          name: 'an unknown product',
          fields: () => ({ productCode: 'FD999' }),
          httpStatus: 404,
          code: 'PRODUCT_NOT_FOUND',
        },
        {
          name: 'a savings product',
          fields: () => ({ productCode: 'SAV001' }),
          httpStatus: 422,
          code: 'PRODUCT_TYPE_NOT_ALLOWED',
        },
        {
          name: 'an unknown rate',
          fields: () => ({ applicableInterestID: 1 }),
          httpStatus: 404,
          code: 'PRODUCT_RATE_NOT_FOUND',
        },
        {
          name: 'an unknown source',
          fields: () => ({ sourceAccount: '9999999999' }),
          httpStatus: 404,
          code: 'ACCOUNT_NOT_FOUND',
        },
        {
          name: 'a GL account as source',
          fields: () => ({ sourceAccount: '1010' }),
          httpStatus: 404,
          code: 'ACCOUNT_NOT_FOUND',
        },
        {
          name: 'a virtual source',
          fields: () => ({ sourceAccount: virtualNumber }),
          httpStatus: 422,
          code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
        },
        {
          name: "another customer's source",
          fields: () => ({ sourceAccount: stranger.accountNumber }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_ACCOUNT_REFUSED',
        },
        {
          name: "another customer's liquidation account",
          fields: () => ({ liquidationAccount: stranger.accountNumber }),
          httpStatus: 422,
          code: 'FIXED_DEPOSIT_ACCOUNT_REFUSED',
        },
        {
          name: 'a virtual liquidation account',
          fields: () => ({ liquidationAccount: virtualNumber }),
          httpStatus: 422,
          code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
        },
        {
          name: 'a virtual number as a GL account',
          fields: () => ({ liquidationAccountType: 2, liquidationAccount: virtualNumber }),
          httpStatus: 422,
          code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
        },
        {
          name: 'a customer account as a GL account',
          fields: () => ({ liquidationAccountType: 2, liquidationAccount: saver.accountNumber }),
          httpStatus: 404,
          code: 'LEDGER_NOT_FOUND',
        },
        {
          name: 'a GL account as the customer’s',
          fields: () => ({ liquidationAccount: '2030' }),
          httpStatus: 404,
          code: 'ACCOUNT_NOT_FOUND',
        },
        {
          name: 'a control ledger',
          fields: () => ({ liquidationAccountType: 2, liquidationAccount: '2105' }),
          httpStatus: 422,
          code: 'CONTROL_LEDGER',
        },
        {
          name: 'a ledger closed to API clients',
          fields: () => ({ liquidationAccountType: 2, liquidationAccount: '2065' }),
          httpStatus: 422,
          code: 'LEDGER_NOT_ALLOWED',
        },
        {
          name: 'a ledger that the product does not name',
          fields: () => ({ liquidationAccountType: 2, liquidationAccount: '2100' }),
          httpStatus: 422,
          code: 'LEDGER_NOT_ALLOWED',
        },
        {
          name: 'an unknown officer',
          fields: () => ({ accountOfficerStaffID: 'NOBODY' }),
          httpStatus: 404,
          code: 'ACCOUNT_OFFICER_NOT_FOUND',
        },
      ])('$name, and stores nothing', async ({ fields, httpStatus, code }) => {
        const before = await count();
        expect(refusalOf(await ask(saver, fields()))).toEqual({ status: httpStatus, code });
        expect([await count(), await app.balance(saver.accountNumber)]).toEqual([before, 150_000]);
      });

      it.each([
        ['Frozen', 'ACCOUNT_FROZEN'],
        ['Dormant', 'ACCOUNT_DORMANT'],
        ['Inactive', 'ACCOUNT_INACTIVE'],
        ['Closed', 'ACCOUNT_CLOSED'],
        ['PendingApproval', 'ACCOUNT_PENDING_APPROVAL'],
      ])('a source that is %s', async (status, code) => {
        await app.rows('UPDATE ledger_account SET status = $1 WHERE number = $2', [status, saver.accountNumber]);
        expect(refusalOf(await ask(saver, {}))).toEqual({ status: 409, code });
        await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [saver.accountNumber]);
      });

      it('a liquidation account that cannot be credited', async () => {
        const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
        const { accountNumber } = dataOf<{ accountNumber: string }>(
          await app.post(CREATE_ACCOUNT, {
            customerID: saver.customerID,
            branchCode,
            productCode,
            accountOfficerStaffID,
          }),
        );
        await app.rows(`UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`, [accountNumber]);
        expect(refusalOf(await ask(saver, { liquidationAccount: accountNumber }))).toEqual({
          status: 409,
          code: 'ACCOUNT_INACTIVE',
        });
      });

      it('an inactive product and a payment option that it does not offer', async () => {
        await app.rows(`UPDATE product SET status = 'Inactive' WHERE code = 'FD001'`);
        expect(refusalOf(await ask(saver, {}))).toEqual({ status: 422, code: 'PRODUCT_INACTIVE' });
        await app.rows(`UPDATE product SET status = 'Active' WHERE code = 'FD001'`);
        await app.rows(`UPDATE fixed_deposit_product_terms SET interest_payments = '{Monthly,AtMaturity}'`);
        expect(refusalOf(await ask(saver, { interestPayment: 'Upfront' }))).toEqual({
          status: 422,
          code: 'FIXED_DEPOSIT_TERMS_REFUSED',
        });
        const deposit = await add(app, await openSaver(app, 100_000));
        expect(deposit.interestPayment).toBe('Monthly');
        await app.rows(`UPDATE fixed_deposit_product_terms SET interest_payments = '{AtMaturity,Monthly,Upfront}'`);
      });

      it.each<[object, string]>([
        [{ principalAmount: 0 }, 'principalAmount'],
        [{ principalAmount: 50_000.001 }, 'principalAmount'],
        [{ principalAmount: '50000' }, 'principalAmount'],
        [{ tenure: 0 }, 'tenure'],
        [{ tenure: 30.5 }, 'tenure'],
        [{ interestRate: -1 }, 'interestRate'],
        [{ interestRate: 12, applicableInterestID: 5 }, 'applicableInterestID'],
        [{ liquidationAccountType: 3 }, 'liquidationAccountType'],
        [{ applyRollover: 'Interest' }, 'applyRollover'],
        [{ interestPayment: 'Weekly' }, 'interestPayment'],
        [{ startDate: '2026-02-30' }, 'startDate'],
        [{ referenceNumber: undefined }, 'referenceNumber'],
        [{ customerID: undefined }, 'customerID'],
        [{ liquidationAccount: undefined }, 'liquidationAccount'],
        [{ colour: 'red' }, 'colour'],
      ])('%p as malformed', async (fields, field) => {
        const response = await ask(saver, fields);
        expect([response.status, fieldsOf(response)]).toEqual([400, [field]]);
      });

      it('a request without a reference', async () => {
        expect((await app.post(ADD, depositOf(saver), { reference: null })).status).toBe(400);
      });
    });
  });

  describe('topup', () => {
    it('adds principal that earns from the top-up date', async () => {
      const saver = await openSaver(app, 150_000);
      const deposit = await add(app, saver);
      expect(dataOf(await topUp(app, deposit.accountNumber, saver.accountNumber, 20_000.5))).toMatchObject({
        id: deposit.id,
        principalAmount: 120_000.5,
        status: 'Active',
      });
      expect(await app.balance(saver.accountNumber)).toBe(29_999.5);
      expect(await auditOf(deposit.id)).toEqual(['fixed-deposit.begin', 'fixed-deposit.top-up']);
    });

    it('refuses top-ups that the state, the funds or the terms do not allow', async () => {
      const saver = await openSaver(app, 150_000);
      const stranger = await openSaver(app, 100_000);
      const { accountNumber } = await add(app, saver);
      const virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      const refused = async (number: string, source: string, amount: number): Promise<unknown> =>
        refusalOf(await topUp(app, number, source, amount));
      expect(await refused('9999999999', saver.accountNumber, 1)).toEqual({
        status: 404,
        code: 'FIXED_DEPOSIT_NOT_FOUND',
      });
      expect(await refused(virtualNumber, saver.accountNumber, 1)).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      expect(await refused(accountNumber, virtualNumber, 1)).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
      expect(await refused(accountNumber, stranger.accountNumber, 1)).toEqual({
        status: 422,
        code: 'FIXED_DEPOSIT_ACCOUNT_REFUSED',
      });
      expect(await refused(accountNumber, saver.accountNumber, 50_000.01)).toEqual({
        status: 422,
        code: 'INSUFFICIENT_FUNDS',
      });
      expect(await refused(accountNumber, saver.accountNumber, 499_900_000.01)).toEqual({
        status: 422,
        code: 'FIXED_DEPOSIT_TERMS_REFUSED',
      });
      expect(await present(app, accountNumber)).toMatchObject({ principalAmount: 100_000 });
      await liquidated(app, accountNumber);
      expect(await refused(accountNumber, saver.accountNumber, 1)).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_NOT_ACTIVE',
      });
    });
  });

  describe('liquidate', () => {
    it('returns the principal on the start date, without interest', async () => {
      const saver = await openSaver(app, 100_000);
      const deposit = await add(app, saver);
      expect(await liquidated(app, deposit.accountNumber)).toMatchObject({
        id: deposit.id,
        status: 'Liquidated',
        dateClosed: today,
        liquidatedAmount: 100_000,
        interestPaidNow: 0,
        penalty: 0,
        withholdingTax: 0,
        amountPaid: 100_000,
      });
      expect(await app.balance(saver.accountNumber)).toBe(100_000);
    });

    it('leaves the minimum principal, to the kobo', async () => {
      const saver = await openSaver(app, 100_000);
      const { accountNumber } = await add(app, saver);
      const refused = await liquidate(app, accountNumber, 50_000.01);
      expect([refused.status, refused.body.data]).toEqual([
        422,
        { statusCode: 'FIXED_DEPOSIT_BELOW_MINIMUM', principalAmount: 100_000, minimumPrincipal: 50_000 },
      ]);
      expect(await liquidated(app, accountNumber, 50_000)).toMatchObject({ status: 'Active', principalAmount: 50_000 });
      expect(refusalOf(await liquidate(app, accountNumber, 0.01)).code).toBe('FIXED_DEPOSIT_BELOW_MINIMUM');
      expect(await liquidated(app, accountNumber)).toMatchObject({ status: 'Liquidated', amountPaid: 50_000 });
    });

    it('liquidates the whole principal in full and refuses any other amount', async () => {
      const { accountNumber } = await add(app, await openSaver(app, 100_000));
      const full = (liquidationAmount: number): Promise<Response> =>
        app.post(LIQUIDATE, {
          accountNumber,
          liquidationType: 0,
          liquidationAmount,
          referenceNumber: freshReference('FDL'),
        });
      expect(refusalOf(await full(99_999))).toEqual({ status: 422, code: 'FIXED_DEPOSIT_AMOUNT_REFUSED' });
      expect((await full(100_000)).status).toBe(200);
    });

    it('requires an amount for a partial liquidation', async () => {
      const { accountNumber } = await add(app, await openSaver(app, 100_000));
      const response = await app.post(LIQUIDATE, {
        accountNumber,
        liquidationType: 1,
        referenceNumber: freshReference('FDL'),
      });
      expect([response.status, fieldsOf(response)]).toEqual([400, ['liquidationAmount']]);
    });

    it('answers a repeated request with its first response', async () => {
      const saver = await openSaver(app, 100_000);
      const { accountNumber } = await add(app, saver);
      const [body, reference] = [
        { accountNumber, liquidationType: 0, referenceNumber: freshReference('FDL') },
        freshReference(),
      ];
      const first = await app.post(LIQUIDATE, body, { reference });
      expect(first.status).toBe(200);
      expect((await app.post(LIQUIDATE, body, { reference })).body).toEqual(first.body);
      const again = await app.post(LIQUIDATE, body);
      expect([again.status, again.body.data]).toEqual([409, DUPLICATE_REFERENCE_NUMBER]);
    });

    it('pays to a frozen account, which may be credited', async () => {
      const saver = await openSaver(app, 100_000);
      const { accountNumber } = await add(app, saver);
      await app.rows(`UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`, [saver.accountNumber]);
      expect((await liquidate(app, accountNumber)).status).toBe(200);
      await app.rows(`UPDATE ledger_account SET status = 'Active' WHERE number = $1`, [saver.accountNumber]);
      expect(await app.balance(saver.accountNumber)).toBe(100_000);
    });
  });

  describe('update', () => {
    it('changes the rollover, the liquidation account and the account officer', async () => {
      const saver = await openSaver(app, 100_000);
      const { accountNumber, id } = await add(app, saver);
      expect(
        dataOf(
          await update(accountNumber, {
            applyRollover: 'PrincipalAndInterest',
            liquidationAccountType: 2,
            liquidationAccount: '2030',
            accountOfficerStaffID: app.sandbox.accountOfficerStaffID,
          }),
        ),
      ).toMatchObject({
        applyRollover: 'PrincipalAndInterest',
        liquidationAccountType: 2,
        liquidationAccount: '2030',
      });
      expect(
        dataOf(await update(accountNumber, { liquidationAccountType: 1, liquidationAccount: saver.accountNumber })),
      ).toMatchObject({ liquidationAccountType: 1, applyRollover: 'PrincipalAndInterest' });
      expect(await auditOf(id)).toEqual(['fixed-deposit.begin', 'fixed-deposit.update', 'fixed-deposit.update']);
      expect((await liquidate(app, accountNumber)).status).toBe(200);
      expect(refusalOf(await update(accountNumber, { applyRollover: 'None' }))).toEqual({
        status: 409,
        code: 'FIXED_DEPOSIT_NOT_ACTIVE',
      });
    });

    it('refuses updates that the state or the accounts do not allow', async () => {
      const saver = await openSaver(app, 100_000);
      const stranger = await openSaver(app, 0);
      const { accountNumber } = await add(app, saver);
      const virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      for (const [fields, httpStatus, code] of [
        [{}, 400, 'VALIDATION_FAILED'],
        [{ liquidationAccountType: 1 }, 400, 'VALIDATION_FAILED'],
        [{ liquidationAccount: stranger.accountNumber }, 422, 'FIXED_DEPOSIT_ACCOUNT_REFUSED'],
        [{ liquidationAccount: virtualNumber }, 422, 'VIRTUAL_ACCOUNT_NOT_ALLOWED'],
        [{ liquidationAccountType: 2, liquidationAccount: '2105' }, 422, 'CONTROL_LEDGER'],
        [{ accountOfficerStaffID: 'NOBODY' }, 404, 'ACCOUNT_OFFICER_NOT_FOUND'],
      ] as const) {
        expect(refusalOf(await update(accountNumber, fields))).toEqual({ status: httpStatus, code });
      }
      expect(refusalOf(await update('9999999999', { applyRollover: 'None' }))).toEqual({
        status: 404,
        code: 'FIXED_DEPOSIT_NOT_FOUND',
      });
      expect(refusalOf(await update(virtualNumber, { applyRollover: 'None' }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
    });
  });

  describe('search', () => {
    it('finds deposits by every filter', async () => {
      const saver = await openSaver(app, 300_000);
      const [first, second] = [await add(app, saver), await add(app, saver, { tenure: 120 })];
      await liquidated(app, first.accountNumber);
      const found = async (filters: Record<string, string | number>): Promise<number[]> =>
        dataOf<{ data: { id: number }[] }>(await app.get(SEARCH, filters)).data.map(({ id }) => id);
      const { customerID: CustomerID } = saver;
      expect(await found({ CustomerID })).toEqual([second.id, first.id]);
      expect(await found({ CustomerID, Direction: 'Asc' })).toEqual([first.id, second.id]);
      expect(await found({ CustomerID, Status: 'Liquidated' })).toEqual([first.id]);
      expect(await found({ AccountNumber: second.accountNumber })).toEqual([second.id]);
      expect(await found({ ContractNo: first.contractNo })).toEqual([first.id]);
      expect(await found({ CustomerID, ProductCode: 'FD001' })).toEqual([second.id, first.id]);
      expect(await found({ CustomerID, ProductCode: 'SAV001' })).toEqual([]);
      expect(await found({ CustomerID, MaturityDateFrom: second.maturityDate })).toEqual([second.id]);
      expect(await found({ CustomerID, MaturityDateTo: first.maturityDate })).toEqual([first.id]);
      expect(await found({ CustomerID: '99999999' })).toEqual([]);
      expect(dataOf(await app.get(SEARCH, { CustomerID, PageSize: 1, PageNumber: 2 }))).toMatchObject({
        recordCount: 2,
        pageNumber: 2,
        pageSize: 1,
        data: [{ id: first.id }],
      });
      const virtualNumber = await openVirtualAccount(app, (await companyOf(app)).accountNumber);
      expect(refusalOf(await app.get(SEARCH, { AccountNumber: virtualNumber }))).toEqual({
        status: 422,
        code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      });
    });
  });

  it('are visible to their own institution only', async () => {
    const saver = await openSaver(app, 100_000);
    const { accountNumber, id } = await add(app, saver);
    const options = { token: await strangersToken(app) };
    const referenceNumber = freshReference('FD');
    expect(dataOf(await app.get(SEARCH, { AccountNumber: accountNumber }, options))).toMatchObject({
      data: [],
      recordCount: 0,
    });
    expect(
      refusalOf(await app.post(LIQUIDATE, { accountNumber, liquidationType: 0, referenceNumber }, options)),
    ).toEqual({ status: 404, code: 'FIXED_DEPOSIT_NOT_FOUND' });
    expect(
      refusalOf(
        await app.post(
          TOP_UP,
          { accountNumber, topUpAmount: 1, sourceAccount: saver.accountNumber, referenceNumber },
          options,
        ),
      ),
    ).toEqual({ status: 404, code: 'FIXED_DEPOSIT_NOT_FOUND' });
    expect(refusalOf(await update(accountNumber, { applyRollover: 'None' }, options))).toEqual({
      status: 404,
      code: 'FIXED_DEPOSIT_NOT_FOUND',
    });
    expect((await app.post(ADD, depositOf(saver), options)).status).toBe(404);
    expect((await app.get(`/api/entity/v1/fixed-deposit/${id}/additional-metadata`, {}, options)).status).toBe(404);
  });

  it('accept metadata and documents by their id', async () => {
    const { id } = await add(app, await openSaver(app, 100_000));
    const types = await app.post('/api/operations/v1/uploaddocument', {
      entityType: 'fixed-deposit',
      entityId: id,
      documentType: 'Mandate',
      fileName: 'mandate.pdf',
      content: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64url'),
    });
    expect([types.status, types.body]).toEqual([200, expect.anything()]);
  });

  it('accepts companies as customers', async () => {
    const { accountNumber } = await companyOf(app);
    const saver = { customerID: await customerOf(app, accountNumber), accountNumber };
    expect(await add(app, saver, { principalAmount: 50_000 })).toMatchObject({ status: 'Active' });
  });

  it('cannot be debited or credited by transfers, nor reversed', async () => {
    const saver = await openSaver(app, 100_000);
    const { accountNumber, referenceNumber } = await add(app, saver);
    const transfer = { amount: 1, narration: 'No', postingsTransactionType: 3 };
    expect(
      (
        await app.post('/api/transfer/v1/localfundtransfer', {
          ...transfer,
          debitAccount: accountNumber,
          creditAccount: saver.accountNumber,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await app.post('/api/transfer/v1/localfundtransfer', {
          ...transfer,
          debitAccount: '1010',
          creditAccount: accountNumber,
        })
      ).status,
    ).toBe(404);
    expect(refusalOf(await app.post('/api/postings/v1/reversetransaction', { referenceNumber, reason: 'No' }))).toEqual(
      { status: 422, code: 'REVERSAL_NOT_ALLOWED' },
    );
  });

  it('books the interest of many deposits in few entries', async () => {
    const savers = await Promise.all(Array.from({ length: 5 }, () => openSaver(app, 100_000)));
    for (const saver of savers) await add(app, saver);
    const before = (await ledgerBalances(app, [BOOKS.payable]))[BOOKS.payable]!;
    const active = (
      await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM fixed_deposit WHERE status = 'Active'`)
    )[0]!.count;
    const [accrued] = await closeDay(app);
    expect(accrued).toMatchObject({ rows: active, failures: [] });
    const [posting] = await app.rows<{ entries: number; amount: string }>(
      `SELECT count(*)::int AS entries, max(p.amount_kobo) AS amount FROM posting p JOIN posting_entry e ON e.posting_id = p.id WHERE p.kind = 'fixed-deposit-accrual' AND p.value_date = $1`,
      [today],
    );
    expect(posting!.entries).toBeLessThanOrEqual(4);
    expect((await ledgerBalances(app, [BOOKS.payable]))[BOOKS.payable]).toBeGreaterThan(before);
    await setBusinessDate(app, today);
  });
});
