import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsInterestRate } from '../interest-rate';
import { PRODUCT_STATUSES, type ProductStatus } from '../product.entity';
import { RATE_BASES } from '../terms/loan-enumerations';
import { RateTierDto } from './rate-tier.dto';

/** A rate of a product. */
export class ProductRateView {
  /**
   * As `applicableInterestID` takes it.
   * @example 10060
   */
  id!: number;

  /** @example "Staff rate" */
  name!: string;

  /**
   * Percent; of amounts below the first tier.
   * @example 18
   */
  interestRate!: number;

  /**
   * What the rate is a percentage of: 0 Annual, 1 PerPeriod.
   * @example 0
   */
  rateBasis!: number;

  /** Steps by amount, rising: from each one on, the whole amount has its rate. */
  tiers!: RateTierDto[];

  /** @example Active */
  status!: ProductStatus;
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
   * @example "Staff rate"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  name!: string;

  /**
   * Percent; of amounts below the first tier.
   * @example 18
   */
  @IsInterestRate()
  interestRate!: number;

  /**
   * What the rate is a percentage of: 0 Annual (default), 1 PerPeriod.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: number;

  /**
   * Steps by amount, rising: from each one on, the whole amount has its rate. Default none.
   * @example [{"fromAmount": 1000000, "interestRate": 16.5}]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => RateTierDto)
  tiers?: RateTierDto[];
}

/** Changes to a rate; what is left out stays. Contracts that began keep the rate they began with. */
export class UpdateProductRateBody {
  /** @example "Staff rate" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  name?: string;

  /**
   * Percent.
   * @example 17.5
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * 0 Annual, 1 PerPeriod.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: number;

  /**
   * Replaces all steps.
   * @example []
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => RateTierDto)
  tiers?: RateTierDto[];

  /**
   * `Inactive`: new contracts may not name it.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(PRODUCT_STATUSES)
  status?: ProductStatus;
}
