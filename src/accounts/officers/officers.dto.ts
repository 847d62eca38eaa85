import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';

export const OFFICER_SORT_COLUMNS = ['staffID', 'name'] as const;
export const BRANCH_SORT_COLUMNS = ['branchCode', 'branchName'] as const;

/** Filters of the account officer search. */
export class SearchAccountOfficersQuery extends PagingQuery {
  /** @example STF001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  StaffID?: string;

  /**
   * Start of the name, ignoring case and accents.
   * @example bola
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Name?: string;

  /** @example 001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(OFFICER_SORT_COLUMNS)
  override SortColumn: (typeof OFFICER_SORT_COLUMNS)[number] = 'staffID';

  /** Order of the rows. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** A member of staff who can be an account officer. */
export class AccountOfficerView {
  /** @example 10021 */
  id!: number;

  /** @example STF001 */
  staffID!: string;

  /** @example "Bola Adeyemi" */
  name!: string;

  /** @example 001 */
  branchCode!: string;

  /** @example Marina */
  branchName!: string;

  /** @example Active */
  status!: string;
}

/** Paging of the branch list. */
export class ListActiveBranchesQuery extends PagingQuery {
  /** Column to sort by. */
  @IsOptional()
  @IsIn(BRANCH_SORT_COLUMNS)
  override SortColumn: (typeof BRANCH_SORT_COLUMNS)[number] = 'branchCode';

  /** Order of the rows. */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** A branch of the institution. */
export class BranchListView {
  /** @example 10005 */
  id!: number;

  /** @example 001 */
  branchCode!: string;

  /** @example Marina */
  branchName!: string;

  /** @example "1 Marina Road, Lagos Island" */
  address!: string | null;

  /** @example Active */
  status!: string;
}
