import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** The first code of the app. */
export class ConfirmSecondFactorBody {
  /** @example 287082 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  code!: string;
}

/** The state of the caller's second factor. */
export class SecondFactorView {
  /** True when sign-in demands a code. @example true */
  isActive!: boolean;
  /** @example 2026-11-21T09:00:00.000Z */
  confirmedAt!: Date | null;
  /** Number of unused recovery codes. @example 10 */
  recoveryCodesLeft!: number;
  /** The caller's permissions that work only with a second factor. @example ["approve-transactions"] */
  neededFor!: string[];
}

/** The secret of a second factor that waits for its first code. */
export class BegunSecondFactorView {
  /** The secret for the app, in base 32; shown once. @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP */
  secret!: string;
  /** The same as an address for a QR code; shown once. @example "otpauth://totp/Bank:a@b.example?secret=JBSWY3DP" */
  uri!: string;
}

/** New recovery codes. */
export class RecoveryCodesView {
  /** Each replaces a code of the app once; shown once. @example ["7KQ2M-0XW9D-3TFHB-R8Z5N"] */
  recoveryCodes!: string[];
}

/** The member whose second factor was removed. */
export class SecondFactorRemovedView {
  /** @example STF001 */
  staffID!: string;
}
