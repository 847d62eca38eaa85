import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { Product } from '../../products/product.entity';
import type { Loan } from '../contract/loan.entity';
import { Loans, type LockedLoan } from '../contract/loans';
import type { DisburseLoanBody } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import type { DisbursedLoanView } from '../reading/loan-views.dto';
import { assertStarted } from './assert-started';
import { DisbursementFollowUps } from './disbursement-follow-ups';
import { type DisbursedLoan, DISBURSEMENT_KIND, LoanDisbursement } from './loan-disbursement';
import { proceedsLedger } from './proceeds-ledger';

export const LOAN_DISBURSEMENT_OPERATION = 'loan-disbursement';

/** Disbursements of single loans: at once, or after approval where a policy requires it. */
@Injectable()
export class DisbursementRequests {
  constructor(
    private readonly loans: Loans,
    private readonly disbursement: LoanDisbursement,
    private readonly gate: ApprovalGate,
    private readonly followUps: DisbursementFollowUps,
  ) {}

  /** Disburses a locked loan at once or requests approval. @throws as `pay` does, LOAN_PENDING_APPROVAL (409) */
  async request(
    tx: Tx,
    write: WriteRequest,
    locked: LockedLoan,
    body: DisburseLoanBody,
    businessDate: string,
  ): Promise<Outcome> {
    const { loan } = locked;
    await this.assertDisbursable(tx, loan, body.referenceNumber);
    assertStarted(loan, businessDate);
    const product = await tx.findOneByOrFail(Product, { institutionId: loan.institutionId, id: loan.productId });
    const ledgerId = proceedsLedger(locked.contract, product, body);
    const approvalId = await this.gate.ask(tx, write, {
      operation: LOAN_DISBURSEMENT_OPERATION,
      amountKobo: loan.principalKobo,
      summary:
        `Disburse the loan ${loan.loanAccountNumber} of ${formatNaira(loan.principalKobo)} to ` +
        `${await payeeName(tx, loan, ledgerId)} under the reference ${body.referenceNumber}`,
      details: { loanId: loan.id, body: { ...body } },
    });
    if (approvalId === undefined)
      return Outcome.done(disbursedView(await this.pay(tx, write, locked, body, businessDate), body.referenceNumber));
    await this.loans.store(tx, loan, { approvalId });
    const { id, loanAccountNumber, status: loanStatus } = loan;
    return pendingApproval(approvalId, 'The disbursement is waiting for approval; nothing has been paid out.', {
      id,
      loanAccountNumber,
      loanStatus,
    });
  }

  /** Disburses a locked loan. @throws LOAN_STATUS_REFUSED, DUPLICATE_REFERENCE (409), and as `LoanDisbursement` does */
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
    await this.followUps.lockRows(tx, contract);
    const [disbursed] = await this.disbursement.disburse(tx, by, [{ ...locked, proceedsGlAccountId }], order);
    await this.followUps.run(tx, by, disbursed!, order);
    return disbursed!;
  }

  /** The reference is checked first, so that a repeated request gets DUPLICATE_REFERENCE and not a status error. */
  private async assertDisbursable(tx: Tx, loan: Loan, reference: string): Promise<void> {
    if (await tx.existsBy(Posting, { institutionId: loan.institutionId, kind: DISBURSEMENT_KIND, reference }))
      throw duplicateReference('referenceNumber')();
    if (loan.groupLoanId !== null)
      throw loansErrors.LOAN_IN_GROUP(
        `The loan ${loan.loanAccountNumber} is part of a group loan; disburse the group loan ${loan.groupLoanId}.`,
        { groupLoanID: loan.groupLoanId },
      );
    assertApproved(loan);
    if (loan.approvalId !== null)
      throw loansErrors.LOAN_PENDING_APPROVAL(
        'The disbursement of the loan is waiting for approval; wait for the decision.',
        { approvalId: loan.approvalId },
      );
  }
}

/** Where the proceeds go, for the checker. @param ledgerId null for the linked account */
async function payeeName(tx: Tx, { institutionId, linkedNumber }: Loan, ledgerId: number | null): Promise<string> {
  if (ledgerId === null) return `the account ${linkedNumber}`;
  const { code } = await tx.findOneByOrFail(GlAccount, { institutionId, id: ledgerId });
  return `the ledger ${code}`;
}

function assertApproved({ loanAccountNumber, status }: Loan): void {
  if (status !== 'Approved')
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; only an approved loan can be disbursed.`,
      { loanStatus: status },
    );
}

/** The API view of a disbursed loan. */
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
