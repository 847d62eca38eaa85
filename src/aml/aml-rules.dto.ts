import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { IsName } from '../common/text/name-rules';
import { RULE_ACTIONS, RULE_DIRECTIONS, type RuleAction, type RuleDirection } from './aml-rule.entity';

const CUSTOMER_TYPES = ['Individual', 'Corporate', 'Group'] as const;

/** A screening rule. */
export class AmlRuleView {
  /** @example 20300 */
  id!: number;

  /** @example "Large outflow" */
  name!: string;

  /** @example "Payments of one day above the declared turnover." */
  description!: string | null;

  /** @example outflow */
  direction!: RuleDirection;

  /**
   * Naira.
   * @example 1000000
   */
  threshold!: number;

  /** @example SAV001 */
  productCode!: string | null;

  /** @example Individual */
  customerType!: string | null;

  /** @example 1000000011 */
  accountNumber!: string | null;

  /** @example hold */
  action!: RuleAction;

  /** @example true */
  active!: boolean;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** Filters of the list of rules. */
export class ListAmlRulesQuery extends PagingQuery {
  /** @example true */
  @IsOptional()
  @IsBoolean()
  Active?: boolean;
}

/**
 * A rule. It stops a movement when the amount, alone or together with the account's previous 24 hours, reaches the
 * threshold.
 */
export class AmlRuleBody {
  /**
   * Name of the rule; the answer to a held request shows it.
   * @example "Large outflow"
   */
  @IsName(100)
  name!: string;

  /** @example "Payments of one day above the declared turnover." */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string;

  /** @example outflow */
  @IsIn(RULE_DIRECTIONS)
  direction!: RuleDirection;

  /**
   * Naira.
   * @example 1000000
   */
  @IsNaira()
  threshold!: number;

  /**
   * Screens only accounts of this product.
   * @example SAV001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode?: string;

  /**
   * Screens only accounts of customers of this type.
   * @example Individual
   */
  @IsOptional()
  @IsIn(CUSTOMER_TYPES)
  customerType?: (typeof CUSTOMER_TYPES)[number];

  /**
   * Screens only this account. A GL account is screened only by a rule that names it.
   * @example 1000000011
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber?: string;

  /**
   * Default `hold`. `hold-and-freeze` also freezes the customer's account.
   * @example hold
   */
  @IsOptional()
  @IsIn(RULE_ACTIONS)
  action?: RuleAction;

  /**
   * Default true.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  active?: boolean;
}

/** The rule in a path. */
export class AmlRulePath {
  /** @example 20300 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'ruleId must be a whole number' })
  ruleId!: string;
}

/** The institution's screening switch. */
export class AmlScreeningBody {
  /** @example true */
  @IsBoolean()
  enabled!: boolean;
}

/** The institution's screening switch; off by default. */
export class AmlScreeningView {
  /** @example true */
  enabled!: boolean;
}
