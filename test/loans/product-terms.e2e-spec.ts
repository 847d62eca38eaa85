import { addDays, addMonths, daysBetween } from '../../src/common/time/calendar';
import { quote } from '../../src/loans/schedule/quote';
import { dataOf } from '../support/answers';
import { freshReference, TestApp } from '../support/app';
import { businessDateOf, rollDays } from '../support/end-of-day';
import { activeLoan, addLoan, approvedLoan, disburseLoan, SEARCH_LOANS } from './loans-support';
import { dayProduct, fundCollections, loanOf, repay, takeOut } from './servicing-support';

const TIMEOUT_MS = 300_000;
/** ₦60,000 over 60 days at 36.5 % a year: 0.1 % a day. */
const DAYS = { loanAmount: 60_000, tenure: 60, principalRepaymentFrequency: 0 };
const RATE = { overrideProductInterestRate: true, defaultInterestRate: 36.5 };

describe('the terms of loan products in loans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    await fundCollections(app, 1_000_000);
  }, TIMEOUT_MS);

  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  /** Principal and interest due of each row, in Naira. */
  async function rowsOf(loan: { id: number }): Promise<[number, number][]> {
    const { instalments } = await loanOf(app, loan);
    return instalments.map(({ principalDueKobo, interestDueKobo }) => [
      Number(principalDueKobo) / 100,
      Number(interestDueKobo) / 100,
    ]);
  }

  it(
    'interest every 10 days and principal every 30, which the loan keeps and shows; what was agreed before stays',
    async () => {
      const terms = { interestComputationModel: 1, principalRepaymentEvery: 30, interestPaymentEvery: 10 };
      await dayProduct(app, 'LND03', { ...terms, minTenure: 30, maxTenure: 720 });
      const loan = await activeLoan(app, { productCode: 'LND03', ...DAYS, ...RATE });
      // 600.00 in 10 days on 60,000.00, 300.00 on 30,000.00.
      const rows = [
        [0, 600],
        [0, 600],
        [30_000, 600],
        [0, 300],
        [0, 300],
        [30_000, 300],
      ];
      expect(await rowsOf(loan)).toEqual(rows);
      const [record] = dataOf<{ data: object[] }>(
        await app.get(SEARCH_LOANS, { LoanAccountNumber: loan.loanAccountNumber }),
      ).data;
      expect(record).toMatchObject({ principalRepaymentEvery: 30, interestPaymentEvery: 10, tenure: 60 });
      const fields = { productCode: 'LND03', ...DAYS, ...RATE, interestPaymentEvery: 7 };
      expect((await addLoan(app, fields)).body).toMatchObject({ data: { statusCode: 'LOAN_TERMS_REFUSED' } });
      await rollDays(app, 11);
      await repay(app, loan, 600);
      expect((await loanOf(app, loan)).loan).toMatchObject({ status: 'Active', outstandingPrincipalKobo: 6_000_000n });
    },
    TIMEOUT_MS,
  );

  it(
    'a balloon, instalments of a multiple and bounds of the rate',
    async () => {
      const terms = { interestComputationModel: 1, principalRepaymentEvery: 30, balloonPercent: 40 };
      await dayProduct(app, 'LND04', { ...terms, minTenure: 30, maxTenure: 720, maxInterestRate: 40 });
      const loan = await activeLoan(app, { productCode: 'LND04', ...DAYS, ...RATE });
      // 36,000.00 in two parts, and 24,000.00 on top of the last; 3 % in 30 days.
      expect(await rowsOf(loan)).toEqual([
        [18_000, 1_800],
        [42_000, 1_260],
      ]);
      const above = { productCode: 'LND04', ...DAYS, ...RATE, defaultInterestRate: 40.0001 };
      expect((await addLoan(app, above)).body).toMatchObject({
        data: { statusCode: 'LOAN_TERMS_REFUSED', field: 'defaultInterestRate' },
      });
      await dayProduct(app, 'LND05', {
        principalRepaymentEvery: 30,
        minTenure: 30,
        maxTenure: 720,
        installmentMultiple: 1_000,
      });
      const rounded = await activeLoan(app, { productCode: 'LND05', ...DAYS, ...RATE });
      // The exact instalment is 31,356.65; 31,000.00 repays 29,200.00, and the rest bears 924.00.
      expect(await rowsOf(rounded)).toEqual([
        [29_200, 1_800],
        [30_800, 924],
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    'a repayment above what is due repays principal where the product says so; a contract from before pays ahead',
    async () => {
      await dayProduct(app, 'LND06', { principalRepaymentEvery: 10, minTenure: 10, maxTenure: 720 });
      const old = await activeLoan(app, { productCode: 'LND06', ...DAYS, ...RATE });
      const terms = { principalRepaymentEvery: 10, minTenure: 10, maxTenure: 720, prepaymentEffect: 'ReduceTenure' };
      await dayProduct(app, 'LND07', terms);
      const fresh = await activeLoan(app, { productCode: 'LND07', ...DAYS, ...RATE });
      await rollDays(app, 5);
      for (const loan of [old, fresh]) await repay(app, loan, 30_300);
      const [before, after] = [await loanOf(app, old), await loanOf(app, fresh)];
      // 300.00 is earned in 5 days; the rest repays principal.
      expect(after.loan.principalRepaidKobo).toBe(3_000_000n);
      expect(before.instalments).toHaveLength(6);
      expect(after.instalments.length).toBeLessThan(6);
      expect(after.loan.outstandingInterestKobo).toBeLessThan(before.loan.outstandingInterestKobo);
      await rollDays(app, 2);
    },
    TIMEOUT_MS,
  );

  it(
    'month ends, smoothing, multiples, moratoria and balloons are those of the quote with the same terms',
    async () => {
      const today = await businessDateOf(app);
      const disbursementDate = addDays(addMonths(`${today.slice(0, 8)}01`, 1), -1);
      await rollDays(app, daysBetween(today, disbursementDate));
      const common = { principalRepaymentFrequency: 2, principalRepaymentEvery: 1, minTenure: 4, maxTenure: 24 };
      const reducing = { interestComputationModel: 1, principalRepaymentType: 1 };
      const kinds: { offered: object; quoted: object }[] = [
        { offered: { monthEnd: 'ROLL' }, quoted: { monthEnd: 'ROLL' } },
        { offered: { emiSmoothing: true }, quoted: { emiSmoothing: true } },
        { offered: { installmentMultiple: 500 }, quoted: { installmentMultiple: '500' } },
        {
          offered: { moratorium: 3, moratoriumPeriods: 3 },
          quoted: { moratorium: 3, moratoriumPeriods: 3 },
        },
        { offered: { ...reducing, balloonPercent: 35 }, quoted: { ...reducing, balloonPercent: '35' } },
        {
          offered: { ...reducing, principalPercentPerInstallment: 12.5 },
          quoted: { ...reducing, principalPercentPerInstallment: '12.5' },
        },
        { offered: { ...reducing, interestPaymentEvery: 2 }, quoted: { ...reducing, interestEvery: 2 } },
      ];
      for (const [index, { offered, quoted }] of kinds.entries()) {
        const productCode = await dayProduct(app, `LNQ0${index}`, { ...common, ...offered });
        const loan = await activeLoan(app, { productCode, loanAmount: 777_777.77, tenure: 4, ...RATE });
        const terms = { principal: '777777.77', rate: '36.5', numberOfRepayments: 4, disbursementDate, ...quoted };
        const { rows } = quote(JSON.stringify(terms));
        const { instalments } = await loanOf(app, loan);
        expect([offered, ...instalments.map(({ dueDate }) => dueDate)]).toEqual([
          offered,
          ...rows.map(({ dueDate }) => dueDate),
        ]);
        expect(await rowsOf(loan)).toEqual(
          rows.map(({ principal, interest }) => [Number(principal), Number(interest)]),
        );
      }
    },
    TIMEOUT_MS,
  );

  it(
    'a top-up settles the old loan out of the proceeds, or pays nothing out',
    async () => {
      await dayProduct(app, 'LND08', { principalRepaymentEvery: 30, minTenure: 30, maxTenure: 720 });
      const terms = { productCode: 'LND08', ...DAYS, ...RATE };
      const old = await activeLoan(app, terms);
      await rollDays(app, 5);
      const stranger = await app.openAccount();
      const other = await addLoan(app, {
        ...terms,
        linkedNumber: stranger,
        refinancedLoanNumber: old.loanAccountNumber,
      });
      expect(other.body).toMatchObject({ data: { statusCode: 'LOAN_TERMS_REFUSED', field: 'refinancedLoanNumber' } });
      const request = { ...terms, linkedNumber: old.linkedNumber, refinancedLoanNumber: old.loanAccountNumber };
      const topUp = await approvedLoan(app, { ...request, loanAmount: 100_000 });
      const before = await app.balance(old.linkedNumber);
      const small = await approvedLoan(app, { ...request, loanAmount: 1_000 });
      await takeOut(app, old.linkedNumber, before);
      const refused = await disburseLoan(app, small.loanAccountNumber);
      expect(refused.body).toMatchObject({ data: { statusCode: 'INSUFFICIENT_FUNDS' } });
      expect((await loanOf(app, small)).loan.status).toBe('Approved');
      const reference = freshReference('TOP');
      const tries = await Promise.all(
        [1, 2].map(() => disburseLoan(app, topUp.loanAccountNumber, { referenceNumber: reference })),
      );
      expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await loanOf(app, old)).loan).toMatchObject({
        status: 'Closed',
        closedDate: await businessDateOf(app),
        outstandingPrincipalKobo: 0n,
      });
      // 60,000.00 and 300.00 of interest for 5 days.
      expect(await app.balance(old.linkedNumber)).toBe(39_700);
    },
    TIMEOUT_MS,
  );
});
