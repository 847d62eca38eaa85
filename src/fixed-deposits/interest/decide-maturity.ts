import type { FixedDeposit } from '../fixed-deposit.entity';
import { lastPaymentDate } from './payment-dates';

/** What the end of day does with a deposit. */
export type MaturityStep =
  | { kind: 'nothing' }
  /** Interest through the date is paid, and the term goes on. */
  | { kind: 'pay-interest'; through: string }
  /** Everything is paid out. */
  | { kind: 'pay-out' }
  /** The principal begins a new term, with the net interest when that is added to it. */
  | { kind: 'roll-over'; withInterest: boolean };

type Terms = Pick<
  FixedDeposit,
  'status' | 'dueDate' | 'startDate' | 'maturityDate' | 'interestPayment' | 'applyRollover'
>;

/** Decides by the deposit as it is under its lock. @param today the business date that has begun. */
export function decideMaturity(deposit: Terms, today: string): MaturityStep {
  if (deposit.status !== 'Active' || deposit.dueDate > today) return { kind: 'nothing' };
  if (deposit.maturityDate > today) return { kind: 'pay-interest', through: lastPaymentDate(deposit, today) };
  if (deposit.applyRollover === 'None') return { kind: 'pay-out' };
  return { kind: 'roll-over', withInterest: deposit.applyRollover === 'PrincipalAndInterest' };
}
