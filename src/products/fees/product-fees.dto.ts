import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsName } from '../../common/text/name-rules';
import { IsPercentage } from '../interest-rate';
import { PRODUCT_STATUSES, type ProductStatus } from '../product.entity';
import { FEE_KINDS, FEE_TIMES, type FeeKind, type FeeTime } from './product-fee.entity';

/** A fee of a loan product. */
export class ProductFeeView {
  /**
   * The id that `loanFeeID` takes.
   * @example 10070
   */
  id!: number;

  /** @example "Monitoring fee" */
  name!: string;

  /** @example Percentage */
  kind!: FeeKind;

  /**
   * Naira for a flat fee; otherwise null.
   * @example null
   */
  amount!: number | null;

  /**
   * Percent of the principal for a percentage fee; otherwise null.
   * @example 1
   */
  rate!: number | null;

  /**
   * True when VAT is charged on top.
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
   * `Disbursement`: out of the proceeds. `Upfront`: from the linked account before disbursement. `PerInstalment`: with
   * every instalment.
   * @example Disbursement
   */
  charged!: FeeTime;

  /** @example Active */
  status!: ProductStatus;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
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
@LeftOutOfExample('amount')
export class CreateProductFeeBody {
  /**
   * Unique within the product.
   * @example "Monitoring fee"
   */
  @IsName(100)
  name!: string;

  /** @example Percentage */
  @IsIn(FEE_KINDS)
  kind!: FeeKind;

  /**
   * Naira. Only for the kind `Flat`.
   * @example 2500
   */
  @IsOptional()
  @IsNaira()
  amount?: number;

  /**
   * Percent of the principal. Only for the kind `Percentage`.
   * @example 1
   */
  @IsOptional()
  @IsPercentage()
  rate?: number;

  /**
   * True to charge VAT on top. Default true.
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

/** Changes of a fee. A field that is left out stays. Existing loans keep the fee they began with. */
@LeftOutOfExample('amount')
export class UpdateProductFeeBody {
  /** @example "Monitoring fee" */
  @IsOptional()
  @IsName(100)
  name?: string;

  /**
   * A new kind needs the amount or rate that goes with it.
   * @example Percentage
   */
  @IsOptional()
  @IsIn(FEE_KINDS)
  kind?: FeeKind;

  /**
   * Naira. Only for the kind `Flat`.
   * @example 2500
   */
  @IsOptional()
  @IsNaira()
  amount?: number;

  /**
   * Percent of the principal. Only for the kind `Percentage`.
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
   * New loans cannot name an `Inactive` fee.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(PRODUCT_STATUSES)
  status?: ProductStatus;
}
