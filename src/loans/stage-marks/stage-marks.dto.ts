import { IsIn } from 'class-validator';
import { IsExplanation } from '../../common/text/explanation-rule';
import { STAGE_TRIGGERS, type StageTrigger } from './loan-stage-mark.entity';

export const MARKED_STAGES = [1, 2, 3] as const;

/** The stage in which staff hold a loan to be at least. */
export class MarkStageBody {
  /**
   * 1 Performing, 2 IncreasedRisk, 3 CreditImpaired. Stage 1 takes the mark away: days past due decide alone.
   * @example 2
   */
  @IsIn(MARKED_STAGES)
  stage!: 1 | 2 | 3;

  /** The kind of event that is known of the borrower or the loan.
   * @example "FinancialDifficulty" */
  @IsIn(STAGE_TRIGGERS)
  trigger!: StageTrigger;

  /** The facts, for the second person and for the auditor.
   * @example "Employer closed; salary account without credits since September." */
  @IsExplanation(500)
  reason!: string;
}
