import type { PostingLeg, RepaidLoan } from '../../ledger/engine/posting-request';
import { unitsBetween } from '../schedule/due-dates';
import type { Loan } from './loan.entity';
import type { LoanChange } from './loan-change';
import type { LoanContract } from './loan-contract.entity';
import type { LoanTransactionKind } from './loan-transaction.entity';

/** Payments that somebody makes. What staff take from a security deposit was reserved since the loan was paid out. */
const PAYMENTS: readonly LoanTransactionKind[] = ['Repayment', 'EarlyRepayment', 'Collection'];

/** The part of an entry that tells whose money repays, and when. */
interface RepayingEntry {
  otherLegs: readonly PostingLeg[];
  businessDate: string;
  valueDate?: string;
}

/**
 * The loans that an entry repays from their linked accounts, for AML scenarios
 * (docs/domain/scenarios.md#repaid-loans). What is collected on a ledger names no account, and is not among them.
 */
export function repaidLoans(
  changes: readonly LoanChange[],
  { otherLegs, valueDate, businessDate }: RepayingEntry,
): RepaidLoan[] {
  return changes.flatMap(({ locked: { loan }, contract, transaction }) => {
    if (transaction === null || !PAYMENTS.includes(transaction.kind)) return [];
    const isFromAccount = otherLegs.some(
      ({ accountId, side }) => side === 'debit' && accountId === loan.linkedAccountId,
    );
    if (!isFromAccount) return [];
    return {
      loanId: loan.id,
      borrowerId: loan.customerId,
      accountId: loan.linkedAccountId,
      amountKobo: transaction.amountKobo,
      principalKobo: loan.disbursedKobo,
      repaidKobo: loan.principalRepaidKobo,
      elapsedPercent: elapsedPercent(loan, contract, valueDate ?? businessDate),
    };
  });
}

/**
 * The part of the tenor that has passed on a day, in whole percent. The tenor is that of the contract: an early
 * repayment that shortens the schedule does not make the next one late.
 */
export function elapsedPercent(
  { disbursementDate }: Pick<Loan, 'disbursementDate'>,
  { effectiveDate, tenure, frequency }: Pick<LoanContract, 'effectiveDate' | 'tenure' | 'frequency'>,
  day: string,
): number {
  const since = disbursementDate ?? effectiveDate;
  const units = (to: string): number => {
    const { parts, whole } = unitsBetween(since, to, frequency);
    return parts / whole;
  };
  return Math.max(0, Math.floor((units(day) * 100) / (units(effectiveDate) + tenure)));
}
