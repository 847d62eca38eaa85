import { bringUpToDate } from '../accrual/recognise-income';
import { type ComponentAmounts, rowFacts } from '../contract/instalment-amounts';
import type { LoanChange } from '../contract/loan-change';
import type { LockedLoan } from '../contract/loans';
import { settleInFull } from './apply-early-repayment';
import { positionOn } from './early-payoff';
import { payoffOnKobo } from './payoff-on';

/** The dates of a settlement: the day of the loan's sums, and the day up to which charges are added. */
export interface SettlementDates {
  asOf: string;
  chargesAsOf: string;
}

/**
 * The payoff of a running loan when an amount reaches it; undefined when the amount is less
 * (docs/domain/loans.md#93-early-repayment).
 */
export function reachedPayoffKobo(
  locked: LockedLoan,
  amountKobo: bigint,
  { asOf, chargesAsOf }: SettlementDates,
): bigint | undefined {
  if (isFarBelow(locked, amountKobo, asOf)) return undefined;
  const payoff = payoffOnKobo(locked, asOf, chargesAsOf);
  return payoff > 0n && amountKobo >= payoff ? payoff : undefined;
}

/** True when an amount does not even cover the principal, so that the payoff need not be worked out. */
function isFarBelow({ loan, instalments }: LockedLoan, amountKobo: bigint, asOf: string): boolean {
  if (loan.unearnedAccountId !== null) return false;
  const prepaidKobo = instalments.reduce(
    (sum, row) => (row.dueDate > asOf ? sum + row.interestPaidKobo + row.feePaidKobo : sum),
    0n,
  );
  return amountKobo + prepaidKobo < loan.outstandingPrincipalKobo;
}

/** Settles a loan that was brought up to the day but for its charges. @returns what was paid, and the replaced rows */
export function settleByPayment(
  change: LoanChange,
  { asOf, chargesAsOf }: SettlementDates,
): { components: ComponentAmounts; replaced: Record<string, unknown>[] } {
  const { locked } = change;
  const replaced = locked.instalments.map(rowFacts);
  bringUpToDate(change, { incomeAsOf: asOf, chargesAsOf }, undefined);
  const position = positionOn(locked.loan, locked.instalments, asOf);
  return { components: settleInFull(change, position, asOf), replaced };
}
