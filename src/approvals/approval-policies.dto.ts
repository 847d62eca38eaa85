import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { MAX_CHECKERS } from './approval-policy.entity';

/** Which transactions staff must approve first. */
export class ApprovalPolicyView {
  /** @example 20500 */
  id!: number;

  /** @example local-transfer */
  operation!: string;

  /**
   * The smallest amount under the policy, Naira; null for every amount.
   * @example 1000000
   */
  amountFloor!: number | null;

  /** @example 1 */
  requiredCheckers!: number;

  /** @example true */
  active!: boolean;
}

/** Filters of the policies list. */
export class ListApprovalPoliciesQuery extends PagingQuery {
  /** @example local-transfer */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Operation?: string;
}

/** A policy. Where several cover an amount, the one with the most checkers rules. */
export class ApprovalPolicyBody {
  /**
   * Name of a transaction operation.
   * @example local-transfer
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  operation!: string;

  /**
   * The smallest amount under the policy, Naira; without it every amount is.
   * @example 1000000
   */
  @IsOptional()
  @IsNaira()
  amountFloor?: number;

  /**
   * How many different members of staff must approve; default 1.
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

/** A policy in a path. */
export class ApprovalPolicyPath {
  /** @example 20500 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'policyId must be a whole number' })
  policyId!: string;
}
