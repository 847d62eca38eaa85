import { unpaidInterestKobo } from '../accrual/recognise-income';
import { type ComponentAmounts, paidOf, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { type LoanChange, loanLegs, paidLegs } from '../contract/loan-change';
import { summariseLoan } from '../contract/summarise-loan';
import { positionOn } from '../repayment/early-payoff';

/**
 * Writes off all that a loan that has been brought up to the day owes in the books: principal, and what was recognised and
 * not paid. Interest and fees to come fall away. What waits in suspense was never income, so it is no loss; interest taken
 * upfront and not earned makes the loss smaller.
 * @returns what was written off, which may come back as recoveries.
 */
export function applyWriteOff(change: LoanChange, day: string): ComponentAmounts {
  const { loan, contract, instalments } = change.locked;
  const { unearnedKobo, earnedInterestKobo } = positionOn(loan, instalments, day);
  const written = inTheBooks(change, earnedInterestKobo);
  const totalWrittenKobo = totalKobo(written);
  const lossKobo = totalWrittenKobo - loan.suspendedInterestKobo - unearnedKobo;
  change.add(loanLegs(contract.loanLossGlAccountId, 'debit', lossKobo, 'principal'));
  change.add(loanLegs(contract.interestInSuspenseGlAccountId, 'debit', loan.suspendedInterestKobo, 'interest'));
  if (loan.unearnedAccountId !== null) change.add(loanLegs(loan.unearnedAccountId, 'debit', unearnedKobo, 'interest'));
  change.add(paidLegs(loan, written));
  loan.principalWrittenOffKobo += written.principal;
  loan.outstandingPrincipalKobo -= written.principal;
  loan.suspendedInterestKobo = 0n;
  loan.writtenOffKobo = totalWrittenKobo;
  loan.recoveredKobo = 0n;
  dropWhatIsUnpaid(change);
  Object.assign(loan, summariseLoan(instalments, day));
  change.status = 'WrittenOff';
  return written;
}

/** The balances of the loan's accounts. Interest and fees that were paid ahead are below zero. */
function inTheBooks({ locked }: LoanChange, earnedInterestKobo: bigint): ComponentAmounts {
  const { loan, instalments } = locked;
  const paid = sumOfAmounts(instalments.map(paidOf));
  const unpaid = sumOfAmounts(instalments.map(unpaidOf));
  return {
    principal: loan.outstandingPrincipalKobo,
    interest: loan.unearnedAccountId === null ? unpaidInterestKobo(locked) : earnedInterestKobo,
    fee: loan.feeAccruedKobo - paid.fee,
    default: unpaid.default,
    penalty: unpaid.penalty,
  };
}

function dropWhatIsUnpaid({ locked: { instalments }, changed }: LoanChange): void {
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
