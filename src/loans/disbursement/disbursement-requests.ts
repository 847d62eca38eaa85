import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { Posting } from '../../ledger/engine/posting.entity';
import { Product } from '../../products/product.entity';
import type { Loan } from '../contract/loan.entity';
import { Loans, type LockedLoan } from '../contract/loans';
import type { DisburseLoanBody } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import type { DisbursedLoanView } from '../reading/loan-views.dto';
import { type DisbursedLoan, DISBURSEMENT_KIND, LoanDisbursement } from './loan-disbursement';
import { proceedsLedger } from './proceeds-ledger';

export const LOAN_DISBURSEMENT_OPERATION = 'loan-disbursement';

/** Pays single loans out, or asks staff first where a policy says so. */
@Injectable()
export class DisbursementRequests {
  constructor(
    private readonly loans: Loans,
    private readonly disbursement: LoanDisbursement,
    private readonly gate: ApprovalGate,
  ) {}

  /** Pays a locked loan out at once, or makes it wait for staff. @throws as `pay` does, LOAN_PENDING_APPROVAL (409) */
  async request(
    tx: Tx,
    write: WriteRequest,
    locked: LockedLoan,
    body: DisburseLoanBody,
    businessDate: string,
  ): Promise<Outcome> {
    const { loan } = locked;
    await this.assertDisbursable(tx, loan, body.referenceNumber);
    const product = await tx.findOneByOrFail(Product, { institutionId: loan.institutionId, id: loan.productId });
    proceedsLedger(locked.contract, product, body);
    const approvalId = await this.gate.ask(tx, write, {
      operation: LOAN_DISBURSEMENT_OPERATION,
      amountKobo: loan.principalKobo,
      summary: `Disburse the loan ${loan.loanAccountNumber} of ${formatNaira(loan.principalKobo)} under the reference ${body.referenceNumber}`,
      details: { loanId: loan.id, body: { ...body } },
    });
    if (approvalId === undefined)
      return Outcome.done(disbursedView(await this.pay(tx, write, locked, body, businessDate), body.referenceNumber));
    await this.loans.store(tx, loan, { approvalId });
    const { id, loanAccountNumber, status: loanStatus } = loan;
    return pendingApproval(approvalId, 'The disbursement waits for approval; nothing has been paid out.', {
      id,
      loanAccountNumber,
      loanStatus,
    });
  }

  /** Pays a locked loan out. @throws LOAN_STATUS_REFUSED, DUPLICATE_REFERENCE (409), and what `LoanDisbursement` throws */
  async pay(
    tx: Tx,
    by: AuditAuthor,
    locked: LockedLoan,
    body: DisburseLoanBody,
    businessDate: string,
  ): Promise<DisbursedLoan> {
    const { loan, contract } = locked;
    assertApproved(loan);
    const product = await tx.findOneByOrFail(Product, { institutionId: loan.institutionId, id: loan.productId });
    const proceedsGlAccountId = proceedsLedger(contract, product, body);
    const order = {
      reference: body.referenceNumber,
      narration: `Disbursement of loan ${loan.loanAccountNumber}`,
      notes: body.notes ?? null,
      businessDate,
    };
    const [disbursed] = await this.disbursement.disburse(tx, by, [{ ...locked, proceedsGlAccountId }], order);
    return disbursed!;
  }

  /** A request sent twice must hear of its reference, not of what its first time did to the loan. */
  private async assertDisbursable(tx: Tx, loan: Loan, reference: string): Promise<void> {
    if (await tx.existsBy(Posting, { institutionId: loan.institutionId, kind: DISBURSEMENT_KIND, reference }))
      throw duplicateReference('referenceNumber')();
    if (loan.groupLoanId !== null)
      throw loansErrors.LOAN_IN_GROUP(
        `The loan ${loan.loanAccountNumber} belongs to a group; disburse the group loan ${loan.groupLoanId}.`,
        { groupLoanID: loan.groupLoanId },
      );
    assertApproved(loan);
    if (loan.approvalId !== null)
      throw loansErrors.LOAN_PENDING_APPROVAL(
        'The disbursement of the loan waits for approval; wait for the decision.',
        { approvalId: loan.approvalId },
      );
  }
}

function assertApproved({ loanAccountNumber, status }: Loan): void {
  if (status !== 'Approved')
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; only an approved loan can be disbursed.`,
      { loanStatus: status },
    );
}

/** A loan that was paid out, as callers see it. */
export function disbursedView(
  { locked: { loan, contract }, schedule, netKobo, charge, postingReferenceNumber }: DisbursedLoan,
  referenceNumber: string,
): DisbursedLoanView {
  const now = charge && charge.charged !== 'PerInstalment' ? charge : undefined;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    loanStatus: loan.status,
    referenceNumber,
    postingReferenceNumber,
    principalAmount: koboToNaira(loan.principalKobo),
    netDisbursed: koboToNaira(netKobo),
    upfrontInterest: koboToNaira(schedule.upfrontInterest),
    feeCharged: koboToNaira(now?.feeKobo ?? 0n),
    vatCharged: koboToNaira(now?.vatKobo ?? 0n),
    securityDeposit: koboToNaira(contract.securityDepositKobo),
    disbursementDate: loan.disbursementDate!,
    maturityDate: loan.maturityDate!,
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
  };
}
