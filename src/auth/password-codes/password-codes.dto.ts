import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** A request for a one-time code for a member of staff. */
export class IssuePasswordCodeBody {
  /**
   * Reason, for the second person and the audit log.
   * @example "Forgot the password; called from the branch"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
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
