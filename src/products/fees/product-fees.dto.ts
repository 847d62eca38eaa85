import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsPercentage } from '../interest-rate';
import { PRODUCT_STATUSES, type ProductStatus } from '../product.entity';
import { FEE_KINDS, FEE_TIMES, type FeeKind, type FeeTime } from './product-fee.entity';

/** A fee of a loan product. */
export class ProductFeeView {
  /**
   * As `loanFeeID` takes it.
   * @example 10070
   */
  id!: number;

  /** @example "Management fee" */
  name!: string;

  /** @example Percentage */
  kind!: FeeKind;

  /**
   * Naira, of a flat fee; else null.
   * @example null
   */
  amount!: number | null;

  /**
   * Percent of the principal, of a percentage fee; else null.
   * @example 1
   */
  rate!: number | null;

  /**
   * Whether VAT is charged on top.
   * @example true
   */
  vatApplies!: boolean;

  /**
   * Numeric id of the income ledger.
   * @example 10013
   */
  incomeLedgerID!: number;

  /** @example "4030" */
  incomeLedgerCode!: string;

  /**
   * `Disbursement`: out of the proceeds. `Upfront`: from the linked account before disbursement. `PerInstalment`: with every
   * instalment.
   * @example Disbursement
   */
  charged!: FeeTime;

  /** @example Active */
  status!: ProductStatus;
}

/** A fee in a path. */
export class ProductFeePath {
  /** @example LN001 */
  @IsString()
  @MaxLength(20)
  productCode!: string;

  /** @example 10070 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'feeId must be a whole number' })
  feeId!: string;
}

/** A new fee. */
export class CreateProductFeeBody {
  /**
   * Unique within the product.
   * @example "Management fee"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  name!: string;

  /** @example Percentage */
  @IsIn(FEE_KINDS)
  kind!: FeeKind;

  /**
   * Naira; for the kind `Flat` only.
   * @example 2500
   */
  @IsOptional()
  @IsNaira()
  amount?: number;

  /**
   * Percent of the principal; for the kind `Percentage` only.
   * @example 1
   */
  @IsOptional()
  @IsPercentage()
  rate?: number;

  /**
   * Whether VAT is charged on top; default true.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  vatApplies?: boolean;

  /**
   * Code of an income ledger.
   * @example "4030"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  incomeLedgerCode!: string;

  /** @example Disbursement */
  @IsIn(FEE_TIMES)
  charged!: FeeTime;
}

/** Changes to a fee; what is left out stays. Loans that began keep the fee they began with. */
export class UpdateProductFeeBody {
  /** @example "Management fee" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  name?: string;

  /**
   * A change of kind needs the amount or rate that goes with it.
   * @example Percentage
   */
  @IsOptional()
  @IsIn(FEE_KINDS)
  kind?: FeeKind;

  /**
   * Naira; for the kind `Flat` only.
   * @example 2500
   */
  @IsOptional()
  @IsNaira()
  amount?: number;

  /**
   * Percent of the principal; for the kind `Percentage` only.
   * @example 1.5
   */
  @IsOptional()
  @IsPercentage()
  rate?: number;

  /** @example false */
  @IsOptional()
  @IsBoolean()
  vatApplies?: boolean;

  /** @example "4030" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  incomeLedgerCode?: string;

  /** @example PerInstalment */
  @IsOptional()
  @IsIn(FEE_TIMES)
  charged?: FeeTime;

  /**
   * `Inactive`: new loans may not name it.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(PRODUCT_STATUSES)
  status?: ProductStatus;
}
