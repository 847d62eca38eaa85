import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator';
import { AmlRuleBody } from './aml-rules.dto';

export const TRIAL_DAYS_MAX = 90;

/** A rule to try out on past movements. */
export class TryAmlRuleBody {
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => AmlRuleBody)
  rule!: AmlRuleBody;

  /**
   * Days of 24 hours before now.
   * @example 30
   */
  @IsInt()
  @Min(1)
  @Max(TRIAL_DAYS_MAX)
  days!: number;
}

/** A movement that would have met the rule. Amounts in Naira. */
export class TrialExampleView {
  /** @example 2026-11-21T08:00:00.000Z */
  postedAt!: string;

  /** @example PST000000020415 */
  postingReferenceNumber!: string;

  /** @example 1000000011 */
  accountNumber!: string;

  /** @example 600000 */
  amount!: number;

  /**
   * The amount with what had counted in the 24 hours before.
   * @example 1100000
   */
  withWindow!: number;
}

/** How often a rule would have been met. */
export class RuleTrialView {
  /** @example 2026-10-22T10:00:00.000Z */
  from!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  to!: string;

  /**
   * Postings that were examined.
   * @example 1250
   */
  examined!: number;

  /**
   * True when the period has more postings than are examined; only the latest were.
   * @example false
   */
  isTruncated!: boolean;

  /**
   * Movements that would have met the rule.
   * @example 4
   */
  holds!: number;

  /**
   * Different accounts among them.
   * @example 3
   */
  accounts!: number;

  /** The largest, at most ten. */
  examples!: TrialExampleView[];
}
