import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { LeftOutOfExample } from '../common/openapi/request-example.decorators';
import { IsName } from '../common/text/name-rules';
import { ProductFeeView } from './fees/product-fees.dto';
import { IsInterestRate } from './interest-rate';
import { PRODUCT_STATUSES, PRODUCT_TYPES, type ProductStatus, type ProductType } from './product.entity';
import { ProductRateView } from './rates/product-rates.dto';
import { FixedDepositTerms, SavingsTerms } from './terms/deposit-terms.dto';
import { LoanTerms } from './terms/loan-terms.dto';
import { ProductTermsBody } from './terms/product-terms.dto';

export const PRODUCT_SORT_COLUMNS = ['id', 'productCode', 'productName'] as const;

/** A GL account that requests about a product may name. */
export class ProductGlAccountView {
  /**
   * The numeric id that `disbursementGLID` takes.
   * @example 10012
   */
  id!: number;

  /**
   * The code that account fields take.
   * @example 1030
   */
  code!: string;

  /** @example "Loan disbursement suspense" */
  name!: string;
}

/** A product with its terms, rates, fees and ledgers. */
export class ProductView {
  /** @example 10040 */
  id!: number;

  /** @example SAV001 */
  productCode!: string;

  /** @example "Regular Savings" */
  productName!: string;

  /** @example Savings */
  productType!: ProductType;

  /** @example Active */
  status!: ProductStatus;

  /**
   * Percent a year; for a loan product with `rateBasis` 1, percent a repayment period.
   * @example 4.25
   */
  interestRate!: number;

  /**
   * Naira.
   * @example 1000
   */
  minimumBalance!: number;

  /**
   * Numeric id of the control ledger, whose balance is the sum of the product's accounts.
   * @example 10011
   */
  controlLedgerID!: number;

  /** @example 2010 */
  controlLedgerCode!: string;

  /** GL accounts that requests about this product may name. */
  glAccounts!: ProductGlAccountView[];

  /** Only for a `Loan` or `GroupLoan` product; otherwise null. */
  loanTerms!: LoanTerms | null;

  /** Only for a `FixedDeposit` product; otherwise null. */
  fixedDepositTerms!: FixedDepositTerms | null;

  /** Only for a `Savings` or `Current` product that has them; otherwise null. */
  savingsTerms!: SavingsTerms | null;

  /** Active rates. `applicableInterestID` names one by `id` in place of the product's own rate. */
  rates!: ProductRateView[];

  /** Active fees. `loanFeeID` names one by `id`. */
  fees!: ProductFeeView[];

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** Filters of the product lists. */
export class SearchProductsQuery extends PagingQuery {
  /**
   * Exact product code.
   * @example SAV001
   */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  ProductCode?: string;

  /**
   * Start of the name, ignoring case and accents.
   * @example regular
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  ProductName?: string;

  /** @example Savings */
  @IsOptional()
  @IsIn(PRODUCT_TYPES)
  ProductType?: ProductType;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(PRODUCT_SORT_COLUMNS)
  override SortColumn: (typeof PRODUCT_SORT_COLUMNS)[number] = 'id';
}

/** A new product. */
@LeftOutOfExample('glAccountCodes', 'loanTerms', 'fixedDepositTerms')
export class CreateProductBody extends ProductTermsBody {
  /**
   * Letters, digits, dashes and underscores.
   * @example SAV010
   */
  @IsString()
  @Matches(/^[A-Za-z0-9_-]{1,20}$/, { message: 'productCode must be 1 to 20 letters, digits, dashes or underscores' })
  productCode!: string;

  /** @example "Regular Savings" */
  @IsName(250)
  productName!: string;

  /** @example Savings */
  @IsIn(PRODUCT_TYPES)
  productType!: ProductType;

  /**
   * Percent a year. Default 0.
   * @example 4.25
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * Naira. Default 0.
   * @example 1000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  minimumBalance?: number;

  /**
   * Code of the control ledger, whose balance is the sum of the product's accounts: an asset for loans, otherwise a
   * liability. It cannot be changed later.
   * @example 2010
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  controlLedgerCode!: string;

  /**
   * Codes of the ledgers for direct entries that requests about this product may name.
   * @example ["110205"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(20, { each: true })
  glAccountCodes?: string[];
}

/**
 * Changes of a product. A field that is left out stays; terms are replaced as a whole. Existing contracts keep the
 * terms they began with.
 */
@LeftOutOfExample('glAccountCodes', 'loanTerms', 'fixedDepositTerms')
export class UpdateProductBody extends ProductTermsBody {
  /** @example "Regular Savings" */
  @IsOptional()
  @IsName(250)
  productName?: string;

  /**
   * `Inactive` stops new business; existing accounts continue.
   * @example Active
   */
  @IsOptional()
  @IsIn(PRODUCT_STATUSES)
  status?: ProductStatus;

  /**
   * Percent a year.
   * @example 4.5
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * Naira.
   * @example 2000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  minimumBalance?: number;

  /**
   * Replaces the whole list.
   * @example ["110205"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(20, { each: true })
  glAccountCodes?: string[];
}
