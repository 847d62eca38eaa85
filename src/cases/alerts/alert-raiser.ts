import type { Tx } from '../../common/database/unit-of-work';
import type { AlertReason, AlertSource, AlertSubject } from './aml-alert.entity';

/** A finding of a rule, a scenario, a list or a complaint, before it is an alert. */
export interface NewAlert {
  institutionId: number;
  subjectType: AlertSubject;
  /** Null only for a ledger of the institution. */
  customerId: number | null;
  /** The account of record; needed where the subject is an account. */
  accountId?: number | null;
  source: AlertSource;
  /** The scenario, the rule, the list entry or the complaint; at most 100 characters. */
  sourceId: string;
  /** The version of the scenario or the list; at most 40 characters. */
  sourceVersion?: string | null;
  /** The name of the source that may be shown to anybody; at most 100 characters. */
  publicName: string;
  /** 0 to 100; rounded. */
  score: number;
  /** At least one. */
  reasons: AlertReason[];
  /** Facts that JSON can hold: amounts as decimal text. Bounded by the caller. */
  facts?: Record<string, unknown>;
  postingIds?: number[];
  /** Repeats of one finding have the same key, such as `hold:20417`; at most 200 characters. */
  dedupeKey: string;
}

/**
 * Raises alerts for the officers of the AML desk (docs/api/cases.md#alerts). Provided by the case desk, for every
 * module that finds something.
 */
export abstract class AlertRaiser {
  /**
   * Writes an alert in the caller's transaction.
   *
   * @returns its id; undefined when an alert with this dedupe key exists
   */
  abstract raise(tx: Tx, alert: NewAlert): Promise<number | undefined>;

  /**
   * Writes alerts in the caller's transaction, by a few statements, all of one institution.
   *
   * @returns the ids of those whose dedupe key is new
   */
  abstract raiseAll(tx: Tx, alerts: readonly NewAlert[]): Promise<number[]>;
}
