import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { IsName } from '../common/text/name-rules';
import type { TillStatus } from './till.entity';

export const TILL_SORT_COLUMNS = ['AccountNumber', 'Name'] as const;

/** The name, teller, branch and limit of a till. */
export class UpdateTillBody {
  /** @example "Till 1, Head Office" */
  @IsName(250)
  name!: string;

  /**
   * Code of an active branch.
   * @example "001"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;

  /**
   * Staff id of an active member of staff who has no other active till.
   * @example STF002
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  tellerStaffID!: string;

  /**
   * The most cash the teller should keep, in Naira; no limit by default.
   * @example 500000
   */
  @IsOptional()
  @IsNaira()
  cashLimit?: number;
}

/** A till to create. */
export class CreateTillBody extends UpdateTillBody {
  /**
   * Code of the cash ledger to open for the till: letters, digits, dots and dashes, unique among all account numbers of
   * the institution.
   * @example 1022
   */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, { message: 'accountNumber must be letters, digits, dots and dashes' })
  accountNumber!: string;

  /**
   * Default `NGN`, the only currency.
   * @example NGN
   */
  @IsOptional()
  @IsIn(['NGN'])
  currency?: 'NGN';
}

/** Selects a till. */
export class TillPath {
  /** @example 20300 */
  @Matches(/^[1-9]\d{0,14}$/, { message: 'tillId must be a whole number' })
  tillId!: string;
}

/** Filters of the tills. */
export class SearchTillsQuery extends PagingQuery {
  /**
   * Account number of one till.
   * @example 1021
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** @example STF002 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  TellerStaffID?: string;

  /**
   * Column that orders the rows; default `AccountNumber`.
   * @example AccountNumber
   */
  @IsOptional()
  @IsIn(TILL_SORT_COLUMNS)
  override SortColumn: (typeof TILL_SORT_COLUMNS)[number] = 'AccountNumber';

  /**
   * Order of the rows; default ascending.
   * @example Asc
   */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** Selects a till. */
export class TillBalanceQuery {
  /** @example 1021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;
}

/** A till with its balance. */
export class TillView {
  /** @example 20300 */
  id!: number;

  /** @example 1021 */
  accountNumber!: string;

  /** @example "Till 1, Head Office" */
  name!: string;

  /** @example "001" */
  branchCode!: string;

  /** @example STF002 */
  tellerStaffID!: string;

  /** @example NGN */
  currency!: string;

  /**
   * The most cash the teller should keep, in Naira; null without a limit.
   * @example 500000
   */
  cashLimit!: number | null;

  /**
   * Cash in the till, in Naira.
   * @example 125000.5
   */
  balance!: number;

  /** @example Active */
  status!: TillStatus;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}
