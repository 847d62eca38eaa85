import { IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { LeftOutOfExample } from '../common/openapi/request-example.decorators';
import { TokenView } from './authenticate.dto';

/** The credentials of a member of staff. */
export class SignInBody {
  /** @example ngozi.adeyemi@bank.example */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  email!: string;

  /** @example "correct horse battery staple" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(128)
  password!: string;

  /** The code of the app, or a recovery code; for members with a second factor. @example 287082 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  code?: string;
}

/** A change of the caller's own password. */
export class ChangePasswordBody {
  /** @example "correct horse battery staple" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(128)
  currentPassword!: string;

  /**
   * At least 12 characters.
   * @example "staple battery horse correct"
   */
  @IsString()
  @MinLength(12)
  @MaxLength(128)
  newPassword!: string;
}

/** A new password, set with a one-time code. */
@LeftOutOfExample('secondFactorCode')
export class SetPasswordBody {
  /** @example ngozi.adeyemi@bank.example */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  email!: string;

  /**
   * The code; case, dashes and spaces do not count.
   * @example 7KQ2M-0XW9D-3TFHB-R8Z5N
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  code!: string;

  /** The code of the app, or a recovery code; for members with a second factor. @example 287082 */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  secondFactorCode?: string;

  /**
   * At least 12 characters.
   * @example "staple battery horse correct"
   */
  @IsString()
  @MinLength(12)
  @MaxLength(128)
  newPassword!: string;
}

/** A staff token and its holder. */
export class StaffTokenView extends TokenView {
  /** @example STF001 */
  staffID!: string;
  /** @example "Ngozi Adeyemi" */
  name!: string;
  /** @example ["view-branches", "view-staff"] */
  permissions!: string[];
}

/** The whole answer to a sign-in: the token in `data` and again at the top of the body. */
export class StaffTokenEnvelope extends TokenView {
  /** @example true */
  status!: boolean;
  /** @example Successful */
  message!: string;
  data!: StaffTokenView;
}

/** The signed-in member of staff. */
export class MeView {
  /** @example STF001 */
  staffID!: string;
  /** @example "Ngozi Adeyemi" */
  name!: string;
  /** @example ngozi.adeyemi@bank.example */
  email!: string;
  /** @example 001 */
  branchCode!: string;
  /** @example Marina */
  branchName!: string;
  /** @example ["Operations"] */
  roles!: string[];
  /** @example ["view-branches", "view-staff"] */
  permissions!: string[];
  /** @example "Sandbox Microfinance Bank" */
  institutionName!: string;
  /** @example 50001 */
  institutionCode!: string;
  /** @example 2026-11-21 */
  businessDate!: string;
}

/** The member of staff whose password was changed. */
export class PasswordChangedView {
  /** @example STF001 */
  staffID!: string;
}
