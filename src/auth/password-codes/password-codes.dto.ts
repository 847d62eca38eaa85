import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsExplanation } from '../../common/text/explanation-rule';

/** A request for a one-time code for a member of staff. */
export class IssuePasswordCodeBody {
  /**
   * Reason, for the second person and the audit log.
   * @example "Forgot the password; called from the branch"
   */
  @IsOptional()
  @IsExplanation(250)
  note?: string;
}

/** A one-time code that was mailed to its owner. */
export class PasswordCodeView {
  /** @example STF001 */
  staffID!: string;

  /**
   * The address that it was sent to.
   * @example ngozi.adeyemi@bank.example
   */
  sentTo!: string;

  /** @example 2026-11-22T10:15:00.000Z */
  expiresAt!: string;
}

/** A request for a code by somebody who has forgotten the password. */
export class ForgottenPasswordBody {
  /** @example ngozi.adeyemi@bank.example */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  email!: string;
}

/** The answer to everybody who asks for a code. */
export class ForgottenPasswordView {
  /** Minutes for which a code can be used. @example 60 */
  validityMinutes!: number;
}
