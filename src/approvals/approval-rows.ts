import type { ExtraRow } from '../common/database/insert-rows';
import { Outcome } from '../common/http/outcome';
import type { StoredMovement } from '../ledger/movements/stored-movement';

/** A new approval. */
export interface NewApproval {
  institutionId: number;
  /** The approval's id, from `IdAllocator`. */
  id: number;
  /** Registered in `ApprovalSubjects`, or a movement operation. */
  operation: string;
  title: string;
  /** `api-client:ID` or `staff:ID`. */
  maker: string;
  amountKobo?: bigint;
  /** One sentence for staff; cut at 500 characters. */
  summary: string;
  /** Default 1. */
  requiredCheckers?: number;
  postingId?: number;
  movement?: StoredMovement;
  /** Default false. */
  released?: boolean;
  details?: Record<string, unknown>;
  createdAt: Date;
}

const SUMMARY_MAX_LENGTH = 500;

/** The rows of a new approval, for the transaction of the change that waits for it. */
export function approvalRows(approval: NewApproval): ExtraRow[] {
  const {
    institutionId,
    id,
    operation,
    title,
    maker,
    amountKobo,
    summary,
    requiredCheckers = 1,
    postingId,
    movement,
    released = false,
    details,
    createdAt,
  } = approval;
  const values = {
    institution_id: institutionId,
    id,
    operation,
    title,
    status: 'Pending',
    maker,
    amount_kobo: amountKobo ?? null,
    summary: summary.slice(0, SUMMARY_MAX_LENGTH).toWellFormed(),
    required_checkers: requiredCheckers,
    posting_id: postingId ?? null,
    movement: movement ?? null,
    released,
    details: details ?? null,
    created_at: createdAt.toISOString(),
  };
  return [{ table: 'approval', values }];
}

/** The 202 of a change that waits for approval; `data` may have the id of the waiting resource. */
export function pendingApproval(approvalId: number, message: string, data: Record<string, unknown> = {}): Outcome {
  return Outcome.accepted(message, { statusCode: 'PENDING_APPROVAL', approvalId, ...data });
}
