import type { Approval } from '../../approvals/approval.entity';
import type { ApprovalSubject } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanChange } from '../contract/loan-change';
import type { Loans, LockedLoan } from '../contract/loans';
import type { LoanChangeBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import type { StaffChanges } from '../servicing/staff-changes';

/** What every adjustment works with. */
export interface AdjustmentTools {
  loans: Loans;
  changes: StaffChanges;
  bookkeeping: LoanBookkeeping;
  audit: AuditLog;
}

/** An adjustment that is prepared before its loan is known to take it. */
export interface PreparedAdjustment {
  amountKobo: bigint;
  /** Changes the loan in memory; throws the refusal. */
  apply: (change: LoanChange) => void;
  /** Accounts besides the loan's that give or get the money. */
  otherLegs: readonly PostingLeg[];
}

/**
 * A change of the amounts of one running loan that staff ask for and another member of staff approves: it is tried when
 * it is asked for, so that nobody decides on one that cannot be made, and made as of the day of the approval.
 */
export abstract class LoanAdjustment<Body extends LoanChangeBody> implements ApprovalSubject {
  abstract readonly operation: string;
  abstract readonly title: string;
  /** Begins the approval's summary and the narration, such as `Waive`. */
  protected abstract readonly verb: string;
  /** Begins the reference, before the id of the approval. */
  protected abstract readonly prefix: string;
  /** Action of the audit log. */
  protected abstract readonly action: string;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(private readonly tools: AdjustmentTools) {}

  protected abstract prepare(tx: Tx, locked: LockedLoan, body: Body, businessDate: string): Promise<PreparedAdjustment>;

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED, LOAN_PENDING_APPROVAL (409), and the refusals of the change */
  async request(tx: Tx, write: WriteRequest, loanId: number, body: Body): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.tools.loans.lockById(tx, institutionId, loanId);
    const { amountKobo, apply } = await this.prepare(tx, locked, body, businessDate);
    return this.tools.changes.request(
      tx,
      write,
      { loanId },
      {
        operation: this.operation,
        title: `${this.verb} ${formatNaira(amountKobo)} of`,
        body: { ...body },
        attempt: ([loan]) => apply(new LoanChange(loan!)),
        amountKobo,
      },
    );
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker, id } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans } = await this.tools.changes.lockApproved<Body>(tx, approval);
    const locked = loans[0]!;
    const { body } = approval.details as unknown as { body: Body };
    const { amountKobo, apply, otherLegs } = await this.prepare(tx, locked, body, businessDate);
    const change = new LoanChange(locked);
    apply(change);
    const { loanAccountNumber, id: loanId } = locked.loan;
    const reference = `${this.prefix}-${id}`;
    const by = { institutionId, actor: maker };
    await this.tools.bookkeeping.record(tx, by, [change], {
      postingKind: this.operation,
      reference,
      narration: `${this.title}: loan ${loanAccountNumber}`,
      origin: 'portal',
      businessDate,
      amountKobo,
      otherLegs,
      notes: body.reason,
    });
    await this.tools.audit.record(tx, by, {
      action: this.action,
      subject: `loan:${loanId}`,
      details: {
        loanAccountNumber,
        reference,
        amount: koboToNaira(amountKobo),
        reason: body.reason,
        approvedBy: actorName(staff),
      },
    });
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.tools.changes.clearDeclined(tx, approval);
  }
}
