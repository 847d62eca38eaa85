import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { AppError } from '../../common/errors/app-error';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { InFlightRequests } from '../../common/idempotency/in-flight-requests';
import { formatNaira, nairaToKobo } from '../../common/money/naira';
import { ChangeKinds } from '../../institutions/changes/change-kinds';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { Approval, type ApprovalStatus } from '../approval.entity';
import type { Verdict } from '../approval-decision.entity';
import { ApprovalSubjects } from '../approval-subjects';
import { approvalsErrors } from '../approvals.errors';
import { DecidableOperations } from '../decidable-operations';
import { BULK_DECISION_MAX_AMOUNT } from '../work/approval-work.settings';
import type { BulkDecisionsView, BulkVerdict } from './bulk-decisions.dto';

interface RequestedDecision {
  approvalId: number;
  verdict: BulkVerdict;
}

/** One decision of the list, under a reference of its own. */
export interface BulkDecision<One extends RequestedDecision> {
  write: WriteRequest;
  verdict: Verdict;
  /** The element of the list. */
  asked: One;
  /** Refuses what is not decided in bulk; for the transaction of the decision. */
  before: (tx: Tx) => Promise<void>;
}

/**
 * Decides a list of approvals, each in its own transaction, so that one refusal does not undo the others
 * (docs/api/approvals.md#bulk-decisions).
 */
@Injectable()
export class BulkDecisions {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly inFlight: InFlightRequests,
    private readonly settings: InstitutionSettings,
    private readonly kinds: ChangeKinds,
    private readonly subjects: ApprovalSubjects,
    private readonly operations: DecidableOperations,
  ) {}

  /**
   * Runs `decide` for each decision in order. Repeated with the same request reference, what was decided before is
   * answered again and nothing is done twice.
   * @throws DUPLICATE_REFERENCE, REQUEST_IN_PROGRESS (409), and what is not an `AppError`
   */
  async run<One extends RequestedDecision>(
    { write, staff }: { write: WriteRequest; staff: StaffActor },
    decisions: readonly One[],
    decide: (decision: BulkDecision<One>) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { institutionId, requestReference } = write;
    const key = requestReference === undefined ? undefined : `bulk|${requestReference}`;
    return this.inFlight.guard(institutionId, key, async () => {
      // Binds the reference to this list, before anything is decided.
      if (requestReference !== undefined)
        await this.writes.run(write, { decisions }, () => Promise.resolve(Outcome.done({})));
      const results: BulkDecisionsView['results'] = [];
      for (const decision of decisions) results.push(await this.resultOf({ write, staff }, decision, decide));
      const decided = results.filter(({ ok }) => ok).length;
      return Outcome.done({ decided, refused: results.length - decided, results });
    });
  }

  private async resultOf<One extends RequestedDecision>(
    { write, staff }: { write: WriteRequest; staff: StaffActor },
    asked: One,
    decide: (decision: BulkDecision<One>) => Promise<Outcome>,
  ): Promise<BulkDecisionsView['results'][number]> {
    const { approvalId } = asked;
    const verdict: Verdict = asked.verdict === 'approve' ? 'Approved' : 'Declined';
    try {
      const { message, data } = await decide({
        write: {
          ...write,
          requestReference: referenceOf(write.requestReference, approvalId),
          retriesRefusals: true,
        },
        verdict,
        asked,
        before: (tx) => this.assertDecidedInBulk(tx, staff, approvalId, verdict),
      });
      const { status } = data as { status: ApprovalStatus };
      return { approvalId, ok: true, statusCode: null, message, status };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { approvalId, ok: false, statusCode: error.code, message: error.message, status: null };
    }
  }

  /**
   * The permission comes first: a refusal for another reason tells what the approval is about, and its amount.
   * @throws APPROVAL_NOT_FOUND (404), PERMISSION_DENIED (403), BULK_AMOUNT_EXCEEDED, BULK_NOT_ALLOWED (422)
   */
  private async assertDecidedInBulk(tx: Tx, staff: StaffActor, approvalId: number, verdict: Verdict): Promise<void> {
    const { institutionId } = staff;
    const approval = await tx.findOne(Approval, {
      where: { institutionId, id: approvalId },
      select: { institutionId: true, id: true, operation: true, amountKobo: true },
      lock: { mode: 'pessimistic_write' },
    });
    if (!approval) return;
    this.operations.assertPermitted(approval, staff);
    if (verdict === 'Approved' && this.kinds.find(approval.operation)) throw approvalsErrors.BULK_NOT_ALLOWED();
    const limit = await this.settings.getWithin(tx, institutionId, BULK_DECISION_MAX_AMOUNT);
    const limitKobo = nairaToKobo(Number(limit)) ?? 0n;
    const amountKobo =
      (await this.subjects.find(approval.operation)?.decidedKobo?.(tx, approval)) ?? approval.amountKobo;
    if (amountKobo !== null && amountKobo > limitKobo)
      throw approvalsErrors.BULK_AMOUNT_EXCEEDED(
        `${formatNaira(amountKobo)} is more than the ${formatNaira(limitKobo)} up to which approvals are ` +
          'decided in bulk; open this one and decide it by itself.',
      );
  }
}

/** The claim of one decision: the list's reference may be as long as the column, so it is hashed. */
function referenceOf(listReference: string | undefined, approvalId: number): string | undefined {
  if (listReference === undefined) return undefined;
  return `bulk:${createHash('sha256').update(listReference).digest('hex').slice(0, 32)}:${approvalId}`;
}
