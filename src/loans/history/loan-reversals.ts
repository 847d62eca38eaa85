import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { ownFundsKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { LoanRules } from '../classification/loan-rules';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanChange } from '../contract/loan-change';
import { LoanEvent } from '../contract/loan-event.entity';
import { assignState } from '../contract/loan-state';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { VatLedger } from '../origination/loan-charges';
import type { ReverseLoanEventBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { type PlannedReversal, planReversal } from './plan-reversal';

export const LOAN_REVERSAL = 'loan-reversal';
/** A reversal may bring a loan back that the act closed. */
export const REVERSIBLE_STATUSES: readonly LoanStatus[] = [...RUNNING_STATUSES, 'Closed', 'WrittenOff'];

/** Reverses acts on loans, after approval (docs/api/loans.md#reversal). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanReversals implements ApprovalSubject {
  readonly operation = LOAN_REVERSAL;
  readonly title = 'Reversal of a loan payment';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly rules: LoanRules,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Works the reversal out for a locked loan.
   * @throws LOAN_EVENT_NOT_FOUND (404), LOAN_EVENT_REVERSED (409), LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED (422)
   */
  async plan(
    tx: Tx,
    current: LockedLoan,
    eventId: number,
    businessDate: string,
  ): Promise<PlannedReversal & { reversed: LoanEvent }> {
    const { institutionId, id: loanId } = current.loan;
    const events = await tx.find(LoanEvent, { where: { institutionId, loanId }, order: { id: 'ASC' } });
    const reversed = events.find(({ id }) => id === eventId);
    if (!reversed) throw loansErrors.LOAN_EVENT_NOT_FOUND();
    const rules = {
      scaleOn: await this.rules.scales(tx, institutionId),
      cureDays: await this.rules.cureDays(tx, institutionId),
      vatLedgerId: await this.vat.idFor(tx, institutionId, current.instalments),
    };
    return { ...planReversal({ current, events, reversed, businessDate, rules }), reversed };
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<ReverseLoanEventBody>(tx, approval, REVERSIBLE_STATUSES);
    const locked = loans[0]!;
    const { reversed, ...planned } = await this.plan(tx, locked, body.eventId, businessDate);
    const { loanAccountNumber, id: loanId } = locked.loan;
    const reference = `REV-${reversed.id}`;
    const details = {
      loanAccountNumber,
      reference,
      reverses: reversed.reference,
      kind: reversed.kind,
      valueDate: reversed.valueDate,
      amount: koboToNaira(reversed.amountKobo),
      reason: body.reason,
    };
    const by = { institutionId, actor: maker };
    const customerAccounts = new Set([locked.loan.linkedAccountId]);
    await this.bookkeeping.record(tx, by, [reversalChange(locked, planned, reversed, details)], {
      postingKind: LOAN_REVERSAL,
      reference,
      narration: `Reversal of ${reversed.reference}, loan ${loanAccountNumber}, of ${reversed.valueDate}`,
      origin: 'portal',
      businessDate,
      amountKobo: reversed.amountKobo,
      otherLegs: planned.sourceLegs,
      notes: body.reason,
      check: (accounts) => assertOwnMoney(accounts, planned.sourceLegs, customerAccounts),
    });
    await this.audit.record(tx, by, {
      action: 'loan.reverse',
      subject: `loan:${loanId}`,
      details: { ...details, approvedBy: actorName(staff) },
    });
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }
}

/** Turns a locked loan into the one of the plan. Rows keep their ids where the schedule has the same numbers. */
function reversalChange(
  locked: LockedLoan,
  { after, legs }: PlannedReversal,
  reversed: LoanEvent,
  details: Record<string, unknown>,
): LoanChange {
  const change = new LoanChange(locked);
  const { status } = locked.loan;
  change.add(legs);
  change.removed.push(...locked.instalments.filter(({ id }) => !after.instalments.some((row) => row.id === id)));
  change.added.push(...after.instalments.filter(({ id }) => !locked.instalments.some((row) => row.id === id)));
  for (const row of after.instalments) change.changed.add(row);
  assignState(locked.loan, after.loan);
  // The status changes with the loan's group, when everything is stored.
  locked.loan.status = status;
  change.status = after.loan.status;
  locked.instalments = after.instalments;
  change.reversesId = reversed.id;
  change.inputs = { reverses: reversed.reference };
  change.recordTransaction('Reversal', reversed.amountKobo, undefined, details);
  return change;
}

/** Takes back only money of the customer's own that no lien reserves. @throws INSUFFICIENT_FUNDS (422) */
function assertOwnMoney(
  accounts: ReadonlyMap<number, LedgerAccount>,
  legs: readonly PostingLeg[],
  customerAccounts: ReadonlySet<number>,
): void {
  for (const { accountId, side, amountKobo } of legs)
    if (side === 'debit' && customerAccounts.has(accountId) && ownFundsKobo(accounts.get(accountId)!) < amountKobo)
      throw ledgerErrors.INSUFFICIENT_FUNDS(
        'The surplus of the payment is no longer on the linked account; the reversal takes back only what is there.',
      );
}
