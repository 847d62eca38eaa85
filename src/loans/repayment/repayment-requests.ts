import { Approval } from '../../approvals/approval.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { koboToNaira } from '../../common/money/naira';
import { Posting } from '../../ledger/engine/posting.entity';
import type { Loan } from '../contract/loan.entity';
import type { RepaymentResult } from './repayments';
import type { RepaymentView } from './repayments.dto';

/** The API view of a payment. */
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
    surplus: koboToNaira(receipt.surplusKobo),
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    totalOutstanding: koboToNaira(receipt.outstandingKobo),
    loanStatus: receipt.status,
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
  };
}

/**
 * Checked before all else, so that a repeated request gets this error and not one about the effects of the first.
 * @throws DUPLICATE_REFERENCE (409)
 */
export async function assertReferenceUnused(
  tx: Tx,
  institutionId: number,
  kind: string,
  reference: string,
): Promise<void> {
  if (await tx.existsBy(Posting, { institutionId, kind, reference })) throw duplicateReference('referenceNumber')();
}

/**
 * A reference may have one pending approval. Call it with the loan locked, so that the second of two simultaneous
 * requests sees the first.
 * @throws DUPLICATE_REFERENCE (409)
 */
export async function assertWaitsOnce(
  tx: Tx,
  institutionId: number,
  operation: string,
  reference: string,
  approvalId: number,
): Promise<void> {
  const others = tx
    .createQueryBuilder(Approval, 'approval')
    .where(
      `approval.institution_id = :institutionId AND approval.status = 'Pending'
        AND approval.operation = :operation AND approval.id <> :approvalId`,
      { institutionId, operation, approvalId },
    )
    .andWhere(`approval.details ->> 'referenceNumber' = :reference`, { reference });
  if (await others.getExists()) throw duplicateReference('referenceNumber')();
}
