import type { Money } from './money.js';

/** Money has moved within the institution. */
export interface Done {
  kind: 'done';
  /** The caller's reference of the movement. */
  reference: string;
  /** The service's reference; receipts and reversals take it. */
  postingReference: string;
  amount: Money;
  /** True when the service had done it before and this is not the first answer. */
  replayed: boolean;
}

export type ProcessingStatus =
  'Failed' | 'Pending' | 'Processed' | 'Reversed' | 'Processing' | 'PendingTSQ' | 'ConfirmManually';

/** An interbank transfer was taken; `processingStatus` tells whether the other bank has it. */
export interface Sent {
  kind: 'sent';
  reference: string;
  sessionID: string | undefined;
  processingStatus: ProcessingStatus;
  /** True for `Processed` and `Reversed`, after which nothing changes. */
  isFinal: boolean;
  amount: Money;
  /** Amount and charges together. */
  totalDebited: Money;
  replayed: boolean;
}

/** AML screening holds the movement; no money has moved. */
export interface Held<Success> {
  kind: 'held';
  reference: string;
  approvalId: number;
  reason: string;
  /** Secret for the retry; absent for a movement that goes on by itself. */
  amlApprovalReference: string | undefined;
  /** Sends the unchanged request once staff have released it. @throws Refusal while they have not */
  retry(): Promise<MovementOutcome<Success>>;
}

/** The movement waits for staff by a policy; it is done with their approval, and no money has moved yet. */
export interface PendingApproval {
  kind: 'pending-approval';
  reference: string;
  approvalId: number;
}

/** Every way in which the service takes a movement. A refusal is thrown (`Refusal`, `OutcomeUnknown`). */
export type MovementOutcome<Success = Done> = Success | Held<Success> | PendingApproval;
