import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { MAX_CHECKERS } from './approval-policy.entity';

/** A policy: the operations and amounts that need an approval. */
export class ApprovalPolicyView {
  /** @example 20500 */
  id!: number;

  /** @example local-transfer */
  operation!: string;

  /**
   * Smallest amount that needs an approval, in Naira; null for every amount.
   * @example 1000000
   */
  amountFloor!: number | null;

  /** @example 1 */
  requiredCheckers!: number;

  /** @example true */
  active!: boolean;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** Filters of the list of policies. */
export class ListApprovalPoliciesQuery extends PagingQuery {
  /** @example local-transfer */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Operation?: string;
}

/** A policy. Where several apply to an amount, the one with the most checkers counts. */
export class ApprovalPolicyBody {
  /**
   * Name of an operation (docs/api/approvals.md#operations).
   * @example local-transfer
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  operation!: string;

  /**
   * Smallest amount that needs an approval, in Naira. Default: every amount.
   * @example 1000000
   */
  @IsOptional()
  @IsNaira()
  amountFloor?: number;

  /**
   * Number of different members of staff who must approve. Default 1.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_CHECKERS)
  requiredCheckers?: number;

  /**
   * Default true.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  active?: boolean;
}

/** The policy in a path. */
export class ApprovalPolicyPath {
  /** @example 20500 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'policyId must be a whole number' })
  policyId!: string;
}
