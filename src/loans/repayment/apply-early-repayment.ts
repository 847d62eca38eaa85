import { releaseCollected, uncollectedIncome } from '../accrual/suspense';
import { addPayment, type ComponentAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { remakeSchedule, type Remaking } from '../restructure/remake-schedule';
import { closingRow, instalmentRow } from '../schedule/schedule-of-contract';
import { payoffOf, type Position } from './early-payoff';
import { finishPayment } from './finish-payment';

/**
 * Settles a loan that has been brought up to the day. What is due, the principal and the interest earned to the day are
 * paid; future interest and fees are dropped; unearned upfront interest repays principal.
 */
export function settleInFull(change: LoanChange, position: Position, businessDate: string): ComponentAmounts {
  const { loan } = change.locked;
  const uncollected = uncollectedIncome(change.locked);
  const paid = payoffOf(position);
  if (loan.unearnedAccountId !== null)
    change.add(loanLegs(loan.unearnedAccountId, 'debit', position.unearnedKobo, 'interest'));
  payAhead(change, position, position.futurePrincipalKobo, businessDate);
  applyPaid(change, paid, uncollected, businessDate);
  return paid;
}

/** Pays what is due and earned, prepays principal, and recalculates the schedule from the day on. */
export function prepayPrincipal(
  change: LoanChange,
  position: Position,
  prepaidKobo: bigint,
  remaking: Remaking,
  businessDate: string,
): ComponentAmounts {
  const { loan, contract } = change.locked;
  const uncollected = uncollectedIncome(change.locked);
  const payoff = payoffOf(position);
  const paid = { ...payoff, principal: position.due.principal + prepaidKobo };
  const { future } = position;
  const closing = payAhead(change, position, prepaidKobo, businessDate);
  const principalKobo = position.futurePrincipalKobo - prepaidKobo;
  const rows = remakeSchedule({
    contract,
    future,
    day: businessDate,
    principalKobo,
    remaking,
    firstNumber: closing!.number + 1,
  }).map((row) => instalmentRow(contract, row));
  change.added.push(...rows);
  change.locked.instalments.push(...rows);
  loan.maturityDate = rows.at(-1)!.dueDate;
  applyPaid(change, paid, uncollected, businessDate);
  return paid;
}

/**
 * Pays what is due and replaces the future rows by one row that ends on the day. It carries the prepaid principal, also
 * what was paid ahead before, and the interest earned to the day.
 */
function payAhead(
  change: LoanChange,
  position: Position,
  principalKobo: bigint,
  businessDate: string,
): LoanInstalment | undefined {
  const { past, future, prepaid, earnedInterestKobo } = position;
  for (const row of past) payOff(change, row, businessDate);
  change.locked.instalments = [...past];
  if (future.length === 0) return undefined;
  const openingKobo = position.futurePrincipalKobo + prepaid.principal;
  const row = closingRow(change.locked.contract, past, future, businessDate, openingKobo);
  row.principalDueKobo = principalKobo + prepaid.principal;
  row.interestDueKobo = earnedInterestKobo;
  row.closingBalanceKobo = openingKobo - row.principalDueKobo;
  payOff(change, row, businessDate);
  change.removed.push(...future);
  change.added.push(row);
  change.locked.instalments.push(row);
  return row;
}

function payOff(change: LoanChange, row: LoanInstalment, businessDate: string): void {
  const unpaid = unpaidOf(row);
  if (totalKobo(unpaid) === 0n) return;
  addPayment(row, unpaid);
  row.paidDate = businessDate;
  change.changed.add(row);
}

/** @param uncollected `uncollectedIncome` before the payment */
function applyPaid(
  change: LoanChange,
  paid: ComponentAmounts,
  uncollected: ComponentAmounts,
  businessDate: string,
): void {
  const { loan } = change.locked;
  loan.principalRepaidKobo += paid.principal;
  loan.outstandingPrincipalKobo -= paid.principal;
  change.add(paidLegs(loan, paid));
  change.add(releaseCollected(change.locked, uncollected));
  // Future fees are dropped, so no fee with VAT is left.
  finishPayment(change, { paidOn: businessDate, asOf: businessDate }, undefined);
}
