import { type ExtraRow, extraRow } from '../common/database/insert-rows';
import { Outcome } from '../common/http/outcome';
import type { PostingAnswer } from '../ledger/engine/posting-operation';
import type { StoredMovement } from '../ledger/movements/stored-movement';
import { Approval, type ApprovalRecordKind } from './approval.entity';

/** A record that an approval is about. */
export interface ApprovalRecord {
  kind: ApprovalRecordKind;
  id: number;
}

/** A new approval. */
export interface NewApproval {
  institutionId: number;
  /** The approval's id, from `IdAllocator`. */
  id: number;
  /** That of an `ApprovalSubject`, or a movement operation. */
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
  /** The record that the decision is about, where its history shows the approval. */
  record?: ApprovalRecord;
  createdAt: Date;
}

const SUMMARY_MAX_LENGTH = 500;

/** The rows of a new approval, for the transaction of the change that waits for it. */
export function approvalRows({ record, ...approval }: NewApproval): ExtraRow[] {
  const { summary, requiredCheckers = 1, released = false } = approval;
  const row = {
    ...approval,
    status: 'Pending' as const,
    summary: summary.slice(0, SUMMARY_MAX_LENGTH).toWellFormed(),
    requiredCheckers,
    released,
    recordKind: record?.kind ?? null,
    recordId: record?.id ?? null,
  };
  return [extraRow(Approval, row)];
}

/** The answer to a request that waits for staff; `data` may carry the id of the resource that waits. */
export function pendingApprovalAnswer(
  approvalId: number,
  message: string,
  data: Record<string, unknown> = {},
): PostingAnswer {
  return { message, data: { statusCode: 'PENDING_APPROVAL', approvalId, ...data } };
}

/** The same as a 202. */
export function pendingApproval(approvalId: number, message: string, data: Record<string, unknown> = {}): Outcome {
  const answer = pendingApprovalAnswer(approvalId, message, data);
  return Outcome.accepted(answer.message, answer.data);
}
