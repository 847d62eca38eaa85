import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import type { ApprovalSubject } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import type { NamedOperation, PostingLeg } from '../../ledger/engine/posting-request';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanChange } from '../contract/loan-change';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import { Loans, type LockedLoan } from '../contract/loans';
import { VatLedger } from '../origination/loan-charges';
import type { LoanChangeBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';

/** The services that every adjustment works with. */
@Injectable()
export class AdjustmentTools {
  constructor(
    readonly loans: Loans,
    readonly changes: StaffChanges,
    readonly bookkeeping: LoanBookkeeping,
    readonly audit: AuditLog,
    readonly vat: VatLedger,
  ) {}
}

/** The words of one kind of adjustment. */
export interface AdjustmentKind {
  /** Operation of the approval, and kind of the posting. */
  operation: string;
  title: string;
  /** Begins the approval's summary and the narration, such as `Waive`. */
  verb: string;
  /** Begins the reference, before the id of the approval. */
  prefix: string;
  /** Action of the audit log. */
  action: string;
}

/** An adjustment that is prepared before its loan is known to take it. */
export interface PreparedAdjustment {
  amountKobo: bigint;
  /** Changes the loan in memory; throws the refusal. */
  apply: (change: LoanChange) => void;
  /** Accounts besides the loan's that give or get the money. */
  otherLegs: readonly PostingLeg[];
  /** The operation of the posting, where AML sees it. */
  operation?: NamedOperation;
}

/**
 * A change of the amounts of one running loan that staff ask for and another member of staff approves: it is tried when
 * it is asked for, so that nobody decides on one that cannot be made, and made as of the day of the approval.
 */
export abstract class LoanAdjustment<Body extends LoanChangeBody> implements ApprovalSubject {
  readonly operation: string;
  readonly title: string;
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly kind: AdjustmentKind,
    private readonly tools: AdjustmentTools,
  ) {
    this.operation = kind.operation;
    this.title = kind.title;
  }

  /** The statuses of loans that take the adjustment. */
  protected statusesFor(_body: Body): readonly LoanStatus[] {
    return RUNNING_STATUSES;
  }

  protected abstract prepare(tx: Tx, locked: LockedLoan, body: Body, businessDate: string): Promise<PreparedAdjustment>;

  /** The ledger of the VAT that the loan's fees bear; undefined when none of them bears VAT. */
  protected vatLedgerId(tx: Tx, { loan, instalments }: LockedLoan): Promise<number | undefined> {
    return this.tools.vat.idFor(tx, loan.institutionId, instalments);
  }

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
        title: `${this.kind.verb} ${formatNaira(amountKobo)} of`,
        body: { ...body },
        attempt: ([loan]) => apply(new LoanChange(loan!)),
        statuses: this.statusesFor(body),
        amountKobo,
      },
    );
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker, id } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { body } = approval.details as unknown as { body: Body };
    const { loans } = await this.tools.changes.lockApproved<Body>(tx, approval, this.statusesFor(body));
    const locked = loans[0]!;
    const { amountKobo, apply, otherLegs, operation } = await this.prepare(tx, locked, body, businessDate);
    const change = new LoanChange(locked);
    apply(change);
    const { loanAccountNumber, id: loanId } = locked.loan;
    const reference = `${this.kind.prefix}-${id}`;
    const by = { institutionId, actor: maker };
    await this.tools.bookkeeping.record(tx, by, [change], {
      postingKind: this.operation,
      reference,
      narration: `${this.title}: loan ${loanAccountNumber}`,
      origin: 'portal',
      businessDate,
      amountKobo,
      otherLegs,
      ...(operation ? { operation } : {}),
      notes: body.reason,
    });
    await this.tools.audit.record(tx, by, {
      action: this.kind.action,
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
