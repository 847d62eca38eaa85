import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalGate } from '../../../approvals/approval-gate';
import { pendingApproval } from '../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { formatNaira, koboToNaira, nairaToKobo } from '../../../common/money/naira';
import { Loans } from '../../contract/loans';
import { assertOnLedger, CollectionsLedger } from '../collections-ledger';
import { assertReferenceUnused, assertWaitsOnce, repaymentView } from '../repayment-requests';
import { Repayments } from '../repayments';
import type { RepayLoanBody, RepaymentView } from '../repayments.dto';
import { assertTakesPayments } from '../share-payment';

/** Repays a loan from a collections ledger (docs/api/loans.md#repayment). */
export class RepayLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayLoanBody,
  ) {
    super();
  }
}

export const LOAN_REPAYMENT = 'loan-repayment';

/** Repayments from collections ledgers: at once, or after approval where a policy requires it. */
@Injectable()
export class LedgerRepayments {
  constructor(
    private readonly loans: Loans,
    private readonly ledgers: CollectionsLedger,
    private readonly repayments: Repayments,
    private readonly gate: ApprovalGate,
    private readonly audit: AuditLog,
  ) {}

  /** Pays at once or requests approval. @throws as `pay` does */
  async request(tx: Tx, write: WriteRequest, body: RepayLoanBody): Promise<Outcome> {
    const { institutionId } = write;
    await assertReferenceUnused(tx, institutionId, LOAN_REPAYMENT, body.referenceNumber);
    const loan = await this.loans.require(tx, institutionId, body.loanAccountNumber);
    assertTakesPayments(loan);
    await this.ledgers.require(tx, loan, body.collectionsGL);
    const amountKobo = nairaToKobo(body.amount)!;
    const approvalId = await this.gate.ask(tx, write, {
      operation: LOAN_REPAYMENT,
      amountKobo,
      summary:
        `Repay ${formatNaira(amountKobo)} of the loan ${loan.loanAccountNumber} from the ledger ` +
        `${body.collectionsGL} under the reference ${body.referenceNumber}`,
      details: { ...body },
    });
    if (approvalId === undefined) return Outcome.done(await this.pay(tx, write, body));
    await this.loans.lock(tx, institutionId, body.loanAccountNumber);
    await assertWaitsOnce(tx, institutionId, LOAN_REPAYMENT, body.referenceNumber, approvalId);
    const { id, loanAccountNumber, status: loanStatus } = loan;
    return pendingApproval(approvalId, 'The repayment is waiting for approval; nothing has been paid.', {
      id,
      loanAccountNumber,
      loanStatus,
    });
  }

  /**
   * Pays from the ledger.
   * @throws LOAN_NOT_FOUND, LEDGER_NOT_FOUND (404), LOAN_STATUS_REFUSED, DUPLICATE_REFERENCE (409),
   *   REPAYMENT_EXCEEDS_OUTSTANDING, INSUFFICIENT_FUNDS, COLLECTIONS_LEDGER_NOT_ALLOWED, LEDGER_NOT_ALLOWED,
   *   CONTROL_LEDGER (422)
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
    const ledgerId = await this.ledgers.require(tx, locked.loan, collectionsGL);
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

@CommandHandler(RepayLoan)
export class RepayLoanHandler implements ICommandHandler<RepayLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly repayments: LedgerRepayments,
  ) {}

  async execute({ write, body }: RepayLoan): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.repayments.request(tx, write, body));
  }
}
