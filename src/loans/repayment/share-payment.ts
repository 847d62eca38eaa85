import { bringUpToDate } from '../accrual/recognise-income';
import { releaseCollected, uncollectedIncome } from '../accrual/suspense';
import {
  addPayment,
  type ComponentAmounts,
  NO_AMOUNTS,
  rowFacts,
  sumOfAmounts,
  totalKobo,
  unpaidOf,
} from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LoanTransactionKind } from '../contract/loan-transaction.entity';
import { loansErrors } from '../loans.errors';
import { isRemakeable } from '../restructure/remake-schedule';
import { acceptedKobo, assertWithinDebt, isAllOwed } from './accepted-amount';
import { allocateRepayment } from './allocate-repayment';
import { prepayPrincipal } from './apply-early-repayment';
import { positionOn, prepaymentKobo } from './early-payoff';
import { finishPayment, type PaymentDates } from './finish-payment';
import { reachedPayoffKobo, settleByPayment } from './settle-payment';

/** A payment to share among the debts of a loan. */
export interface SharedPayment {
  amountKobo: bigint;
  kind: LoanTransactionKind;
  /**
   * The money has been collected: loans of every status take it, and what exceeds the debt is a surplus. Without it, an
   * amount above the outstanding and a loan that is not running are refused.
   */
  takesSurplus?: true;
}

/** `chargesAsOf`: default interest and penalties are charged up to this date first. */
export type SharedPaymentDates = PaymentDates & { chargesAsOf: string };

/** A payment as its event keeps it. */
export type PaymentInputs = SharedPaymentDates & {
  act: 'payment';
  kind: LoanTransactionKind;
  amountKobo: string;
  takesSurplus: boolean;
};

/** The parts of a shared payment. */
export interface Shares {
  components: ComponentAmounts;
  /** Amount recovered of a written-off loan. */
  recoveredKobo: bigint;
  /** Amount above the debt of the loan. */
  surplusKobo: bigint;
}

/** The inputs of a payment's event. */
export function paymentInputs(
  { kind, amountKobo, takesSurplus }: SharedPayment,
  dates: SharedPaymentDates,
): PaymentInputs {
  const { paidOn, asOf, chargesAsOf } = dates;
  return {
    act: 'payment',
    kind,
    amountKobo: amountKobo.toString(),
    takesSurplus: takesSurplus ?? false,
    paidOn,
    asOf,
    chargesAsOf,
  };
}

/** @throws LOAN_STATUS_REFUSED (409) */
export function assertTakesPayments({ status, loanAccountNumber }: Loan): void {
  if (RUNNING_STATUSES.includes(status) || status === 'WrittenOff') return;
  throw loansErrors.LOAN_STATUS_REFUSED(
    `The loan ${loanAccountNumber} is ${status} and cannot be repaid; name a running loan.`,
  );
}

/**
 * Brings the loan up to the dates and shares a payment among its debts, in memory.
 * @throws REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
export function sharePayment(
  change: LoanChange,
  payment: SharedPayment,
  dates: SharedPaymentDates,
  vatLedgerId: number | undefined,
): Shares {
  const { loan, contract, instalments } = change.locked;
  const { amountKobo, kind } = payment;
  change.inputs = { ...paymentInputs(payment, dates) };
  const isRunning = RUNNING_STATUSES.includes(loan.status);
  if (isRunning) bringUpToDate(change, { incomeAsOf: dates.asOf, chargesAsOf: dates.chargesAsOf }, vatLedgerId);
  if (isRunning) {
    const settled = settleWith(change, payment, dates) ?? prepayWith(change, payment, dates, vatLedgerId);
    if (settled) return settled;
  }
  const appliedKobo = acceptedKobo(change.locked, payment, dates.asOf);
  const surplusKobo = amountKobo - appliedKobo;
  if (appliedKobo === 0n) {
    change.recordTransaction(kind, amountKobo, NO_AMOUNTS, { surplusKobo: surplusKobo.toString() });
    return { components: NO_AMOUNTS, recoveredKobo: 0n, surplusKobo };
  }
  if (!isRunning) return { ...applyRecovery(change, appliedKobo, dates.paidOn), surplusKobo };
  const { amounts, leftKobo } = allocateRepayment(instalments, contract.allocationOrder, appliedKobo);
  if (leftKobo !== 0n)
    throw new Error(`The instalments of the loan ${loan.loanAccountNumber} owe less than its totals.`);
  const components = applyPayment(change, amounts, dates, vatLedgerId);
  change.recordTransaction(
    kind,
    amountKobo,
    components,
    surplusKobo > 0n ? { surplusKobo: surplusKobo.toString() } : null,
  );
  return { components, recoveredKobo: 0n, surplusKobo };
}

/**
 * Settles a running loan with a payment that reaches the payoff (docs/domain/loans.md#93-early-repayment): it pays no
 * interest that is not earned, and the rest is a surplus.
 * @returns undefined when the payment is below the payoff, or the payoff is all that is outstanding
 * @throws REPAYMENT_EXCEEDS_OUTSTANDING (422)
 */
function settleWith(
  change: LoanChange,
  payment: SharedPayment,
  { asOf, chargesAsOf }: SharedPaymentDates,
): Shares | undefined {
  // Money that is collected at night is taken before that night is charged.
  const settlement = { asOf, chargesAsOf: payment.kind === 'Collection' ? chargesAsOf : asOf };
  const payoffKobo = reachedPayoffKobo(change.locked, payment.amountKobo, settlement);
  // Without interest to come there is nothing to save: the instalments are paid as they stand.
  if (payoffKobo === undefined || isAllOwed(change.locked, payoffKobo)) return undefined;
  assertWithinDebt(change.locked, payment, { payoffKobo, asOf });
  const { components, replaced } = settleByPayment(change, settlement);
  const surplusKobo = payment.amountKobo - payoffKobo;
  const details = { settled: true, surplusKobo: surplusKobo.toString(), replaced };
  change.recordTransaction(payment.kind, payment.amountKobo, components, details);
  return { components, recoveredKobo: 0n, surplusKobo };
}

/**
 * Repays principal with what of a payment exceeds what is due, where the contract says so, and makes the schedule again
 * (docs/domain/loans.md#prepayment-effect). Money that is collected at night never exceeds it.
 * @returns undefined when nothing exceeds it, or the schedule cannot be made again: then instalments are paid ahead
 */
function prepayWith(
  change: LoanChange,
  { amountKobo, kind }: SharedPayment,
  { asOf }: SharedPaymentDates,
  vatLedgerId: number | undefined,
): Shares | undefined {
  const { loan, contract, instalments } = change.locked;
  const { prepaymentEffect } = contract;
  if (prepaymentEffect === 'PaysAhead' || kind === 'Collection') return undefined;
  const future = instalments.filter(({ dueDate }) => dueDate > asOf);
  const isFarBelow = prepaymentKobo(positionOn(loan, instalments, asOf), amountKobo) <= 0n;
  if (isFarBelow || !isRemakeable({ contract, future, remaking: prepaymentEffect })) return undefined;
  bringUpToDate(change, { incomeAsOf: asOf, chargesAsOf: asOf }, vatLedgerId);
  const position = positionOn(loan, instalments, asOf);
  const prepaidKobo = prepaymentKobo(position, amountKobo);
  if (prepaidKobo <= 0n || prepaidKobo >= position.futurePrincipalKobo) return undefined;
  const replaced = instalments.map(rowFacts);
  const components = prepayPrincipal(change, position, prepaidKobo, prepaymentEffect, asOf);
  change.recordTransaction(kind, amountKobo, components, { prepaymentEffect, replaced });
  return { components, recoveredKobo: 0n, surplusKobo: 0n };
}

/** A payment of a written-off loan is recovery income (docs/api/loans.md#write-off). */
function applyRecovery(change: LoanChange, amountKobo: bigint, businessDate: string): Omit<Shares, 'surplusKobo'> {
  const { loan, contract } = change.locked;
  loan.writtenOffKobo -= amountKobo;
  loan.recoveredKobo += amountKobo;
  change.add(loanLegs(contract.recoveryIncomeGlAccountId, 'credit', amountKobo, 'principal'));
  change.recordTransaction('Recovery', amountKobo);
  if (loan.writtenOffKobo === 0n) {
    loan.closedDate = businessDate;
    change.status = 'Closed';
  }
  return { components: NO_AMOUNTS, recoveredKobo: amountKobo };
}

/**
 * Applies amounts to the rows of a loan: changes rows and totals and adds the legs of the loan's accounts. The caller
 * adds the legs of the money's source. The loan closes when nothing is owed.
 * @param amounts one entry for each row of the loan, in their order.
 */
export function applyPayment(
  change: LoanChange,
  amounts: readonly ComponentAmounts[],
  dates: PaymentDates,
  vatLedgerId: number | undefined,
): ComponentAmounts {
  const { loan, instalments } = change.locked;
  const uncollected = uncollectedIncome(change.locked);
  amounts.forEach((paid, index) => {
    if (totalKobo(paid) === 0n) return;
    const row = instalments[index]!;
    addPayment(row, paid);
    if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = dates.paidOn;
    change.changed.add(row);
  });
  const components = sumOfAmounts([...amounts]);
  loan.principalRepaidKobo += components.principal;
  loan.outstandingPrincipalKobo -= components.principal;
  change.add(paidLegs(loan, components));
  change.add(releaseCollected(change.locked, uncollected));
  finishPayment(change, dates, vatLedgerId);
  return components;
}
