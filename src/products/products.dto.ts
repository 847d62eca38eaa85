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
   * Numeric id, as `disbursementGLID` takes it.
   * @example 10012
   */
  id!: number;

  /**
   * Code, as account fields take it.
   * @example 110205
   */
  code!: string;

  /** @example "Loan disbursement suspense" */
  name!: string;
}

/** A product as lists show it. */
export class ProductView {
  /** @example 10040 */
  id!: number;

  /** @example SAV01 */
  productCode!: string;

  /** @example "Regular Savings" */
  productName!: string;

  /** @example Savings */
  productType!: ProductType;

  /** @example Active */
  status!: ProductStatus;

  /**
   * Percent a year, or of a loan product with `rateBasis` 1 a repayment period.
   * @example 4.25
   */
  interestRate!: number;

  /**
   * Naira.
   * @example 1000
   */
  minimumBalance!: number;

  /**
   * Numeric id of the control ledger that the product's accounts add up to.
   * @example 10011
   */
  controlLedgerID!: number;

  /** @example 210101 */
  controlLedgerCode!: string;

  /** GL accounts that requests about this product may name. */
  glAccounts!: ProductGlAccountView[];

  /** Of a `Loan` or `GroupLoan` product; else null. */
  loanTerms!: LoanTerms | null;

  /** Of a `FixedDeposit` product; else null. */
  fixedDepositTerms!: FixedDepositTerms | null;

  /** Of a `Savings` or `Current` product that has them; else null. */
  savingsTerms!: SavingsTerms | null;

  /** Active rates that a request may name by `id` instead of the product's own, as `applicableInterestID` does. */
  rates!: ProductRateView[];

  /** Active fees that a request may name by `id`, as `loanFeeID` does. */
  fees!: ProductFeeView[];
}

/** Filters of product lists. */
export class SearchProductsQuery extends PagingQuery {
  /**
   * Exact product code.
   * @example SAV01
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
export class CreateProductBody extends ProductTermsBody {
  /**
   * Letters, digits, dashes and underscores.
   * @example SAV01
   */
  @IsString()
  @Matches(/^[A-Za-z0-9_-]{1,20}$/, { message: 'productCode must be 1 to 20 letters, digits, dashes or underscores' })
  productCode!: string;

  /** @example "Regular Savings" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  productName!: string;

  /** @example Savings */
  @IsIn(PRODUCT_TYPES)
  productType!: ProductType;

  /**
   * Percent a year; default 0.
   * @example 4.25
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * Naira; default 0.
   * @example 1000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  minimumBalance?: number;

  /**
   * Code of the control ledger that the product's accounts add up to: an asset for loans, else a liability. It cannot be
   * changed later.
   * @example 210101
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

/** Changes to a product; what is left out stays, terms are replaced whole. Contracts that began keep the terms they began with. */
export class UpdateProductBody extends ProductTermsBody {
  /** @example "Regular Savings" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  productName?: string;

  /**
   * `Inactive` stops new business; existing accounts go on.
   * @example Inactive
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
