import fc from 'fast-check';
import { addDays } from '../../src/common/time/calendar';
import type { LoanContract } from '../../src/loans/contract/loan-contract.entity';
import { instalmentsOf, scheduleOf } from '../../src/loans/schedule/schedule-of-contract';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf } from '../support/end-of-day';
import { ADD_LOAN, bookBalanceKobo, disburseLoan } from './loans-support';

const LEDGERS = {
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
};

/** A product of the widest terms whose periods of moratorium every loan can have. */
const product = (code: string, moratoriumInterest: string): Record<string, unknown> => ({
  productCode: code,
  productName: `Anything, ${moratoriumInterest}`,
  productType: 'Loan',
  interestRate: 24,
  controlLedgerCode: '1100',
  loanTerms: {
    minPrincipal: 1,
    maxPrincipal: 900_000_000,
    minTenure: 3,
    maxTenure: 1_200,
    principalRepaymentFrequency: 0,
    moratorium: 1,
    moratoriumPeriods: 2,
    moratoriumInterest,
    ledgers: LEDGERS,
  },
});

interface StoredInstalment {
  number: number;
  period_start: string;
  due_date: string;
  opening_balance_kobo: string;
  closing_balance_kobo: string;
  earned_interest: string;
  capitalised_kobo: string;
  principal_due_kobo: string;
  interest_due_kobo: string;
}

/** Model, principal and interest type that products may have together: 3 × 3 × 4 less the bullet annuities. */
const COMBINATIONS = [0, 1, 2]
  .flatMap((interestComputationModel) =>
    [0, 1, 3].flatMap((principalRepaymentType) =>
      [0, 1, 2, 3].map((interestPaymentType) => ({
        interestComputationModel,
        principalRepaymentType,
        interestPaymentType,
      })),
    ),
  )
  .filter(
    ({ interestComputationModel, principalRepaymentType }) =>
      !(interestComputationModel === 2 && principalRepaymentType === 0),
  );

describe('the schedules of loans', () => {
  let app: TestApp;
  let today: string;
  let linkedNumber: string;
  beforeAll(async () => {
    app = await TestApp.start();
    today = await businessDateOf(app);
    linkedNumber = await app.openAccount();
    const administrator = { token: await app.staff('administrator') };
    for (const treatment of ['DEFER', 'SPREAD', 'CAPITALISE', 'FREE'])
      dataOf(await app.post('/api/admin/v1/products', product(`ANY${treatment}`, treatment), administrator));
    dataOf(
      await app.approved(app.put('/api/admin/v1/configuration/API_BYPASS_APPROVALS', { value: 'true' }, administrator)),
    );
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Adds and disburses a loan and holds its rows against the engine's. */
  const checkLoan = async (fields: Record<string, unknown>): Promise<void> => {
    const before = await app.balance(linkedNumber);
    const body = {
      linkedNumber,
      productCode: 'ANYDEFER',
      loanAmount: 100_000,
      tenure: 12,
      ignoreProductDefaultMoratorium: true,
      referenceNumber: freshReference('LOAN'),
      ...fields,
    };
    const { id, loanAccountNumber } = dataOf<{ id: number; loanAccountNumber: string }>(await app.post(ADD_LOAN, body));
    const paid = dataOf<{ netDisbursed: number; upfrontInterest: number; maturityDate: string }>(
      await disburseLoan(app, loanAccountNumber),
    );
    const [row] = await app.rows<Record<string, unknown>>(
      'SELECT *, effective_date::text, interest_accrual_start_date::text, first_repayment_date::text FROM loan_contract WHERE loan_id = $1',
      [id],
    );
    const contract = contractOf(row!);
    expect(contract.effectiveDate).toBe(today);
    const schedule = scheduleOf(contract);
    const stored = await app.rows<StoredInstalment>(
      'SELECT *, period_start::text, due_date::text FROM loan_instalment WHERE loan_id = $1 ORDER BY number',
      [id],
    );
    const expected = instalmentsOf(schedule, contract.principalKobo, { feeKobo: 0n, vatKobo: 0n });
    expect(stored.map(shapeOf)).toEqual(
      expected.map((instalment) => [
        instalment.number,
        instalment.periodStart,
        instalment.dueDate,
        ...[instalment.openingBalanceKobo, instalment.closingBalanceKobo].map(String),
        Number(instalment.earnedInterest).toFixed(6),
        ...[instalment.capitalisedKobo, instalment.principalDueKobo, instalment.interestDueKobo].map(String),
      ]),
    );
    expect(Math.round(paid.netDisbursed * 100)).toBe(Number(schedule.netDisbursed));
    expect(Math.round(paid.upfrontInterest * 100)).toBe(Number(schedule.upfrontInterest));
    expect(paid.maturityDate).toBe(schedule.rows.at(-1)!.dueDate);
    expect(Math.round((await app.balance(linkedNumber)) * 100) - Math.round(before * 100)).toBe(
      Number(schedule.netDisbursed),
    );
    expect(await bookBalanceKobo(app, loanAccountNumber)).toBe(contract.principalKobo);
    expect(await bookBalanceKobo(app, `${loanAccountNumber}-unearned`)).toBe(
      schedule.upfrontInterest > 0n ? schedule.upfrontInterest : undefined,
    );
  };

  it.each(
    COMBINATIONS.flatMap((combination) =>
      [0, 1, 2, 3].map((principalRepaymentFrequency) => ({ ...combination, principalRepaymentFrequency })),
    ),
  )(
    "are the engine's for model $interestComputationModel, principal $principalRepaymentType, interest $interestPaymentType, frequency $principalRepaymentFrequency",
    async (fields) => {
      await checkLoan({ ...fields, tenure: fields.principalRepaymentFrequency === 3 ? 3 : 6 });
    },
  );

  it("are the engine's for any terms", async () => {
    const terms = fc.record({
      productCode: fc.constantFrom('ANYDEFER', 'ANYSPREAD', 'ANYCAPITALISE', 'ANYFREE'),
      combination: fc.constantFrom(...COMBINATIONS),
      loanAmount: fc.integer({ min: 100, max: 90_000_000_00 }).map((kobo) => kobo / 100),
      defaultInterestRate: fc.integer({ min: 0, max: 600_000 }).map((rate) => rate / 10_000),
      rateBasis: fc.constantFrom(0, 1),
      principalRepaymentEvery: fc.integer({ min: 1, max: 3 }),
      instalments: fc.integer({ min: 3, max: 12 }),
      principalRepaymentFrequency: fc.constantFrom(0, 1, 2),
      moratorium: fc.constantFrom(0, 1, 2, 3),
      accrualIn: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      firstIn: fc.option(fc.integer({ min: 3, max: 70 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(
        terms,
        async ({ combination, instalments, accrualIn, firstIn, defaultInterestRate, rateBasis, ...rest }) => {
          // A higher rate would leave nothing to pay out when interest is taken upfront.
          const highest = rateBasis === 1 ? 0.5 : 30;
          const rate =
            combination.interestPaymentType === 2 ? Math.min(defaultInterestRate, highest) : defaultInterestRate;
          await checkLoan({
            ...rest,
            ...combination,
            rateBasis,
            tenure: instalments * rest.principalRepaymentEvery,
            overrideProductInterestRate: true,
            defaultInterestRate: Math.round(rate * 100) / 100,
            ...(accrualIn === undefined ? {} : { interestAccrualStartDate: addDays(today, accrualIn) }),
            ...(firstIn === undefined ? {} : { firstRepaymentDate: addDays(today, firstIn) }),
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may have as many rows as days in ten years', async () => {
    await checkLoan({ tenure: 1_200, principalRepaymentFrequency: 0 });
  });
});

function shapeOf(row: StoredInstalment): (string | number)[] {
  return [
    row.number,
    row.period_start,
    row.due_date,
    row.opening_balance_kobo,
    row.closing_balance_kobo,
    Number(row.earned_interest).toFixed(6),
    row.capitalised_kobo,
    row.principal_due_kobo,
    row.interest_due_kobo,
  ];
}

function contractOf(row: Record<string, unknown>): LoanContract {
  const fields = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  return { ...fields, principalKobo: BigInt(row['principal_kobo'] as string) } as unknown as LoanContract;
}
