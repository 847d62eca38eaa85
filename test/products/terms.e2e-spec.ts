import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';

const SEARCH = '/api/product/v1/searchproducts';
const ADMIN = '/api/admin/v1/products';

interface Product {
  id: number;
  loanTerms: Record<string, unknown> | null;
  fixedDepositTerms: Record<string, unknown> | null;
  savingsTerms: Record<string, unknown> | null;
  rates: Record<string, unknown>[];
  fees: Record<string, unknown>[];
  glAccounts: { id: number; code: string; name: string }[];
}

describe('product terms', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await TestApp.start();
    administrator = await app.staff('administrator');
  });
  afterAll(() => app.close());

  const find = async (code: string): Promise<Product> =>
    dataOf<{ data: Product[] }>(await app.get(SEARCH, { ProductCode: code })).data[0]!;
  const create = (fields: object): ReturnType<TestApp['post']> => app.post(ADMIN, fields, { token: administrator });
  const update = (code: string, fields: object): ReturnType<TestApp['put']> =>
    app.put(`${ADMIN}/${code}`, fields, { token: administrator });

  /** A body like the one that made a seeded product. */
  const like = async (code: string, fields: object): Promise<object> => {
    const { loanTerms, fixedDepositTerms, savingsTerms } = await find(code);
    const { productType, controlLedgerCode, productName } = (await find(code)) as unknown as Record<string, unknown>;
    const terms = Object.fromEntries(
      Object.entries({ loanTerms, fixedDepositTerms, savingsTerms }).filter(([, value]) => value !== null),
    );
    return { productCode: `T-${code}`, productName, productType, controlLedgerCode, ...terms, ...fields };
  };

  it('shows terms, rates, fees and GL accounts of a loan product', async () => {
    const loan = await find('LN001');
    expect(loan).toMatchObject({
      productType: 'Loan',
      interestRate: 24,
      controlLedgerCode: '1100',
      fixedDepositTerms: null,
      savingsTerms: null,
    });
    expect(loan.loanTerms).toEqual({
      minPrincipal: 10_000,
      maxPrincipal: 5_000_000,
      minTenure: 1,
      maxTenure: 24,
      lendingModel: 1,
      rateBasis: 0,
      interestComputationModel: 2,
      principalRepaymentType: 1,
      principalRepaymentEvery: 1,
      principalRepaymentFrequency: 2,
      interestPaymentType: 1,
      dayCount: 'ACT/365',
      moratorium: 0,
      moratoriumPeriods: 0,
      moratoriumInterest: 'DEFER',
      arrearsInterestRate: 12,
      arrearsInterestBase: 'OverduePrincipal',
      failedRepaymentGracePeriod: 3,
      arrearsInterestFromEndOfGrace: false,
      penaltyKind: 'Flat',
      penaltyAmount: 500,
      penaltyRate: null,
      penaltyGraceDays: 5,
      suspenseAfterDays: 90,
      allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
      balloonPercent: null,
      emiSmoothing: false,
      installmentMultiple: null,
      interestPaymentEvery: null,
      maxInterestRate: null,
      minInterestRate: null,
      monthEnd: 'CLAMP',
      penaltyBase: 'OverdueAmount',
      prepaymentEffect: 'PaysAhead',
      principalPercentPerInstallment: null,
      ledgers: {
        interestReceivable: '1110',
        feeReceivable: '1120',
        defaultReceivable: '1130',
        penaltyReceivable: '1140',
        unearnedInterest: '2090',
        interestInSuspense: '2095',
        interestIncome: '4020',
        defaultIncome: '4040',
        penaltyIncome: '4050',
        recoveryIncome: '4060',
        loanLoss: '5030',
      },
    });
    const identity = { id: expect.any(Number) as number, version: expect.any(String) as string };
    expect(loan.rates).toEqual([
      { ...identity, name: 'Staff rate', interestRate: 15, rateBasis: 0, tiers: [], status: 'Active' },
      { ...identity, name: 'Monthly rate', interestRate: 2.5, rateBasis: 1, tiers: [], status: 'Active' },
    ]);
    const income = {
      ...identity,
      incomeLedgerID: expect.any(Number) as number,
      incomeLedgerCode: '4030',
      vatApplies: true,
      status: 'Active',
    };
    expect(loan.fees).toEqual([
      {
        name: 'Management fee',
        kind: 'Percentage',
        amount: null,
        rate: 1,
        charged: 'Disbursement',
        ...income,
      },
      {
        name: 'Application fee',
        kind: 'Flat',
        amount: 2_000,
        rate: null,
        charged: 'Upfront',
        ...income,
      },
    ]);
    expect(loan.glAccounts).toEqual([
      { id: expect.any(Number), code: '2030', name: 'Collections' },
      { id: expect.any(Number), code: '2100', name: 'Loan disbursements' },
    ]);
  });

  it('shows the terms of fixed-deposit and savings products', async () => {
    expect((await find('GLN001')).loanTerms).toMatchObject({
      lendingModel: 4,
      principalRepaymentFrequency: 1,
      interestComputationModel: 0,
      penaltyRate: 1,
      penaltyAmount: null,
    });
    expect(await find('FD001')).toMatchObject({
      loanTerms: null,
      fixedDepositTerms: {
        minPrincipal: 50_000,
        maxTenureDays: 365,
        earlyLiquidationPenaltyPercent: 25,
        withholdingTaxPercent: 10,
        interestPayments: ['AtMaturity', 'Monthly', 'Upfront'],
        ledgers: {
          interestExpense: '5010',
          interestPayable: '2065',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      rates: [{ tiers: [{ fromAmount: 10_000_000, interestRate: 14 }] }],
    });
    expect((await find('SAV001')).savingsTerms).toEqual({
      interestTiers: [{ fromAmount: 1_000_000, interestRate: 5.5 }],
      interestPosting: 'Monthly',
      dayCount: 'ACT/365',
      withholdingTaxPercent: 10,
      dormancyMonths: 12,
      ledgers: { interestExpense: '5010', interestPayable: '2065', withholdingTaxPayable: '2060' },
    });
    expect((await find('CUR001')).savingsTerms).toBeNull();
  });

  it.each(['LN001', 'GLN001', 'FD001', 'SAV001'])(
    'accepts the terms of %s in the form that lists answer',
    async (code) => {
      const { loanTerms, fixedDepositTerms, savingsTerms } = await find(code);
      expect(dataOf(await create(await like(code, {})))).toMatchObject({ loanTerms, fixedDepositTerms, savingsTerms });
    },
  );

  it('replaces terms as a whole and leaves them when they are not sent', async () => {
    dataOf(await create(await like('LN001', { productCode: 'LN910' })));
    const { minPrincipal, maxPrincipal, minTenure, ledgers } = (await find('LN910')).loanTerms!;
    const changed = { minPrincipal, maxPrincipal, minTenure, maxTenure: 36, ledgers, penaltyKind: null };
    expect(dataOf(await update('LN910', { loanTerms: changed }))).toMatchObject({
      loanTerms: {
        maxTenure: 36,
        minTenure,
        maxPrincipal,
        penaltyKind: 'None',
        penaltyAmount: null,
        arrearsInterestRate: 0,
      },
    });
    dataOf(await update('LN910', { interestRate: 20, loanTerms: null }));
    expect(await find('LN910')).toMatchObject({ interestRate: 20, loanTerms: { maxTenure: 36 } });
    dataOf(
      await update('CUR001', {
        savingsTerms: { ledgers: (await find('SAV001')).savingsTerms!.ledgers, dormancyMonths: 6 },
      }),
    );
    expect((await find('CUR001')).savingsTerms).toMatchObject({ dormancyMonths: 6, interestTiers: [] });
    const [audit] = await app.rows<{ details: Record<'before' | 'after', { loanTerms: { maxTenure: number } }> }>(
      `SELECT details FROM audit_log WHERE subject = 'product:LN910' AND action = 'product.update' ORDER BY id LIMIT 1`,
    );
    expect(audit!.details.after.loanTerms.maxTenure).toBe(36);
    expect(audit!.details.before.loanTerms.maxTenure).not.toBe(36);
  });

  it('keeps the complete terms of one of 10 parallel updates', async () => {
    dataOf(await create(await like('FD001', { productCode: 'FD910' })));
    const terms = (await find('FD910')).fixedDepositTerms!;
    const changes = Array.from({ length: 10 }, (_, n) => ({ ...terms, minTenureDays: n + 1, maxTenureDays: 100 + n }));
    const answers = await Promise.all(changes.map((fixedDepositTerms) => update('FD910', { fixedDepositTerms })));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const { minTenureDays, maxTenureDays } = (await find('FD910')).fixedDepositTerms as {
      minTenureDays: number;
      maxTenureDays: number;
    };
    expect(maxTenureDays - minTenureDays).toBe(99);
  });

  it.each([
    {
      name: 'a loan without terms',
      code: 'LN001',
      fields: { loanTerms: undefined },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'a fixed deposit without terms',
      code: 'FD001',
      fields: { fixedDepositTerms: null },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'terms of another type',
      code: 'SAV001',
      fields: { productType: 'Loan' },
      httpStatus: 422,
      statusCode: 'PRODUCT_LEDGER_REFUSED',
    },
    {
      name: 'savings terms of a loan',
      code: 'SAV001',
      fields: { productType: 'Loan', controlLedgerCode: '1100' },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'a loan below the deposits',
      code: 'LN001',
      fields: { controlLedgerCode: '2010' },
      httpStatus: 422,
      statusCode: 'PRODUCT_LEDGER_REFUSED',
    },
    {
      name: 'a deposit below the loans',
      code: 'FD001',
      fields: { controlLedgerCode: '1100' },
      httpStatus: 422,
      statusCode: 'PRODUCT_LEDGER_REFUSED',
    },
  ])('refuses $name', async ({ code, fields, httpStatus, statusCode }) => {
    expect(refusalOf(await create(await like(code, { productCode: 'T920', ...fields })))).toEqual({
      status: httpStatus,
      code: statusCode,
    });
    expect(await app.rows(`SELECT 1 FROM product WHERE code = 'T920'`)).toEqual([]);
  });

  it.each([
    {
      name: 'tenures that contradict',
      code: 'LN001',
      field: 'loanTerms',
      terms: { minTenure: 25 },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'a penalty without its amount',
      code: 'LN001',
      field: 'loanTerms',
      terms: { penaltyAmount: null },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'principals that contradict',
      code: 'FD001',
      field: 'fixedDepositTerms',
      terms: { maxPrincipal: 49_999.99 },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'falling tiers',
      code: 'SAV001',
      field: 'savingsTerms',
      terms: {
        interestTiers: [
          { fromAmount: 2, interestRate: 1 },
          { fromAmount: 1, interestRate: 2 },
        ],
      },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'terms of another type',
      code: 'LN001',
      field: 'savingsTerms',
      terms: { ledgers: { interestExpense: '5010', interestPayable: '2065', withholdingTaxPayable: '2060' } },
      httpStatus: 422,
      statusCode: 'PRODUCT_TERMS_REFUSED',
    },
    {
      name: 'an unknown ledger',
      code: 'FD001',
      field: 'fixedDepositTerms',
      terms: {
        ledgers: {
          interestExpense: '5999',
          interestPayable: '2065',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      httpStatus: 404,
      statusCode: 'LEDGER_NOT_FOUND',
    },
    {
      name: 'a ledger of another category',
      code: 'FD001',
      field: 'fixedDepositTerms',
      terms: {
        ledgers: {
          interestExpense: '4020',
          interestPayable: '2065',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      httpStatus: 422,
      statusCode: 'PRODUCT_LEDGER_REFUSED',
    },
    {
      name: 'a control ledger for direct entries',
      code: 'FD001',
      field: 'fixedDepositTerms',
      terms: {
        ledgers: {
          interestExpense: '5010',
          interestPayable: '2010',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      httpStatus: 422,
      statusCode: 'PRODUCT_LEDGER_REFUSED',
    },
  ])('refuses an update with $name and changes nothing', async ({ code, field, terms, httpStatus, statusCode }) => {
    const before = await find(code);
    const given = { ...(before[field as 'loanTerms'] ?? {}), ...terms };
    expect(refusalOf(await update(code, { interestRate: 1, [field]: given }))).toEqual({
      status: httpStatus,
      code: statusCode,
    });
    expect(await find(code)).toEqual(before);
  });

  it.each([
    { code: 'LN001', field: 'loanTerms', name: 'minPrincipal', value: undefined },
    { code: 'LN001', field: 'loanTerms', name: 'maxPrincipal', value: 0 },
    { code: 'LN001', field: 'loanTerms', name: 'minTenure', value: 1.5 },
    { code: 'LN001', field: 'loanTerms', name: 'maxTenure', value: 3_651 },
    { code: 'LN001', field: 'loanTerms', name: 'principalRepaymentType', value: 2 },
    { code: 'LN001', field: 'loanTerms', name: 'interestComputationModel', value: 3 },
    { code: 'LN001', field: 'loanTerms', name: 'principalRepaymentFrequency', value: 'Months' },
    { code: 'LN001', field: 'loanTerms', name: 'principalRepaymentEvery', value: 0 },
    { code: 'LN001', field: 'loanTerms', name: 'dayCount', value: '31/365' },
    { code: 'LN001', field: 'loanTerms', name: 'moratorium', value: 4 },
    { code: 'LN001', field: 'loanTerms', name: 'moratoriumInterest', value: 'LATER' },
    { code: 'LN001', field: 'loanTerms', name: 'arrearsInterestRate', value: -1 },
    { code: 'LN001', field: 'loanTerms', name: 'penaltyRate', value: 101 },
    { code: 'LN001', field: 'loanTerms', name: 'suspenseAfterDays', value: 0 },
    { code: 'LN001', field: 'loanTerms', name: 'allocationOrder', value: ['penalty', 'default', 'fee', 'interest'] },
    {
      code: 'LN001',
      field: 'loanTerms',
      name: 'allocationOrder',
      value: ['penalty', 'penalty', 'fee', 'interest', 'principal'],
    },
    { code: 'LN001', field: 'loanTerms', name: 'ledgers', value: undefined },
    { code: 'LN001', field: 'loanTerms', name: 'ledgers.loanLoss', value: undefined },
    { code: 'LN001', field: 'loanTerms', name: 'surprise', value: 1 },
    { code: 'FD001', field: 'fixedDepositTerms', name: 'minTenureDays', value: 0 },
    { code: 'FD001', field: 'fixedDepositTerms', name: 'withholdingTaxPercent', value: 100.1 },
    { code: 'FD001', field: 'fixedDepositTerms', name: 'interestPayments', value: [] },
    { code: 'FD001', field: 'fixedDepositTerms', name: 'interestPayments', value: ['Weekly'] },
    { code: 'FD001', field: 'fixedDepositTerms', name: 'ledgers.prepaidInterest', value: 1040 },
    { code: 'SAV001', field: 'savingsTerms', name: 'dormancyMonths', value: 0 },
    { code: 'SAV001', field: 'savingsTerms', name: 'interestPosting', value: 'Daily' },
    {
      code: 'SAV001',
      field: 'savingsTerms',
      name: 'interestTiers',
      value: [{ fromAmount: 1, interestRate: 1, more: 1 }],
    },
  ])('refuses $value for $field.$name of $code', async ({ code, field, name, value }) => {
    const terms = structuredClone((await find(code))[field as 'loanTerms']!);
    const [first = '', second] = name.split('.');
    if (second === undefined) terms[first] = value;
    else (terms[first] as Record<string, unknown>)[second] = value;
    const response = await update(code, { [field]: terms });
    expect(response.status).toBe(400);
    expect(fieldsOf(response).some((found) => found.startsWith(`${field}.${name}`))).toBe(true);
  });
});
