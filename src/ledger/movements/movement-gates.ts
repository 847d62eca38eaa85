import type { IdBlock } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { Outcome } from '../../common/http/outcome';
import type { LedgerAccount } from '../engine/ledger-account.entity';
import type { PostingRequest } from '../engine/posting-request';

/** Runs one prepared statement on the connection of the batch that is being decided. */
export type BatchQuery = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** What a request would move on one account in one direction. */
export interface AccountMovement {
  account: LedgerAccount;
  direction: 'inflow' | 'outflow';
  /** Sum of the request's principal legs on this account and side. */
  amountKobo: bigint;
  /** Completed screened movements of the account in the 24 hours before, this batch's included. */
  windowKobo: bigint;
}

/** What a gate may use while it decides. */
export interface GateContext {
  postingId: number;
  now: Date;
  /** A block with room for at least ten ids and one for each leg. */
  ids: IdBlock;
}

/** A gate's decision to stop a movement: nothing moves, these rows are written with the waiting posting. */
export interface Interception {
  status: 'Held' | 'PendingApproval';
  outcome: Outcome;
  rows: ExtraRow[];
  /** Accounts that the rule also freezes. */
  freezeAccountIds?: number[];
}

/** A gate loaded for one batch. Deciding is pure. */
export interface MovementGate {
  intercept(request: PostingRequest, movements: AccountMovement[], context: GateContext): Interception | undefined;
}

/** A released hold that a retry presents: locked until its transaction ends. */
export interface ReleasedHold {
  holdId: number;
  /** The posting that waits under the hold's reference. */
  postingId: number;
  reference: string;
  checker: string;
}

/** How a client presents an approval reference. */
export interface ReleaseRetry {
  institutionId: number;
  amlApprovalReference: string;
  endpoint: string;
  fingerprint: Buffer;
  actor: string;
  requestReference: string;
}

/** AML's part in a posting decision (design §5). Declared here, provided by `aml`, so that imports go down only. */
export abstract class MovementScreen {
  /** Reads the institution's rules on the batch's connection, under its locks. */
  abstract load(query: BatchQuery, institutionId: number): Promise<MovementGate>;

  /** The hold a retry's approval reference names, without locking it. @throws AML_REFERENCE_REJECTED */
  abstract identify(tx: Tx, retry: ReleaseRetry): Promise<number>;

  /** Locks the hold and checks that it is approved, unused and this client's unchanged request. @throws AML_REFERENCE_REJECTED */
  abstract open(tx: Tx, retry: ReleaseRetry): Promise<ReleasedHold>;

  /** Marks an opened hold used, in the same transaction. */
  abstract markUsed(
    tx: Tx,
    institutionId: number,
    hold: ReleasedHold,
    requestReference: string | undefined,
  ): Promise<void>;

  /** The 202 of an existing hold for the same client's same payload; undefined when the payload or client differs. */
  abstract repeat(
    institutionId: number,
    postingId: number,
    actor: string,
    fingerprint: Buffer,
  ): Promise<Outcome | undefined>;
}

/** The maker–checker policy's part in a posting decision (design §6), provided by `approvals`. */
export abstract class MovementApproval {
  abstract load(query: BatchQuery, institutionId: number): Promise<MovementGate>;
}
