import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsName } from '../customers/field-rules';

/** Statuses that the call can ask for; a frozen account is unfrozen by `unfreeze`. */
export const WANTED_STATUSES = ['Active', 'Inactive'] as const;
export type WantedStatus = (typeof WANTED_STATUSES)[number];

/** What is to change about an account; a field that is left out stays as it is. */
export class UpdateCustomerAccountBody {
  /**
   * Numeric id of the account, as `searchaccount` and `getbyaccountnumber` give it. Not the id of a virtual account.
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
   * @example BR001
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
   * @example SAV02
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode?: string;

  /**
   * By the same rules as `activate` and `deactivate`; the status it has already is no change.
   * @example Inactive
   */
  @IsOptional()
  @IsIn(WANTED_STATUSES)
  accountStatus?: WantedStatus;

  /**
   * Know-your-customer tier.
   * @example 3
   */
  @IsOptional()
  @IsIn([1, 2, 3])
  kycTier?: number;
}
