import type { IdBlock } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { LedgerAccount } from '../engine/ledger-account.entity';
import type { PostingAnswer } from '../engine/posting-operation';
import type { MovementRequest } from '../engine/posting-request';

/** Runs one prepared statement on the connection of the batch that is being decided. */
export type BatchQuery = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** The principal that a request would move on one account in one direction. */
export interface AccountMovement {
  account: LedgerAccount;
  direction: 'inflow' | 'outflow';
  /** Sum of the request's principal legs on this account and side. */
  amountKobo: bigint;
  /** Completed screened movements of the account in the 24 hours before, this batch's included. */
  windowKobo: bigint;
}

/** Id, time and ids for the rows of a gate's decision. */
export interface GateContext {
  postingId: number;
  now: Date;
  /** A block with room for at least ten ids and one for each leg. */
  ids: IdBlock;
}

/** A gate's decision to stop a movement: nothing moves, these rows are written with the waiting posting. */
export interface Interception {
  status: 'Held' | 'PendingApproval';
  answer: PostingAnswer;
  /** True when the answer holds a secret, so that its stored copy is sealed. */
  isConfidential: boolean;
  rows: ExtraRow[];
  /** Accounts that the rule also freezes. */
  freezeAccountIds?: number[];
}

/** A gate loaded for one batch. Deciding is pure. */
export interface MovementGate {
  intercept(request: MovementRequest, movements: AccountMovement[], context: GateContext): Interception | undefined;
}

/** A released hold that a retry presents: locked until its transaction ends. */
export interface ReleasedHold {
  holdId: number;
  /** The posting that waits under the hold's reference. */
  postingId: number;
  reference: string;
  checker: string;
}

/** A client's retry with an approval reference. */
export interface ReleaseRetry {
  institutionId: number;
  amlApprovalReference: string;
  endpoint: string;
  /** In hexadecimal digits. */
  fingerprint: string;
  actor: string;
  requestReference: string;
}

/**
 * AML's part in a posting decision (docs/ARCHITECTURE.md#aml-hold). Declared here, provided by `aml`, so that imports
 * go down only.
 */
export abstract class MovementScreen {
  /** Reads the institution's rules on the batch's connection, under its locks. */
  abstract load(query: BatchQuery, institutionId: number): Promise<MovementGate>;

  /** Id of the hold that a retry's approval reference names, without locking it. @throws AML_REFERENCE_REJECTED */
  abstract identify(tx: Tx, retry: ReleaseRetry): Promise<number>;

  /**
   * Locks the hold and checks that it is approved, unused and this client's unchanged request.
   * @throws AML_REFERENCE_REJECTED
   */
  abstract open(tx: Tx, retry: ReleaseRetry): Promise<ReleasedHold>;

  /** Marks an opened hold used, in the same transaction. */
  abstract markUsed(
    tx: Tx,
    institutionId: number,
    hold: ReleasedHold,
    requestReference: string | undefined,
  ): Promise<void>;

  /** The answer of an existing hold to its client's same body; undefined when the body or the client differs. */
  abstract repeatAnswer(
    institutionId: number,
    postingId: number,
    actor: string,
    fingerprint: string,
  ): Promise<PostingAnswer | undefined>;
}

/**
 * The part of the maker–checker policies in a posting decision (docs/ARCHITECTURE.md#approvals), provided by
 * `approvals`.
 */
export abstract class MovementApproval {
  abstract load(query: BatchQuery, institutionId: number): Promise<MovementGate>;
}
