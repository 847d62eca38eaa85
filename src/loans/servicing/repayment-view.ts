import { koboToNaira } from '../../common/money/naira';
import type { Loan } from '../loan.entity';
import type { Receipt } from './repayments';
import type { RepaymentView } from './servicing.dto';

/** A payment as callers see it. */
export function repaymentView(
  loan: Loan,
  receipt: Receipt,
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
