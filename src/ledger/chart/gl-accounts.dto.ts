import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { GL_CATEGORIES, type GlCategory } from './gl-account.entity';

export class CreateLedgerBody {
  /** Code of the ledger: letters, digits, dots and dashes; unique among all account numbers of the institution.
   * @example "1010" */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, { message: 'code must be letters, digits, dots and dashes' })
  code!: string;

  /** @example "Cash in vault" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  name!: string;

  /** Decides the normal side: assets and expenses grow by debits, the others by credits.
   * @example "Asset" */
  @IsIn(GL_CATEGORIES)
  category!: GlCategory;

  /** A control ledger takes no direct entries: its balance is the sum of its accounts. Default false.
   * @example false */
  @IsOptional()
  @IsBoolean()
  isControl?: boolean;

  /** Whether API clients may name the ledger. Default true.
   * @example true */
  @IsOptional()
  @IsBoolean()
  allowApi?: boolean;

  /** Whether it is a cash, till or collections ledger. Default false.
   * @example true */
  @IsOptional()
  @IsBoolean()
  cash?: boolean;

  /** Whether its balance may go below zero. Default: false for a cash ledger, else true.
   * @example false */
  @IsOptional()
  @IsBoolean()
  allowNegative?: boolean;
}

export const LEDGER_SORT_COLUMNS = ['Code', 'Name'] as const;

export class ListLedgersQuery extends PagingQuery {
  /** Start of the code.
   * @example "10" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  Code?: string;

  /** Start of the name, in any case, with or without accents.
   * @example "cash" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  Name?: string;

  /** @example "Asset" */
  @IsOptional()
  @IsIn(GL_CATEGORIES)
  Category?: GlCategory;

  /** Default `Code`.
   * @example "Code" */
  @IsOptional()
  @IsIn(LEDGER_SORT_COLUMNS)
  override SortColumn?: (typeof LEDGER_SORT_COLUMNS)[number];

  /** Order of the rows. Ledgers are listed upwards unless asked otherwise.
   * @example "Asc" */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** A ledger of the chart of accounts. */
export class LedgerView {
  /** @example 10003 */
  id!: number;

  /** @example "1010" */
  code!: string;

  /** @example "Cash in vault" */
  name!: string;

  /** @example "Asset" */
  category!: GlCategory;

  /** `debit` or `credit`: the side on which it grows.
   * @example "debit" */
  normalSide!: string;

  /** @example false */
  isControl!: boolean;

  /** @example true */
  allowApi!: boolean;

  /** @example true */
  cash!: boolean;

  /** @example false */
  allowNegative!: boolean;

  /** Sum of the debits, in Naira; of a control ledger, of its accounts.
   * @example 500000 */
  debits!: number;

  /** Sum of the credits, in Naira; of a control ledger, of its accounts.
   * @example 120000 */
  credits!: number;

  /** In Naira, signed to the normal side.
   * @example 380000 */
  balance!: number;

  /** @example "2026-11-21T09:30:12.345Z" */
  createdAt!: string;
}
