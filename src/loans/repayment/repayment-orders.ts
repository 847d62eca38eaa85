import { Injectable } from '@nestjs/common';
import { Approval } from '../../approvals/approval.entity';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira, nairaToKobo } from '../../common/money/naira';
import { Posting } from '../../ledger/engine/posting.entity';
import { Loans } from '../contract/loans';
import type { RepayLoanBody, RepaymentView } from '../servicing/servicing.dto';
import { assertOnLedger, CollectionsLedger } from './collections-ledger';
import { repaymentView } from './repayment-view';
import { Repayments } from './repayments';
import { assertTakesPayments } from './share-payment';

export const LOAN_REPAYMENT = 'loan-repayment';

/** Takes repayments from ledgers, or asks staff first where a policy says so. */
@Injectable()
export class RepaymentOrders {
  constructor(
    private readonly loans: Loans,
    private readonly ledgers: CollectionsLedger,
    private readonly repayments: Repayments,
    private readonly gate: ApprovalGate,
    private readonly audit: AuditLog,
  ) {}

  /** Pays at once, or makes the repayment wait for staff. @throws as `pay` does */
  async request(tx: Tx, write: WriteRequest, body: RepayLoanBody): Promise<Outcome> {
    const { institutionId } = write;
    await assertReferenceUnused(tx, institutionId, LOAN_REPAYMENT, body.referenceNumber);
    const loan = await this.loans.require(tx, institutionId, body.loanAccountNumber);
    assertTakesPayments(loan);
    await this.ledgers.idOf(institutionId, body.collectionsGL);
    const amountKobo = nairaToKobo(body.amount)!;
    const approvalId = await this.gate.ask(tx, write, {
      operation: LOAN_REPAYMENT,
      amountKobo,
      summary: `Repay ${formatNaira(amountKobo)} of the loan ${loan.loanAccountNumber} from the ledger ${body.collectionsGL} under the reference ${body.referenceNumber}`,
      details: { ...body },
    });
    if (approvalId === undefined) return Outcome.done(await this.pay(tx, write, body));
    await this.loans.lock(tx, institutionId, body.loanAccountNumber);
    await assertWaitsOnce(tx, institutionId, LOAN_REPAYMENT, body.referenceNumber, approvalId);
    const { id, loanAccountNumber, status: loanStatus } = loan;
    return pendingApproval(approvalId, 'The repayment waits for approval; nothing has been paid.', {
      id,
      loanAccountNumber,
      loanStatus,
    });
  }

  /**
   * Pays from the ledger.
   * @throws LOAN_NOT_FOUND, LEDGER_NOT_FOUND (404), LOAN_STATUS_REFUSED, DUPLICATE_REFERENCE (409),
   *   REPAYMENT_EXCEEDS_OUTSTANDING, INSUFFICIENT_FUNDS, LEDGER_NOT_ALLOWED, CONTROL_LEDGER (422)
   */
  async pay(
    tx: Tx,
    by: AuditAuthor,
    { loanAccountNumber, amount, collectionsGL, referenceNumber, notes }: RepayLoanBody,
  ): Promise<RepaymentView> {
    const { institutionId } = by;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lock(tx, institutionId, loanAccountNumber);
    await assertReferenceUnused(tx, institutionId, LOAN_REPAYMENT, referenceNumber);
    const ledgerId = await this.ledgers.idOf(institutionId, collectionsGL);
    const amountKobo = nairaToKobo(amount)!;
    const receipt = await this.repayments.receive(tx, by, locked, {
      kind: 'Repayment',
      postingKind: LOAN_REPAYMENT,
      reference: referenceNumber,
      businessDate,
      origin: 'api',
      narration: `Repayment of loan ${loanAccountNumber}`,
      notes: notes ?? null,
      amountKobo,
      debits: [{ accountId: ledgerId, side: 'debit', amountKobo, role: 'principal' }],
      check: (accounts) => assertOnLedger(accounts, ledgerId, amountKobo),
    });
    const details = {
      loanAccountNumber,
      referenceNumber,
      amount: koboToNaira(amountKobo),
      collectionsGL,
      loanStatus: receipt.status,
    };
    await this.audit.record(tx, by, { action: 'loan.repay', subject: `loan:${locked.loan.id}`, details });
    return repaymentView(locked.loan, receipt, { referenceNumber, amountKobo });
  }
}

/** A request sent twice must hear of its reference, not of what its first time did. @throws DUPLICATE_REFERENCE (409) */
export async function assertReferenceUnused(
  tx: Tx,
  institutionId: number,
  kind: string,
  reference: string,
): Promise<void> {
  if (await tx.existsBy(Posting, { institutionId, kind, reference })) throw duplicateReference('referenceNumber')();
}

/**
 * A request that was sent twice waits once. Call it with the loan locked, so that of two sent together the second one sees the first.
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
      `approval.institution_id = :institutionId AND approval.status = 'Pending' AND approval.operation = :operation AND approval.id <> :approvalId`,
      { institutionId, operation, approvalId },
    )
    .andWhere(`approval.details ->> 'referenceNumber' = :reference`, { reference });
  if (await others.getExists()) throw duplicateReference('referenceNumber')();
}
