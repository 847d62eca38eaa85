import fc from 'fast-check';
import { addDays } from '../common/time/calendar';
import type { PostingLeg } from '../ledger/engine/posting-request';
import { balanceViolation } from '../ledger/engine/posting-rules';
import { accrualLegs, fundingLegs, interestPaymentLegs, settlementLegs } from './deposit-legs';
import { settleEarly } from './interest/early-settlement';
import { interestKobo } from './interest/interest-to-date';
import { lastPaymentDate } from './interest/payment-dates';

const EXPENSE = 1;
const PAYABLE = 2;
const PREPAID = 3;
const TAX = 4;
const DEPOSIT = 5;
const CUSTOMER = 6;

const terms = {
  contractNo: 'FD-1-01',
  ledgerAccountId: DEPOSIT,
  interestRate: '12.0000',
  dayCount: 'ACT/365' as const,
  startDate: '2026-11-21',
  maturityDate: '2027-11-21',
  earlyLiquidationPenaltyPercent: '25.0000',
  withholdingTaxPercent: '10.0000',
  interestExpenseGlAccountId: EXPENSE,
  interestPayableGlAccountId: PAYABLE,
  prepaidInterestGlAccountId: PREPAID,
  withholdingTaxPayableGlAccountId: TAX,
};
const active = { accountId: CUSTOMER, takesGross: true, interestRole: 'interest' as const, isNamedLedger: false };
const frozen = { accountId: CUSTOMER, takesGross: false, interestRole: 'interest' as const, isNamedLedger: false };
const inactive = { accountId: CUSTOMER, takesGross: false, interestRole: 'reversal' as const, isNamedLedger: false };

/** Credits less debits by account. */
function net(legs: PostingLeg[]): Record<number, bigint> {
  const sums: Record<number, bigint> = {};
  for (const { accountId, side, amountKobo } of legs)
    sums[accountId] = (sums[accountId] ?? 0n) + (side === 'credit' ? amountKobo : -amountKobo);
  return sums;
}

describe('interest payments', () => {
  const books = { ...terms, interestPayment: 'AtMaturity' as const };

  it('show the gross interest and the tax on an active account', () => {
    expect(
      interestPaymentLegs(books, active, 1_000n).map(({ accountId, side, amountKobo, role }) => [
        accountId,
        side,
        amountKobo,
        role,
      ]),
    ).toEqual([
      [PAYABLE, 'debit', 1_000n, 'interest'],
      [CUSTOMER, 'credit', 1_000n, 'interest'],
      [CUSTOMER, 'debit', 100n, 'tax'],
      [TAX, 'credit', 100n, 'tax'],
    ]);
  });

  it.each([
    ['a frozen', frozen, 'interest'],
    ['an inactive', inactive, 'reversal'],
  ])('never debit %s account', (_, payee, role) => {
    expect(
      interestPaymentLegs(books, payee, 1_000n).map(({ accountId, side, amountKobo, role: of }) => [
        accountId,
        side,
        amountKobo,
        of,
      ]),
    ).toEqual([
      [PAYABLE, 'debit', 900n, 'interest'],
      [CUSTOMER, 'credit', 900n, role],
      [PAYABLE, 'debit', 100n, 'interest'],
      [TAX, 'credit', 100n, 'tax'],
    ]);
  });

  it('make no legs for an amount of zero', () => {
    expect(interestPaymentLegs(books, active, 0n)).toEqual([]);
    expect(accrualLegs(books, 0n)).toEqual([]);
  });
});

it('take upfront interest from prepaid interest and return it there', () => {
  const books = { ...terms, interestPayment: 'Upfront' as const };
  expect(net(accrualLegs(books, 50n))).toEqual({ [EXPENSE]: -50n, [PREPAID]: 50n });
  expect(net(accrualLegs(books, -50n))).toEqual({ [EXPENSE]: 50n, [PREPAID]: -50n });
});

it('take the principal from the source account', () => {
  expect(net(fundingLegs({ ...terms, interestPayment: 'Monthly' }, CUSTOMER, 70n))).toEqual({
    [CUSTOMER]: -70n,
    [DEPOSIT]: 70n,
  });
});

it('balance a settlement, reduce the deposit by the amount and leave the remaining interest in its ledger', () => {
  const paymentOf = fc.constantFrom('AtMaturity' as const, 'Monthly' as const, 'Upfront' as const);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 100 }),
      paymentOf,
      fc.constantFrom(active, frozen, inactive),
      fc.constantFrom('12.0000', '1000.0000'),
      (principal, day, share, interestPayment, payee, interestRate) => {
        const books = { ...terms, interestRate, interestPayment };
        const parts = [{ amountKobo: principal, effectiveDate: terms.startDate }];
        const asOf = addDays(terms.startDate, day);
        const paidThrough = lastPaymentDate(books, asOf);
        const paidKobo = interestKobo(books, parts, paidThrough);
        const amount = (principal * BigInt(share)) / 100n;
        const settled = settleEarly(books, parts, { paidThrough, paidKobo, taxWithheldKobo: principal }, amount, asOf);
        const legs = settlementLegs(books, payee, amount, settled);
        expect(balanceViolation(legs)).toBeUndefined();
        const sums = net(legs);
        expect(sums[DEPOSIT] ?? 0n).toBe(-amount);
        expect(sums[EXPENSE] ?? 0n).toBe(settled.penaltyKobo);
        expect(sums[CUSTOMER] ?? 0n).toBe(
          amount - settled.excessKobo + settled.taxBackKobo + settled.dueKobo - settled.taxKobo,
        );
        const owedBefore = settled.accruedBeforeKobo - paidKobo;
        expect(owedBefore + (sums[PAYABLE] ?? 0n) + (sums[PREPAID] ?? 0n)).toBe(
          settled.accruedAfterKobo - settled.paidAfterKobo,
        );
      },
    ),
  );
});
