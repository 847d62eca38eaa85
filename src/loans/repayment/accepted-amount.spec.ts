import { LoanChange } from '../contract/loan-change';
import type { LockedLoan } from '../contract/loans';
import { readSimulation } from '../simulation/read-simulation';
import { simulatedLoan } from '../simulation/simulated-loan';
import { payoffOnKobo } from './payoff-on';
import { sharePayment } from './share-payment';

const DAY = '2026-02-20';
const DATES = { paidOn: DAY, asOf: DAY, chargesAsOf: '2026-02-19' };
const USUAL = ['penalty', 'default', 'fee', 'interest', 'principal'] as const;
const PRINCIPAL_FIRST = ['principal', 'interest', 'fee', 'default', 'penalty'] as const;

/**
 * A loan of ₦100,000.00 whose first six instalments of 24 add their interest to the principal, and whose other interest
 * falls due at the end.
 */
function loanInMoratorium(allocationOrder: readonly string[]): LockedLoan {
  const locked = simulatedLoan(
    readSimulation({
      date: '2026-07-31',
      terms: {
        principal: '100000.00',
        rate: '60',
        numberOfRepayments: 24,
        disbursementDate: '2026-01-31',
        moratorium: 3,
        moratoriumPeriods: 6,
        moratoriumInterest: 'CAPITALISE',
        interestPaymentType: 0,
      },
    }),
  );
  Object.assign(locked.contract, { allocationOrder });
  return locked;
}

describe('a payment ahead while a moratorium adds interest to the principal', () => {
  it.each([
    ['in the usual order of allocation', USUAL],
    ['with principal allocated first', PRINCIPAL_FIRST],
  ] as const)('never repays more principal than the loan has, %s', (_, order) => {
    const open = (): LoanChange => new LoanChange(loanInMoratorium(order));
    const payoffKobo = payoffOnKobo(open().locked, DAY);
    const pay = (change: LoanChange, amountKobo: bigint, takesSurplus?: true): bigint =>
      sharePayment(
        change,
        { kind: 'Repayment', amountKobo, ...(takesSurplus ? { takesSurplus } : {}) },
        DATES,
        undefined,
      ).surplusKobo;
    expect(() => pay(open(), payoffKobo - 1n)).toThrow(/more than instalments .* can be paid ahead/);

    const collected = open();
    const surplusKobo = pay(collected, payoffKobo - 1n, true);
    expect(surplusKobo).toBeGreaterThan(0n);
    expect(collected.locked.loan.outstandingPrincipalKobo).toBe(0n);

    const most = open();
    pay(most, payoffKobo - 1n - surplusKobo);
    expect(most.locked.loan).toMatchObject({ outstandingPrincipalKobo: 0n, status: 'Active' });
    expect(() => pay(open(), payoffKobo - surplusKobo)).toThrow(/can be paid ahead/);
  });
});
