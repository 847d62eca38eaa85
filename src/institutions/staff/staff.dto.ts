import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsName } from '../../common/text/name-rules';
import { STAFF_STATUSES, type StaffStatus } from './staff.entity';

/** A new member of staff. */
export class CreateStaffBody {
  /**
   * The institution's code for the member: letters, digits, dashes and underscores.
   * @example STF020
   */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9_-]+$/, { message: '$property must be letters, digits, dashes and underscores' })
  staffID!: string;

  /**
   * Full name.
   * @example "Ngozi Adeyemi"
   */
  @IsName(250)
  name!: string;

  /**
   * Branch of the member.
   * @example 001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;

  /**
   * E-mail address for sign-in; must be unique.
   * @example ngozi.adeyemi@bank.example
   */
  @IsString()
  @MaxLength(250)
  @IsEmail()
  email!: string;

  /**
   * Names of the member's roles.
   * @example ["Operations"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  roles?: string[];
}

/** An update of a member of staff. Fields that are left out keep their values. */
export class UpdateStaffBody {
  /**
   * Full name.
   * @example "Ngozi Adeyemi"
   */
  @IsOptional()
  @IsName(250)
  name?: string;

  /**
   * Branch of the member.
   * @example 001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode?: string;

  /**
   * E-mail address for sign-in.
   * @example ngozi.adeyemi@bank.example
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  @IsEmail()
  email?: string;

  /**
   * Only active staff can sign in or become account officer of new records.
   * @example Suspended
   */
  @IsOptional()
  @IsIn(STAFF_STATUSES)
  status?: StaffStatus;
}

/** The complete set of roles of a member. */
export class AssignStaffRolesBody {
  /**
   * Names of roles; all other roles are removed.
   * @example ["Operations"]
   */
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  roles!: string[];
}

/** Filters of the list of staff. */
export class ListStaffQuery extends PagingQuery {
  /** Exact id. */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  StaffID?: string;

  /** Beginning of the name, ignoring case and accents. */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Name?: string;

  /** Only staff of this branch. */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** Only staff in this status. */
  @IsOptional()
  @IsIn(STAFF_STATUSES)
  Status?: StaffStatus;

  /** Sort field. */
  @IsOptional()
  @IsIn(['StaffID', 'Name'])
  override SortColumn: 'StaffID' | 'Name' = 'StaffID';

  /** Sort direction. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** A member of staff. */
export class StaffView {
  /** @example 10034 */
  id!: number;
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
  /** `Active`, `Inactive` or `Suspended`. @example Active */
  status!: string;
  /** @example ["Operations"] */
  roles!: string[];
  /** True when the member has a password. @example true */
  canSignIn!: boolean;
  /** End of a sign-in lock after wrong passwords. @example 2026-11-21T09:15:00.000Z */
  lockedUntil!: Date | null;
  /** @example 2026-11-21T09:00:00.000Z */
  lastSignInAt!: Date | null;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;

  /**
   * Changes with the roles of the member; for `If-Match` of the route that replaces them.
   * @example 91c04be2d7a3f588
   */
  rolesVersion!: string;
}
