import type { FixedDeposit } from '../fixed-deposit.entity';
import { lastPaymentDate } from './payment-dates';

/** The action of the end of day on a deposit. */
export type MaturityStep =
  | { kind: 'nothing' }
  /** Pays interest through the date; the term continues. */
  | { kind: 'pay-interest'; through: string }
  /** Pays principal and interest out. */
  | { kind: 'pay-out' }
  /** Begins a new term with the principal, and with the net interest when `withInterest`. */
  | { kind: 'roll-over'; withInterest: boolean };

type Terms = Pick<
  FixedDeposit,
  'status' | 'dueDate' | 'startDate' | 'maturityDate' | 'interestPayment' | 'applyRollover'
>;

/**
 * Decides on a locked deposit.
 * @param today the business date that has begun.
 */
export function decideMaturity(deposit: Terms, today: string): MaturityStep {
  if (deposit.status !== 'Active' || deposit.dueDate > today) return { kind: 'nothing' };
  if (deposit.maturityDate > today) return { kind: 'pay-interest', through: lastPaymentDate(deposit, today) };
  if (deposit.applyRollover === 'None') return { kind: 'pay-out' };
  return { kind: 'roll-over', withInterest: deposit.applyRollover === 'PrincipalAndInterest' };
}
