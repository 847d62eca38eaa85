import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsReference } from '../../common/text/reference-rule';
import { LOAN_STATUSES, type LoanStatus } from '../contract/loan-status';

/** A repayment from a collections ledger. */
export class RepayLoanBody {
  /** @example 0000010302 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;

  /**
   * Naira; at most the outstanding balance.
   * @example 25000
   */
  @IsNaira()
  amount!: number;

  /**
   * Code of the ledger that the money was collected on; its balance must cover the amount.
   * @example 2030
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  collectionsGL!: string;

  /**
   * The caller's own reference; unique among the institution's repayments.
   * @example RP-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;

  /** @example "Paid at the branch" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string | null;
}

export const PAYMENT_OPTION = { FullSettlement: 0, PartialReduceTenure: 1, PartialReduceInstalment: 2 } as const;
export const PAYMENT_OPTIONS = [0, 1, 2] as const;
export const PAYMENT_SOURCES = ['LinkedAccount', 'CollectionsGL'] as const;

/** An early repayment. */
@FieldRelations(
  { rule: 'only-with', field: 'collectionsGL', other: 'source', values: ['CollectionsGL'] },
  { rule: 'required-with', field: 'collectionsGL', other: 'source', values: ['CollectionsGL'] },
  { rule: 'required-with', field: 'amount', other: 'paymentOption', values: [1, 2] },
)
export class RepayLoanEarlyBody {
  /** @example 0000010302 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;

  /**
   * 0 FullSettlement pays the payoff and closes the loan. 1 PartialReduceTenure prepays principal and keeps the amount
   * of the instalments, of which fewer are left. 2 PartialReduceInstalment prepays principal and makes the instalments
   * smaller on the same dates.
   * @example 2
   */
  @IsIn(PAYMENT_OPTIONS)
  paymentOption!: (typeof PAYMENT_OPTIONS)[number];

  /**
   * Naira; required for a part payment. A full settlement pays exactly the payoff: leave the amount out, or send it.
   * @example 20000
   */
  @IsOptional()
  @IsNaira()
  amount?: number | null;

  /**
   * Source of the money; default: `LinkedAccount`.
   * @example LinkedAccount
   */
  @IsOptional()
  @IsIn(PAYMENT_SOURCES)
  source?: (typeof PAYMENT_SOURCES)[number] | null;

  /**
   * Code of the ledger that pays; required when `source` is `CollectionsGL`, and only allowed then.
   * @example 2030
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  collectionsGL?: string | null;

  /**
   * The caller's own reference; unique among the institution's early repayments.
   * @example ER-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;

  /** @example "Bonus" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string | null;
}

/** The amounts that a payment paid, and the loan after it. Naira. */
export class RepaymentView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example RP-20261121-0001 */
  referenceNumber!: string;

  /** @example PST000000020610 */
  postingReferenceNumber!: string;

  /**
   * Naira; below zero when a settlement refunded an amount paid ahead that exceeded the debt.
   * @example 25000
   */
  amount!: number;

  /** @example 21000 */
  principalPaid!: number;

  /** @example 4000 */
  interestPaid!: number;

  /** @example 0 */
  feePaid!: number;

  /** @example 0 */
  defaultPaid!: number;

  /** @example 0 */
  penaltyPaid!: number;

  /**
   * Amount recovered of a written-off loan.
   * @example 0
   */
  recovered!: number;

  /**
   * What a payment above the payoff exceeded it by: it was credited to the linked account, or to unclaimed funds when
   * that is closed.
   * @example 0
   */
  surplus!: number;

  /** @example 87000 */
  outstandingPrincipal!: number;

  /**
   * Everything owed over the whole schedule; for a written-off loan, the amount not recovered yet.
   * @example 101500
   */
  totalOutstanding!: number;

  /** @example Active */
  @ApiProperty({ enum: LOAN_STATUSES })
  loanStatus!: LoanStatus;

  /** @example 2026-12-21 */
  nextDueDate!: string | null;

  /** @example 22400 */
  nextDueAmount!: number;
}
