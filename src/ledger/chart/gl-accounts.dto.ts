import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsName } from '../../common/text/name-rules';
import { GL_CATEGORIES, type GlCategory } from './gl-account.entity';

@FieldRelations(
  { rule: 'only-with', field: 'takesFees', other: 'category', values: ['Income'] },
  { rule: 'not-together', fields: ['takesFees', 'isControl'] },
)
export class CreateLedgerBody {
  /** Code of the ledger: letters, digits, dots and dashes; unique among all account numbers of the institution.
   * @example "1055" */
  @IsString()
  @MaxLength(20)
  @Matches(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, {
    message: 'code must start with a letter or digit and have only letters, digits, dots and dashes',
  })
  code!: string;

  /** @example "Cash in vault" */
  @IsName(250)
  name!: string;

  /** Assets and expenses grow by debits; liabilities, equity and income grow by credits.
   * @example "Asset" */
  @IsIn(GL_CATEGORIES)
  category!: GlCategory;

  /** `true` for a control ledger: its balance is the sum of its accounts, and nobody posts to it. Default `false`.
   * @example false */
  @IsOptional()
  @IsBoolean()
  isControl?: boolean;

  /** `true` when API clients may post to the ledger. Default `true`.
   * @example true */
  @IsOptional()
  @IsBoolean()
  allowApi?: boolean;

  /** `true` when transfers may credit a fee to the ledger as `feeIncomeGL`; only with the category `Income`. Default
   * `false`.
   * @example false */
  @IsOptional()
  @IsBoolean()
  takesFees?: boolean;

  /** `true` for a cash, till or collections ledger. Default `false`.
   * @example true */
  @IsOptional()
  @IsBoolean()
  cash?: boolean;

  /** `true` when the balance may go below zero. Default `false` for a cash ledger and `true` for any other.
   * @example false */
  @IsOptional()
  @IsBoolean()
  allowNegative?: boolean;
}

export const LEDGER_SORT_COLUMNS = ['Code', 'Name'] as const;

export class ListLedgersQuery extends PagingQuery {
  /** The first characters of the code.
   * @example "10" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  Code?: string;

  /** The first characters of the name; case and accents do not matter.
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

  /** The column to sort by. Default `Code`.
   * @example "Code" */
  @IsOptional()
  @IsIn(LEDGER_SORT_COLUMNS)
  override SortColumn?: (typeof LEDGER_SORT_COLUMNS)[number];

  /** The order of the rows. Default `Asc`.
   * @example "Asc" */
  @IsOptional()
  @IsIn(['Asc', 'Desc'])
  override Direction: 'Asc' | 'Desc' = 'Asc';
}

/** Changes of a ledger. */
export class UpdateLedgerBody {
  /** `true` when transfers may credit a fee to the ledger as `feeIncomeGL`; only with the category `Income`. It needs a
   * second person.
   * @example true */
  @IsBoolean()
  takesFees!: boolean;
}

/** The ledger of a path. */
export class LedgerPath {
  /** Code of the ledger.
   * @example "4010" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  code!: string;
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

  /** The side on which the ledger grows: `debit` or `credit`.
   * @example "debit" */
  normalSide!: string;

  /** @example false */
  isControl!: boolean;

  /** @example true */
  allowApi!: boolean;

  /** True when transfers may credit a fee to the ledger.
   * @example false */
  takesFees!: boolean;

  /** @example true */
  cash!: boolean;

  /** @example false */
  allowNegative!: boolean;

  /** The sum of the debits, in Naira. For a control ledger, the sum over its accounts.
   * @example 500000 */
  debits!: number;

  /** The sum of the credits, in Naira. For a control ledger, the sum over its accounts.
   * @example 120000 */
  credits!: number;

  /** The balance in Naira: positive on the normal side of the ledger.
   * @example 380000 */
  balance!: number;

  /** @example "2026-11-21T09:30:12.345Z" */
  createdAt!: string;
}
