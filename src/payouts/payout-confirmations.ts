import { Injectable } from '@nestjs/common';
import type { Approval } from '../approvals/approval.entity';
import { ApprovalGate } from '../approvals/approval-gate';
import { pendingApproval } from '../approvals/approval-rows';
import { type ApprovalSubject, ApprovalSubjects } from '../approvals/approval-subjects';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import type { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { formatNaira } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { institutionsErrors } from '../institutions/institutions.errors';
import { lockPosting } from '../ledger/engine/lock-posting';
import { ledgerErrors } from '../ledger/ledger.errors';
import { ReversalBlockers } from '../postings/reversal-blockers';
import { ConfirmationEvidences, type ConfirmedOutcome } from './confirmation-evidence';
import { FINAL_STATUSES } from './decide-payout';
import type { Payout, PayoutKind, PayoutStatus } from './payout.entity';
import { PayoutProviders } from './payout-provider';
import { PayoutSteps } from './payout-steps';
import { Payouts } from './payouts';
import { payoutsErrors } from './payouts.errors';
import { payoutsPermissions } from './payouts.permissions';

/** A finding of a member of staff about a payout, with its evidence. */
export interface Confirmation {
  reference: string;
  outcome: ConfirmedOutcome;
  /** The source of the finding, such as a line of the settlement report; at most 500 characters. */
  evidence: string;
  /** The line of a settlement report that is the evidence. */
  settlementLineId?: number;
}

/** The finding as its approval keeps it. */
interface ApprovalDetails extends Omit<Confirmation, 'reference'>, Record<string, unknown> {
  payoutId: number;
  /** The state in which the maker saw the payout; absent from approvals of earlier versions. */
  status?: PayoutStatus;
  /** How many records said the opposite when it was asked for, which the maker could see. */
  contradictions?: number;
}

const OPEN_TO_STAFF: readonly PayoutStatus[] = ['Failed', 'ConfirmManually'];

/**
 * Two members of staff settle, with evidence, a payout that no provider settled
 * (docs/api/transfers.md#confirmation-by-staff, docs/api/bills.md#confirmation-by-staff).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class PayoutConfirmations implements ApprovalSubject {
  readonly operation = 'confirm-payout';
  readonly title = 'Confirm Payout';
  readonly permission = payoutsPermissions.approveConfirmations;
  readonly consequence =
    'The payment ends as confirmed: Processed leaves the money with the provider, Reversed returns it to the account.';

  constructor(
    private readonly writes: IdempotentWrites,
    private readonly gate: ApprovalGate,
    private readonly payouts: Payouts,
    private readonly steps: PayoutSteps,
    private readonly providers: PayoutProviders,
    private readonly blockers: ReversalBlockers,
    private readonly evidences: ConfirmationEvidences,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Opens the approval; no money moves before another member of staff approves it.
   * @returns 202 with the approval's id.
   * @throws PAYOUT_NOT_FOUND (404), PAYOUT_NOT_OPEN, PAYOUT_ALREADY_CONFIRMING (409)
   */
  async requestConfirmation(write: WriteRequest, kind: PayoutKind, confirmation: Confirmation): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, confirmation, async (tx) => {
      const { reference, outcome, evidence, settlementLineId } = confirmation;
      const { id } = await this.payouts.require(tx, institutionId, kind, reference);
      const payout = await this.steps.lock(tx, institutionId, id);
      assertOpen(payout, confirmation);
      if (await this.gate.isAwaited(tx, institutionId, this.operation, { payoutId: id }))
        throw payoutsErrors.PAYOUT_ALREADY_CONFIRMING();
      const { title } = this.providers.forPayout(payout);
      const payment = `${title} ${reference} of ${formatNaira(payout.amountKobo)}`;
      const summary = `${payment} to be confirmed as ${outcome}: ${evidence}`;
      const details: ApprovalDetails = {
        payoutId: id,
        status: payout.status,
        outcome,
        evidence,
        contradictions: await this.evidences.countContradictions(tx, payout, outcome),
        ...(settlementLineId !== undefined && { settlementLineId }),
      };
      const approvalId = await this.gate.ask(tx, write, {
        operation: this.operation,
        amountKobo: payout.amountKobo,
        summary,
        details,
        record: { kind: 'payout', id },
        always: true,
      });
      await this.audit.record(tx, write, { action: 'payout.confirm', subject: `payout:${id}`, details });
      return pendingApproval(approvalId!, 'Another member of staff must approve; no funds moved.', { reference });
    });
  }

  async onApproved(tx: Tx, { institutionId, details }: Approval, _staff: StaffActor): Promise<void> {
    const { payoutId, contradictions, status, ...finding } = details as ApprovalDetails;
    const { outcome, evidence } = finding;
    const payout = await this.steps.lock(tx, institutionId, payoutId);
    assertOpen(payout, finding);
    assertUnanswered(payout, status);
    const known = contradictions ?? 0;
    if ((await this.evidences.countContradictions(tx, payout, outcome)) > known)
      throw institutionsErrors.CHANGE_OUTDATED(
        'A settlement report that came after this was asked for says the opposite; decline it and ask anew.',
      );
    const response = { responseMessage: evidence.slice(0, 300), disputed: false, confirmed: true };
    if (payout.status === outcome) {
      await this.steps.store(tx, payout, response);
      return;
    }
    if (payout.status === 'Reversed') {
      await this.steps.debitAgain(tx, payout, response);
      return;
    }
    if (outcome === 'Processed') {
      await this.steps.store(tx, payout, {
        ...response,
        status: 'Processed',
        requireReversal: false,
        nextActionAt: null,
      });
      return;
    }
    const debit = await lockPosting(tx, institutionId, payout.postingId);
    const reason = await this.blockers.firstReason(tx, debit);
    if (reason !== undefined) throw ledgerErrors.REVERSAL_NOT_ALLOWED(reason);
    if (!(await this.steps.reverse(tx, payout, response)))
      throw payoutsErrors.PAYOUT_NOT_OPEN(
        'The ledger refused the reversal; fund or reopen the settlement ledger, then approve again.',
      );
  }

  /** The payout stays as it is, so that staff can confirm it again. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * A payout that failed or waits for confirmation, or whose outcome the provider disputes, takes either outcome. A final
 * one takes the other outcome as a correction: when staff confirmed it, or when a settlement report says the opposite.
 */
function assertOpen(
  { status, disputed, confirmed }: Payout,
  { outcome, settlementLineId }: Pick<Confirmation, 'outcome' | 'settlementLineId'>,
): void {
  const isCorrection =
    (confirmed || settlementLineId !== undefined) && FINAL_STATUSES.includes(status) && status !== outcome;
  if (OPEN_TO_STAFF.includes(status) || disputed || isCorrection) return;
  throw payoutsErrors.PAYOUT_NOT_OPEN(
    `The payment is ${status}; staff can confirm only payments that are Failed, ConfirmManually or disputed, and ` +
      'correct to the other outcome what staff confirmed or a line of a settlement report contradicts.',
  );
}

/**
 * Refuses a finding about a payment that has ended since it was asked for: the maker did not see the provider's answer.
 * @throws CHANGE_OUTDATED (409)
 */
function assertUnanswered({ status }: Payout, asked: PayoutStatus | undefined): void {
  if (asked === undefined || status === asked || !FINAL_STATUSES.includes(status)) return;
  throw institutionsErrors.CHANGE_OUTDATED(
    `The payment was ${asked} when this was asked for and is ${status} by now; decline it and ask anew.`,
  );
}
