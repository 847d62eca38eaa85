import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';
import { IsName } from '../../common/text/name-rules';
import { IsInterestRate } from '../interest-rate';
import { PRODUCT_STATUSES, type ProductStatus } from '../product.entity';
import { RATE_BASES } from '../terms/loan-enumerations';
import { RateTierDto } from './rate-tier.dto';

/** A rate of a product. */
export class ProductRateView {
  /**
   * The id that `applicableInterestID` takes.
   * @example 10060
   */
  id!: number;

  /** @example "Diaspora rate" */
  name!: string;

  /**
   * Percent for amounts below the first tier.
   * @example 18
   */
  interestRate!: number;

  /**
   * The period of the rate: 0 Annual, 1 PerPeriod.
   * @example 0
   */
  rateBasis!: number;

  /** Tiers by amount, ascending. From the amount of a tier on, its rate applies to the whole amount. */
  tiers!: RateTierDto[];

  /** @example Active */
  status!: ProductStatus;

  /**
   * Changes with the facts of the record; for `If-Match`.
   * @example 3f2a9c0d51b7e864
   */
  version!: string;
}

/** A rate in a path. */
export class ProductRatePath {
  /** @example LN001 */
  @IsString()
  @MaxLength(20)
  productCode!: string;

  /** @example 10060 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'rateId must be a whole number' })
  rateId!: string;
}

/** A new rate. */
export class CreateProductRateBody {
  /**
   * Unique within the product.
   * @example "Diaspora rate"
   */
  @IsName(100)
  name!: string;

  /**
   * Percent for amounts below the first tier.
   * @example 18
   */
  @IsInterestRate()
  interestRate!: number;

  /**
   * The period of the rate: 0 Annual (default), 1 PerPeriod.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: number;

  /**
   * Tiers by amount, ascending. From the amount of a tier on, its rate applies to the whole amount. Default none.
   * @example [{"fromAmount": 1000000, "interestRate": 16.5}]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => RateTierDto)
  tiers?: RateTierDto[];
}

/** Changes of a rate. A field that is left out stays. Existing contracts keep the rate they began with. */
export class UpdateProductRateBody {
  /** @example "Diaspora rate" */
  @IsOptional()
  @IsName(100)
  name?: string;

  /**
   * Percent.
   * @example 17.5
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * The period of the rate: 0 Annual, 1 PerPeriod.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: number;

  /**
   * Replaces all tiers.
   * @example []
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => RateTierDto)
  tiers?: RateTierDto[];

  /**
   * New contracts cannot name an `Inactive` rate.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(PRODUCT_STATUSES)
  status?: ProductStatus;
}
