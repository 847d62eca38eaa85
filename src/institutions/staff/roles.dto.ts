import { ArrayMaxSize, IsArray, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { versionOf } from '../../common/http/versions';
import type { Role } from './role.entity';

/** A new role. */
export class CreateRoleBody {
  /**
   * Name of the role: letters, digits, spaces, dashes and underscores.
   * @example Operations
   */
  @IsString()
  @MaxLength(60)
  @Matches(/^[A-Za-z0-9_-]+( [A-Za-z0-9_-]+)*$/, {
    message: '$property must be words of letters, digits, dashes and underscores',
  })
  name!: string;

  /**
   * Purpose of the role.
   * @example "Daily operations of a branch"
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  description?: string;

  /**
   * Names from the list of permissions.
   * @example ["view-branches", "view-staff"]
   */
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(100, { each: true })
  permissions!: string[];
}

/** An update of a role. Fields that are left out keep their values. */
export class UpdateRoleBody {
  /**
   * Purpose of the role.
   * @example "Daily operations of a branch"
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  description?: string;

  /**
   * The complete set of permissions of the role.
   * @example ["view-branches", "view-staff"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(100, { each: true })
  permissions?: string[];
}

/** Filters of the list of roles. */
export class ListRolesQuery extends PagingQuery {
  /** Exact name. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Name?: string;

  /** Sort direction, by name. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** Sort field. */
  @IsOptional()
  @IsIn(['name'])
  override SortColumn: string = 'name';
}

/** A role. */
export class RoleView {
  /** @example 10040 */
  id!: number;
  /** @example Operations */
  name!: string;
  /** @example "Daily operations of a branch" */
  description!: string | null;
  /** @example ["view-branches", "view-staff"] */
  permissions!: string[];

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** A permission that roles can hold. */
export class PermissionView {
  /** @example approve-aml-held-transactions */
  name!: string;

  /**
   * The heading under which it is listed.
   * @example "AML"
   */
  group!: string;

  /** @example "Approve AML held transactions" */
  title!: string;

  /**
   * True where a route that needs it demands a recent proof of the member, or it decides on requests of others.
   * @example true
   */
  isSensitive!: boolean;
}

export function roleView({ id, name, description, permissions }: Role): RoleView {
  return { id, name, description, permissions, version: versionOf({ description, permissions }) };
}
