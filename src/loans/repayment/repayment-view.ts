import { koboToNaira } from '../../common/money/naira';
import type { Loan } from '../contract/loan.entity';
import type { RepaymentView } from '../servicing/servicing.dto';
import type { RepaymentResult } from './repayments';

/** A payment as callers see it. */
export function repaymentView(
  loan: Loan,
  receipt: RepaymentResult,
  { referenceNumber, amountKobo }: { referenceNumber: string; amountKobo: bigint },
): RepaymentView {
  const { components } = receipt;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber,
    postingReferenceNumber: receipt.postingReferenceNumber,
    amount: koboToNaira(amountKobo),
    principalPaid: koboToNaira(components.principal),
    interestPaid: koboToNaira(components.interest),
    feePaid: koboToNaira(components.fee),
    defaultPaid: koboToNaira(components.default),
    penaltyPaid: koboToNaira(components.penalty),
    recovered: koboToNaira(receipt.recoveredKobo),
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    totalOutstanding: koboToNaira(receipt.outstandingKobo),
    loanStatus: receipt.status,
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
  };
}
