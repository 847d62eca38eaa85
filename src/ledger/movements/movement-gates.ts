import type { IdBlock } from '../../common/database/id-allocator';
import type { ExtraRow } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import type { RequestFingerprint } from '../../common/idempotency/claims';
import type { LedgerAccount } from '../engine/ledger-account.entity';
import type { PostingAnswer } from '../engine/posting-operation';
import type { LockedAccounts, MovementRequest, PartyExamination, PostingRequest } from '../engine/posting-request';

/** Runs one prepared statement on the connection of the batch that is being decided. */
export type BatchQuery = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** What counts (`isCounted`) of a request on one account in one direction. */
export interface AccountMovement {
  account: LedgerAccount;
  direction: 'inflow' | 'outflow';
  /** Sum of the request's counted legs on this account and side. */
  amountKobo: bigint;
  /**
   * What counted on the account in this direction in the 24 hours before, earlier requests of the batch included.
   */
  windowKobo: bigint;
}

/** The posting's id, the time and new ids, for the rows of a gate's decision. */
export interface GateContext {
  postingId: number;
  now: Date;
  /** The locked accounts of the batch. */
  accounts: LockedAccounts;
  /** A block with room for at least ten ids and one for each leg. */
  ids: IdBlock;
}

/** A gate's decision to stop a movement: no money moves, and these rows are written with the waiting posting. */
export interface Interception {
  status: 'Held' | 'PendingApproval';
  answer: PostingAnswer;
  /** True when the answer contains a secret: its stored copy is then sealed. */
  isConfidential: boolean;
  rows: ExtraRow[];
  /** Accounts to freeze. */
  freezeAccountIds?: number[];
}

/** A gate with its rules, loaded for one batch. It decides without a statement. */
export interface MovementGate {
  intercept(request: MovementRequest, movements: AccountMovement[], context: GateContext): Interception | undefined;
}

/** A posting that is about to be written. The accounts are still as it found them. */
export interface WatchedPosting {
  request: PostingRequest;
  postingId: number;
  accounts: LockedAccounts;
  now: Date;
  /** True where AML held it, or the request from which it follows, and staff released it. */
  isReleased: boolean;
}

/** A statement of a gate that is sent with the writes of the batch. */
export interface GateStatement {
  name: string;
  text: string;
  values: unknown[];
  /** Writes the text for a distributed database, where it differs. */
  distributed?: () => string;
}

/** The gate of AML: it stops movements, and reports postings of operations that it must not stop. */
export interface ScreenGate extends MovementGate {
  /** The rows to write with a posting that meets a rule; none for any other. */
  report(request: PostingRequest, movements: AccountMovement[], context: GateContext): ExtraRow[];
  /** True where the request was examined with other watch-lists than those that are active now. */
  isExaminationOutdated?(request: PostingRequest): boolean;
  /** Told of every posting of the batch before it is applied; absent while nothing watches the institution. */
  watch?(posting: WatchedPosting): void;
  /** What the gate has to write once every request of the batch is decided. */
  statements?(): GateStatement[];
}

/** A batch for which a gate loads its rules. */
export interface ScreenedBatch {
  requests: readonly PostingRequest[];
  /** The accounts of the requests, ascending. */
  accountIds: readonly number[];
  /** True when AML screens or reports a request of the batch. */
  isScreened: boolean;
  /** False for a decision that is not written, whose transaction may lock nothing. */
  locks: boolean;
  /** The version of the institution's scenarios in use, 0 for none; it comes with the state of the batch. */
  scenariosVersion: Promise<number>;
  /** The version of the institution's watch-lists, 0 for none. */
  watchListsVersion: Promise<number>;
}

/** A released hold that a retry named, locked until the transaction ends. */
export interface ReleasedHold {
  holdId: number;
  /** The posting that waits under the hold's reference. */
  postingId: number;
  reference: string;
  checker: string;
}

/** A client's retry with an approval reference. */
export interface ReleaseRetry extends RequestFingerprint {
  institutionId: number;
  amlApprovalReference: string;
  endpoint: string;
  actor: string;
  requestReference: string;
}

/**
 * AML screening as part of a posting decision (docs/ARCHITECTURE.md#aml-hold-and-release). Declared here and provided
 * by `aml`, so that the ledger imports no module above it.
 */
export abstract class MovementScreen {
  /**
   * Reads the institution's rules on the batch's connection, under the batch's locks. It sends no statement for a batch
   * that is not screened while the institution uses no scenario.
   */
  abstract load(query: BatchQuery, institutionId: number, batch: ScreenedBatch): Promise<ScreenGate>;

  /**
   * Looks up the names of a request's parties at other institutions in watch-lists, before the request is decided.
   * Undefined for a request without such a party, so that most postings wait for nothing.
   */
  abstract examine(request: PostingRequest): Promise<PartyExamination> | undefined;

  /**
   * The id of the hold that a retry's approval reference names, without a lock. @throws AML_REFERENCE_REJECTED (422)
   */
  abstract identifyHold(tx: Tx, retry: ReleaseRetry): Promise<number>;

  /**
   * Locks the hold of a retry. It must be released and unused, and the retry must be the same client's unchanged
   * request.
   * @throws AML_REFERENCE_REJECTED (422), REQUEST_IN_PROGRESS (409)
   */
  abstract lockReleasedHold(tx: Tx, retry: ReleaseRetry): Promise<ReleasedHold>;

  /** Marks a locked hold as used, in the same transaction. */
  abstract markHoldUsed(
    tx: Tx,
    institutionId: number,
    hold: ReleasedHold,
    requestReference: string | undefined,
  ): Promise<void>;

  /** The answer of an existing hold, for the same body of the same client; undefined when either differs. */
  abstract holdAnswerOf(
    institutionId: number,
    postingId: number,
    actor: string,
    request: RequestFingerprint,
  ): Promise<PostingAnswer | undefined>;
}

/**
 * The approval policies as part of a posting decision (docs/ARCHITECTURE.md#approvals). Declared here and provided by
 * `approvals`.
 */
export abstract class MovementApproval {
  abstract load(query: BatchQuery, institutionId: number): Promise<MovementGate>;
}
