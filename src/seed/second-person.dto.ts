import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsExplanation } from '../common/text/explanation-rule';

/** A decision of the sandbox's second person. */
export class SandboxDecisionBody {
  /**
   * The `approvalId` of a 202 answer.
   * @example 20417
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  approvalId!: number;

  /**
   * Default `Approved`.
   * @example Approved
   */
  @IsOptional()
  @IsIn(['Approved', 'Declined'])
  verdict?: 'Approved' | 'Declined';

  /**
   * Note of the decision.
   * @example "Checked against the mandate."
   */
  @IsOptional()
  @IsExplanation(500)
  note?: string;
}
