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

  it('shows the terms, rates, fees and GL accounts that a loan request starts from', async () => {
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
    expect(loan.rates).toEqual([
      { id: expect.any(Number), name: 'Staff rate', interestRate: 15, rateBasis: 0, tiers: [], status: 'Active' },
      { id: expect.any(Number), name: 'Monthly rate', interestRate: 2.5, rateBasis: 1, tiers: [], status: 'Active' },
    ]);
    const income = {
      incomeLedgerID: expect.any(Number) as number,
      incomeLedgerCode: '4030',
      vatApplies: true,
      status: 'Active',
    };
    expect(loan.fees).toEqual([
      {
        id: expect.any(Number),
        name: 'Management fee',
        kind: 'Percentage',
        amount: null,
        rate: 1,
        charged: 'Disbursement',
        ...income,
      },
      {
        id: expect.any(Number),
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

  it('shows the terms of the other types', async () => {
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

  it.each(['LN001', 'GLN001', 'FD001', 'SAV001'])('takes the terms of %s as lists show them', async (code) => {
    const { loanTerms, fixedDepositTerms, savingsTerms } = await find(code);
    expect(dataOf(await create(await like(code, {})))).toMatchObject({ loanTerms, fixedDepositTerms, savingsTerms });
  });

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
    const [audit] = await app.rows<{ details: { loanTerms: { maxTenure: number } } }>(
      `SELECT details FROM audit_log WHERE subject = 'product:LN910' AND action = 'product.update' ORDER BY id LIMIT 1`,
    );
    expect(audit!.details.loanTerms.maxTenure).toBe(36);
  });

  it('10 parallel changes leave the terms of one of them, whole', async () => {
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
    ['a loan without terms', 'LN001', { loanTerms: undefined }, 422, 'PRODUCT_TERMS_REFUSED'],
    ['a fixed deposit without terms', 'FD001', { fixedDepositTerms: null }, 422, 'PRODUCT_TERMS_REFUSED'],
    ['terms of another type', 'SAV001', { productType: 'Loan' }, 422, 'PRODUCT_LEDGER_REFUSED'],
    [
      'savings terms of a loan',
      'SAV001',
      { productType: 'Loan', controlLedgerCode: '1100' },
      422,
      'PRODUCT_TERMS_REFUSED',
    ],
    ['a loan below the deposits', 'LN001', { controlLedgerCode: '2010' }, 422, 'PRODUCT_LEDGER_REFUSED'],
    ['a deposit below the loans', 'FD001', { controlLedgerCode: '1100' }, 422, 'PRODUCT_LEDGER_REFUSED'],
  ])('refuses %s', async (_, code, fields, httpStatus, statusCode) => {
    expect(refusalOf(await create(await like(code, { productCode: 'T920', ...fields })))).toEqual({
      httpStatus,
      code: statusCode,
    });
    expect(await app.rows(`SELECT 1 FROM product WHERE code = 'T920'`)).toEqual([]);
  });

  it.each([
    ['tenures that contradict', 'LN001', 'loanTerms', { minTenure: 25 }, 422, 'PRODUCT_TERMS_REFUSED'],
    ['a penalty without its amount', 'LN001', 'loanTerms', { penaltyAmount: null }, 422, 'PRODUCT_TERMS_REFUSED'],
    [
      'principals that contradict',
      'FD001',
      'fixedDepositTerms',
      { maxPrincipal: 49_999.99 },
      422,
      'PRODUCT_TERMS_REFUSED',
    ],
    [
      'falling tiers',
      'SAV001',
      'savingsTerms',
      {
        interestTiers: [
          { fromAmount: 2, interestRate: 1 },
          { fromAmount: 1, interestRate: 2 },
        ],
      },
      422,
      'PRODUCT_TERMS_REFUSED',
    ],
    [
      'terms of another type',
      'LN001',
      'savingsTerms',
      { ledgers: { interestExpense: '5010', interestPayable: '2065', withholdingTaxPayable: '2060' } },
      422,
      'PRODUCT_TERMS_REFUSED',
    ],
    [
      'an unknown ledger',
      'FD001',
      'fixedDepositTerms',
      {
        ledgers: {
          interestExpense: '5999',
          interestPayable: '2065',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      404,
      'LEDGER_NOT_FOUND',
    ],
    [
      'a ledger of another category',
      'FD001',
      'fixedDepositTerms',
      {
        ledgers: {
          interestExpense: '4020',
          interestPayable: '2065',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      422,
      'PRODUCT_LEDGER_REFUSED',
    ],
    [
      'a control ledger for direct entries',
      'FD001',
      'fixedDepositTerms',
      {
        ledgers: {
          interestExpense: '5010',
          interestPayable: '2010',
          prepaidInterest: '1040',
          withholdingTaxPayable: '2060',
        },
      },
      422,
      'PRODUCT_LEDGER_REFUSED',
    ],
  ])('a change to %s leaves all as it was', async (_, code, field, terms, httpStatus, statusCode) => {
    const before = await find(code);
    const given = { ...(before[field as 'loanTerms'] ?? {}), ...terms };
    expect(refusalOf(await update(code, { interestRate: 1, [field]: given }))).toEqual({
      httpStatus,
      code: statusCode,
    });
    expect(await find(code)).toEqual(before);
  });

  it.each([
    ['LN001', 'loanTerms', 'minPrincipal', undefined],
    ['LN001', 'loanTerms', 'maxPrincipal', 0],
    ['LN001', 'loanTerms', 'minTenure', 1.5],
    ['LN001', 'loanTerms', 'maxTenure', 3_651],
    ['LN001', 'loanTerms', 'principalRepaymentType', 2],
    ['LN001', 'loanTerms', 'interestComputationModel', 3],
    ['LN001', 'loanTerms', 'principalRepaymentFrequency', 'Months'],
    ['LN001', 'loanTerms', 'principalRepaymentEvery', 0],
    ['LN001', 'loanTerms', 'dayCount', '31/365'],
    ['LN001', 'loanTerms', 'moratorium', 4],
    ['LN001', 'loanTerms', 'moratoriumInterest', 'LATER'],
    ['LN001', 'loanTerms', 'arrearsInterestRate', -1],
    ['LN001', 'loanTerms', 'penaltyRate', 101],
    ['LN001', 'loanTerms', 'suspenseAfterDays', 0],
    ['LN001', 'loanTerms', 'allocationOrder', ['penalty', 'default', 'fee', 'interest']],
    ['LN001', 'loanTerms', 'allocationOrder', ['penalty', 'penalty', 'fee', 'interest', 'principal']],
    ['LN001', 'loanTerms', 'ledgers', undefined],
    ['LN001', 'loanTerms', 'ledgers.loanLoss', undefined],
    ['LN001', 'loanTerms', 'surprise', 1],
    ['FD001', 'fixedDepositTerms', 'minTenureDays', 0],
    ['FD001', 'fixedDepositTerms', 'withholdingTaxPercent', 100.1],
    ['FD001', 'fixedDepositTerms', 'interestPayments', []],
    ['FD001', 'fixedDepositTerms', 'interestPayments', ['Weekly']],
    ['FD001', 'fixedDepositTerms', 'ledgers.prepaidInterest', 1040],
    ['SAV001', 'savingsTerms', 'dormancyMonths', 0],
    ['SAV001', 'savingsTerms', 'interestPosting', 'Daily'],
    ['SAV001', 'savingsTerms', 'interestTiers', [{ fromAmount: 1, interestRate: 1, more: 1 }]],
  ])('%s: refuses an unusable %s.%s %j', async (code, field, name, value) => {
    const terms = structuredClone((await find(code))[field as 'loanTerms']!);
    const [first = '', second] = name.split('.');
    if (second === undefined) terms[first] = value;
    else (terms[first] as Record<string, unknown>)[second] = value;
    const response = await update(code, { [field]: terms });
    expect(response.status).toBe(400);
    expect(fieldsOf(response).some((found) => found.startsWith(`${field}.${name}`))).toBe(true);
  });
});
