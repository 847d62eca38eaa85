import type { Tx } from '../../common/database/unit-of-work';

/** What a query of a movement tells of its AML hold (contract, `tsq/local`). */
export interface HoldState {
  /** True while AML keeps the movement from being executed. */
  amlHold: boolean;
  /** `Pending`, `Approved` or `Declined`. */
  approvalStatus: string;
}

/** Whether AML holds or held a posting. Declared here, provided by `aml`, so that imports go down only. */
export abstract class HoldStatus {
  /** Undefined for a posting that was never held. */
  abstract ofPosting(tx: Tx, institutionId: number, postingId: number): Promise<HoldState | undefined>;

  /** The posting that a retry of a released hold executed, by the retry's own request reference. */
  abstract postingOfRetry(tx: Tx, institutionId: number, requestReference: string): Promise<number | undefined>;
}
