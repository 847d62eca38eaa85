import { Injectable, type OnModuleInit } from '@nestjs/common';
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
import { Clock } from '../common/time/clock';
import type { Payout, PayoutKind, PayoutStatus } from './payout.entity';
import { PayoutProviders } from './payout-provider';
import { PayoutSteps } from './payout-steps';
import { Payouts } from './payouts';
import { payoutsErrors } from './payouts.errors';
import { payoutsPermissions } from './payouts.permissions';

/** How staff settle a payout: the provider has paid it, or it has not and the money goes back. */
export const CONFIRMED_OUTCOMES = ['Processed', 'Reversed'] as const;
export type ConfirmedOutcome = (typeof CONFIRMED_OUTCOMES)[number];

/** What a member of staff has found out about a payout, and where it is written. */
export interface Confirmation {
  reference: string;
  outcome: ConfirmedOutcome;
  /** Such as the line of the settlement report; at most 500 characters. */
  evidence: string;
}

const OPEN_TO_STAFF: readonly PayoutStatus[] = ['Failed', 'ConfirmManually'];

/** Settles what no provider settled, by two members of staff with evidence (design §7, contract: transfers/confirm, bills/confirm). */
@Injectable()
export class PayoutConfirmations implements ApprovalSubject, OnModuleInit {
  readonly operation = 'confirm-payout';
  readonly title = 'Confirm Payout';
  readonly permission = payoutsPermissions.approveConfirmations;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly writes: IdempotentWrites,
    private readonly gate: ApprovalGate,
    private readonly payouts: Payouts,
    private readonly steps: PayoutSteps,
    private readonly channels: PayoutProviders,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  /**
   * Opens the approval; nothing moves before another member of staff has taken it.
   * @returns 202 with the approval's id.
   * @throws PAYOUT_NOT_FOUND (404), PAYOUT_NOT_OPEN, PAYOUT_ALREADY_CONFIRMING (409)
   */
  async ask(write: WriteRequest, kind: PayoutKind, confirmation: Confirmation): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, confirmation, async (tx) => {
      const { reference, outcome, evidence } = confirmation;
      const { id } = await this.payouts.require(tx, institutionId, kind, reference);
      const payout = await this.steps.lock(tx, institutionId, id);
      assertOpen(payout, outcome);
      if (await this.isWaiting(tx, payout)) throw payoutsErrors.PAYOUT_ALREADY_CONFIRMING();
      const { title } = this.channels.of(payout);
      const summary = `${title} ${reference} of ${formatNaira(payout.amountKobo)} to be settled as ${outcome}: ${evidence}`;
      const details = { payoutId: id, outcome, evidence };
      const approvalId = await this.gate.ask(tx, write, {
        operation: this.operation,
        amountKobo: payout.amountKobo,
        summary,
        details,
        always: true,
      });
      await this.audit.record(tx, write, { action: 'payout.confirm', subject: `payout:${id}`, details });
      return pendingApproval(approvalId!, 'Another member of staff must approve; no funds moved.', { reference });
    });
  }

  async onApproved(tx: Tx, { institutionId, details }: Approval, _staff: StaffActor): Promise<void> {
    const { payoutId, outcome, evidence } = details as {
      payoutId: number;
      outcome: ConfirmedOutcome;
      evidence: string;
    };
    const payout = await this.steps.lock(tx, institutionId, payoutId);
    assertOpen(payout, outcome);
    const said = { responseMessage: evidence.slice(0, 300), disputed: false };
    if (payout.status === outcome) {
      await this.steps.store(tx, payout, said);
      return;
    }
    if (outcome === 'Processed') {
      await this.steps.store(tx, payout, {
        ...said,
        status: 'Processed',
        requireReversal: false,
        nextActionAt: null,
        finishedAt: this.clock.now(),
      });
      return;
    }
    if (!(await this.steps.reverse(tx, payout, said)))
      throw payoutsErrors.PAYOUT_NOT_OPEN(
        'The ledger refuses the reversal as its accounts stand: make the settlement ledger able to bear it, then approve again.',
      );
  }

  /** The payout stays as it is, for the next finding. */
  onDeclined(): Promise<void> {
    return Promise.resolve();
  }

  private async isWaiting(tx: Tx, { institutionId, id }: Payout): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM approval WHERE institution_id = $1 AND status = 'Pending' AND operation = $2 AND details @> $3::jsonb LIMIT 1`,
      [institutionId, this.operation, JSON.stringify({ payoutId: id })],
    );
    return rows.length > 0;
  }
}

/**
 * What failed or waits for confirmation takes either outcome. What is settled is open while the provider disputes it: staff
 * confirm it as it is, or give a debit back after all. Money that went back is not taken again here.
 */
function assertOpen({ status, disputed }: Payout, outcome: ConfirmedOutcome): void {
  if (OPEN_TO_STAFF.includes(status)) return;
  if (!disputed)
    throw payoutsErrors.PAYOUT_NOT_OPEN(
      `It is ${status}; only what failed, waits for manual confirmation or is disputed can be settled by staff.`,
    );
  if (status === 'Reversed' && outcome === 'Processed') {
    throw payoutsErrors.PAYOUT_NOT_OPEN(
      'Its money went back to the account: recover it by a posting of its own, then confirm it as Reversed.',
    );
  }
}
