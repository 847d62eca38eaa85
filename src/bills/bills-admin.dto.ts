import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { VendRowView } from './bills.dto';

/** The two ways in which staff settle a vend: the biller has been paid, or the money goes back. */
export const VEND_OUTCOMES = ['Successful', 'Reversed'] as const;
export type VendOutcome = (typeof VEND_OUTCOMES)[number];

export class ConfirmVendBody {
  /** Reference of the bill payment.
   * @example "BILL-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  paymentReference!: string;

  /** `Successful`: the biller has the money. `Reversed`: it was not paid, and the money goes back to the account.
   * @example "Reversed" */
  @IsIn(VEND_OUTCOMES)
  outcome!: VendOutcome;

  /** Evidence of the outcome.
   * @example "Settlement report of 21 November 2026, line 14: not received" */
  @IsString()
  @Matches(/\S/, { message: 'evidence must not be blank' })
  @MaxLength(500)
  evidence!: string;
}

/** The approval that a confirmation waits for. */
export class PendingConfirmationView {
  /** @example "PENDING_APPROVAL" */
  statusCode!: string;

  /** @example 20014 */
  approvalId!: number;

  /** @example "BILL-20261121-0001" */
  reference!: string;
}

export class ListUnresolvedVendsQuery extends PagingQuery {
  /** Column by which the rows are sorted.
   * @example "TransactionDate" */
  @IsOptional()
  @IsIn(['TransactionDate'])
  override SortColumn?: string;
}

/** A bill payment that waits for staff. */
export class UnresolvedVendView extends VendRowView {
  /** Reference of the payment at the provider; settlement reports name it.
   * @example "V1-20261121093012-104201" */
  providerReference!: string;

  /** True when the provider contradicted the final status, for instance with a late success, or gave no definite answer
   * for two days after a reversal.
   * @example false */
  disputed!: boolean;

  /** Number of times the payment was sent.
   * @example 1 */
  sends!: number;

  /** Number of status queries.
   * @example 3 */
  queries!: number;

  /** Time of the last call to the provider.
   * @example "2026-11-21T09:33:12.345Z" */
  lastAttemptAt!: string | null;
}
