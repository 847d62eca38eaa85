import type { Tx } from '../../common/database/unit-of-work';

/** The AML hold of a movement, as status queries show it (docs/api/transfers.md#status-queries-and-search). */
export interface HoldState {
  /** True while AML keeps the movement from being executed. */
  amlHold: boolean;
  /** `Pending`, `Approved` or `Declined`. */
  approvalStatus: string;
}

/**
 * Looks up AML holds of postings. Declared here and provided by `aml`, so that the ledger imports no module above it.
 */
export abstract class HoldStatus {
  /** The hold of a posting; undefined when it was never held. */
  abstract ofPosting(tx: Tx, institutionId: number, postingId: number): Promise<HoldState | undefined>;

  /** The id of the posting that a retry executed after a release, by the retry's own request reference. */
  abstract postingOfRetry(tx: Tx, institutionId: number, requestReference: string): Promise<number | undefined>;
}
