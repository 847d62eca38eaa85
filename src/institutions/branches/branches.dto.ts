import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { versionOf } from '../../common/http/versions';
import { IsName } from '../../common/text/name-rules';
import { type Branch, BRANCH_STATUSES, type BranchStatus } from './branch.entity';

/** A new branch. */
export class CreateBranchBody {
  /**
   * The institution's code for the branch: letters, digits, dashes and underscores.
   * @example 003
   */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9_-]+$/, { message: '$property must be letters, digits, dashes and underscores' })
  branchCode!: string;

  /**
   * Name of the branch.
   * @example Marina
   */
  @IsName(250)
  branchName!: string;

  /**
   * Street address.
   * @example "12 Marina, Lagos"
   */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  address?: string;
}

/** An update of a branch. Fields that are left out keep their values. */
export class UpdateBranchBody {
  /**
   * Name of the branch.
   * @example Marina
   */
  @IsOptional()
  @IsName(250)
  branchName?: string;

  /**
   * Street address.
   * @example "12 Marina, Lagos"
   */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  address?: string;

  /**
   * An inactive branch cannot get new customers, accounts or staff.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(BRANCH_STATUSES)
  status?: BranchStatus;
}

/** Filters of the list of branches. */
export class ListBranchesQuery extends PagingQuery {
  /** Exact code. */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** Beginning of the name, ignoring case and accents. */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  BranchName?: string;

  /** Only branches in this status. */
  @IsOptional()
  @IsIn(BRANCH_STATUSES)
  Status?: BranchStatus;

  /** Sort field. */
  @IsOptional()
  @IsIn(['BranchCode', 'BranchName'])
  override SortColumn: 'BranchCode' | 'BranchName' = 'BranchCode';

  /** Sort direction. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** A branch. */
export class BranchView {
  /** @example 10021 */
  id!: number;
  /** @example 001 */
  branchCode!: string;
  /** @example Marina */
  branchName!: string;
  /** @example "12 Marina, Lagos" */
  address!: string | null;
  /** `Active` or `Inactive`. @example Active */
  status!: string;
}

/** A branch as staff maintain it. */
export class MaintainedBranchView extends BranchView {
  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

export function branchView({ id, branchCode, branchName, address, status }: Branch): BranchView {
  return { id, branchCode, branchName, address, status };
}

export function maintainedBranchView(branch: Branch): MaintainedBranchView {
  const { branchName, address, status } = branch;
  return { ...branchView(branch), version: versionOf({ branchName, address, status }) };
}
