import { clearSuspense, suspendedKobo } from '../accrual/suspense';
import { type ComponentAmounts, paidOf, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import { summariseLoan } from '../contract/summarise-loan';
import type { LoanAllowance } from '../provisions/loan-provisions';
import { positionOn } from '../repayment/early-payoff';

/**
 * Writes off the booked debt of a loan that has been brought up to the day: principal, and unpaid recognised interest,
 * fees and charges. Future interest and fees are dropped. What is in suspense is not income, so it is no loss;
 * unearned upfront interest reduces the loss. The loan's allowance pays the loss first, and the rest is expense.
 * @param allowance undefined for a loan without one
 * @returns the written-off amounts, which later recoveries can pay, the loss, and what the allowance paid of it.
 */
export function applyWriteOff(
  change: LoanChange,
  day: string,
  allowance: LoanAllowance | undefined,
): { written: ComponentAmounts; lossKobo: bigint; usedKobo: bigint } {
  const { loan, contract, instalments } = change.locked;
  const { unearnedKobo } = positionOn(loan, instalments, day);
  const written = bookedAmounts(change);
  const inSuspenseKobo = suspendedKobo(loan);
  const totalWrittenKobo = totalKobo(written);
  const lossKobo = totalWrittenKobo - inSuspenseKobo - unearnedKobo;
  const usedKobo = usedOf(allowance, lossKobo);
  if (allowance) change.add(loanLegs(allowance.accountId, 'debit', usedKobo, 'principal'));
  change.add(loanLegs(contract.loanLossGlAccountId, 'debit', lossKobo - usedKobo, 'principal'));
  change.add(loanLegs(contract.interestInSuspenseGlAccountId, 'debit', inSuspenseKobo, 'interest'));
  if (loan.unearnedAccountId !== null) change.add(loanLegs(loan.unearnedAccountId, 'debit', unearnedKobo, 'interest'));
  change.add(paidLegs(loan, written));
  loan.principalWrittenOffKobo += written.principal;
  loan.outstandingPrincipalKobo -= written.principal;
  clearSuspense(loan);
  loan.writtenOffKobo = totalWrittenKobo;
  loan.recoveredKobo = 0n;
  dropUnpaidAmounts(change);
  Object.assign(loan, summariseLoan(instalments, day));
  change.status = 'WrittenOff';
  return { written, lossKobo, usedKobo };
}

function usedOf(allowance: LoanAllowance | undefined, lossKobo: bigint): bigint {
  if (allowance === undefined || lossKobo <= 0n) return 0n;
  return allowance.allowanceKobo < lossKobo ? allowance.allowanceKobo : lossKobo;
}

/** The balances of the loan's accounts. Interest and fees that were paid ahead are negative. */
function bookedAmounts({ locked: { loan, instalments } }: LoanChange): ComponentAmounts {
  const paid = sumOfAmounts(instalments.map(paidOf));
  const unpaid = sumOfAmounts(instalments.map(unpaidOf));
  return {
    principal: loan.outstandingPrincipalKobo,
    interest: loan.interestOwedKobo,
    fee: loan.feeAccruedKobo - paid.fee,
    default: unpaid.default,
    penalty: unpaid.penalty,
  };
}

function dropUnpaidAmounts({ locked: { instalments }, changed }: LoanChange): void {
  for (const row of instalments) {
    if (totalKobo(unpaidOf(row)) === 0n) continue;
    const { principal, interest, fee, default: defaultPaid, penalty } = paidOf(row);
    Object.assign(row, {
      principalDueKobo: principal,
      interestDueKobo: interest,
      feeDueKobo: fee,
      defaultDueKobo: defaultPaid,
      penaltyDueKobo: penalty,
    });
    changed.add(row);
  }
}
