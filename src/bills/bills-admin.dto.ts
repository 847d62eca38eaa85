import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { VendRowView } from './bills.dto';

/** How staff settle a vend: the biller has been paid, or the money goes back. */
export const VEND_OUTCOMES = ['Successful', 'Reversed'] as const;
export type VendOutcome = (typeof VEND_OUTCOMES)[number];

export class ConfirmVendBody {
  /** The vend's own reference.
   * @example "BILL-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  paymentReference!: string;

  /** What became of it.
   * @example "Reversed" */
  @IsIn(VEND_OUTCOMES)
  outcome!: VendOutcome;

  /** Where that is written.
   * @example "Settlement report of 21 November 2026, line 14: not received" */
  @IsString()
  @Matches(/\S/, { message: 'evidence must not be blank' })
  @MaxLength(500)
  evidence!: string;
}

/** The approval that a settlement waits for. */
export class PendingConfirmationView {
  /** @example "PENDING_APPROVAL" */
  statusCode!: string;

  /** @example 20014 */
  approvalId!: number;

  /** @example "BILL-20261121-0001" */
  reference!: string;
}

export class ListUnresolvedVendsQuery extends PagingQuery {
  /** What the rows are ordered by.
   * @example "TransactionDate" */
  @IsOptional()
  @IsIn(['TransactionDate'])
  override SortColumn?: string;
}

/** A vend that staff must look at. */
export class UnresolvedVendView extends VendRowView {
  /** What the provider knows it by; settlement reports name it.
   * @example "V1-20261121093012-104201" */
  providerReference!: string;

  /** Whether the provider contradicted a final state, for instance with a late success.
   * @example false */
  disputed!: boolean;

  /** How often it was sent.
   * @example 1 */
  sends!: number;

  /** How often the provider was asked what became of it.
   * @example 3 */
  queries!: number;

  /** When the provider was last called.
   * @example "2026-11-21T09:33:12.345Z" */
  lastAttemptAt!: string | null;
}
