import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsName } from '../../common/text/name-rules';

/** Statuses that the call can set. `unfreeze` ends a freeze. */
export const WANTED_STATUSES = ['Active', 'Inactive'] as const;
export type WantedStatus = (typeof WANTED_STATUSES)[number];

/** The changes of an account. A field that is left out stays as it is. */
@LeftOutOfExample('productCode')
export class UpdateCustomerAccountBody {
  /**
   * Numeric id of the account from `searchaccount` or `getbyaccountnumber`. Not the id of a virtual account.
   * @example 10050
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id!: number;

  /** @example "Adaeze Okafor" */
  @IsOptional()
  @IsName(250)
  accountName?: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode?: string;

  /**
   * An active member of staff.
   * @example STF001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID?: string;

  /**
   * An active product of the same type; the account must have no accrued interest.
   * @example SAV001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode?: string;

  /**
   * Follows the rules of `activate` and `deactivate`. The present status is no change.
   * @example Active
   */
  @IsOptional()
  @IsIn(WANTED_STATUSES)
  accountStatus?: WantedStatus;

  /**
   * KYC tier: 1 Tier1, 2 Tier2, 3 Tier3.
   * @example 3
   */
  @IsOptional()
  @IsIn([1, 2, 3])
  kycTier?: number;
}
