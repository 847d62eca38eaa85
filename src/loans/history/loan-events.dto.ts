import { PagingQuery } from '../../common/http/paging.dto';
import type { LoanTransactionKind } from '../contract/loan-transaction.entity';

export class LoanEventsQuery extends PagingQuery {}

/** An act on a loan. Amounts in Naira. */
export class LoanEventView {
  /** @example 20931 */
  id!: number;

  /** @example Repayment */
  kind!: LoanTransactionKind;

  /** @example RP-20261121-0001 */
  reference!: string;

  /** @example 2026-11-21 */
  valueDate!: string;

  /**
   * The day of booking; the day after the value date for a collection of the end of day.
   * @example 2026-11-21
   */
  businessDate!: string;

  /**
   * 1 for the terms of the offer, then one more for each restructure.
   * @example 1
   */
  contractVersion!: number;

  /** @example 20000 */
  amount!: number;

  /**
   * Null where no money moved.
   * @example PST000000020913
   */
  postingReferenceNumber!: string | null;

  /**
   * Id of the act that this one reverses; null for other acts.
   * @example null
   */
  reversesEventId!: number | null;

  /**
   * True when the act has been reversed.
   * @example false
   */
  isReversed!: boolean;

  /** @example api-client:sandbox */
  createdBy!: string;
}

/** Events that were made from the transactions of a loan. */
export class RebuiltEventsView {
  /** @example 4 */
  rebuilt!: number;
}
