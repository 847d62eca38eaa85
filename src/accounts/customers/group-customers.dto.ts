import { OmitType, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsName, IsNamePart } from '../../common/text/name-rules';
import { IsPhone } from '../../common/text/phone-number';
import { CUSTOMER_SORT_COLUMNS, type CustomerSortColumn } from './customers.dto';
import { IsRegistrationNumber, IsTaxNumber } from './field-rules';

export const GROUP_TYPES = ['Corporate', 'Group'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

const MEMBERS_MAX = 500;

/** A member of a company or group. */
export class GroupMemberBody {
  /**
   * A customer of the institution.
   * @example 00000101
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID!: string;

  /** @example Director */
  @IsOptional()
  @IsNamePart(50)
  role?: string;
}

/** A new company or group. */
export class CreateGroupCustomerBody {
  /** @example "Lagos Traders Ltd" */
  @IsName(250)
  name!: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;

  /**
   * Default `Corporate`. Only a corporate customer's account can be the parent of virtual accounts.
   * @example Corporate
   */
  @IsOptional()
  @IsIn(GROUP_TYPES)
  customerType?: GroupType;

  /**
   * The number given by the Corporate Affairs Commission, such as `RC123456`, or by the state that registered a
   * cooperative or group. At most 30 letters, digits, slashes and dots, with at least one digit. Stored in capitals,
   * without spaces and dashes.
   * @example RC123456
   */
  @IsOptional()
  @IsRegistrationNumber()
  registrationNumber?: string;

  /**
   * Tax identification number.
   * @example 12345678-0001
   */
  @IsOptional()
  @IsTaxNumber()
  tin?: string;

  /** @example "12 Marina Road, Lagos Island" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  address?: string;

  /**
   * A number without a country code is Nigerian. Stored in E.164 form.
   * @example 08031234567
   */
  @IsOptional()
  @IsPhone()
  phoneNumber?: string;

  /** @example office@lagostraders.example */
  @IsOptional()
  @IsEmail()
  @MaxLength(250)
  email?: string;

  /** At most 500 customers of the institution, each named once. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MEMBERS_MAX)
  @ValidateNested({ each: true })
  @Type(() => GroupMemberBody)
  members?: GroupMemberBody[];

  /**
   * The caller's own reference; unique among the institution's companies and groups.
   * @example GRP-20261121-0001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber?: string;
}

/**
 * Changes of a company or group. A field that is left out stays; null clears an optional field; `members` replaces all
 * members.
 */
export class UpdateGroupCustomerBody extends PartialType(OmitType(CreateGroupCustomerBody, ['customerType'] as const), {
  skipNullProperties: false,
}) {
  /**
   * A company or group.
   * @example 00000107
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID!: string;

  /**
   * Can be changed only while the customer has no accounts.
   * @example Group
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(GROUP_TYPES)
  customerType?: GroupType;
}

/** Filters of the companies and groups. A customer must match all that are sent. */
export class SearchGroupCustomersQuery extends PagingQuery {
  /** @example 00000107 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  CustomerID?: string;

  /**
   * Start of the name, ignoring case and accents.
   * @example lagos tra
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Name?: string;

  /** @example RC123456 */
  @IsOptional()
  @IsString()
  @MaxLength(30)
  RegistrationNumber?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(CUSTOMER_SORT_COLUMNS)
  override SortColumn: CustomerSortColumn = 'id';
}

/** A member of a company or group. */
export class GroupMemberView {
  /** @example 00000101 */
  customerID!: string;

  /** @example "Okafor Adaeze" */
  name!: string;

  /** @example Director */
  role!: string | null;
}

/** A company or group. */
export class GroupCustomerView {
  /** @example 10051 */
  id!: number;

  /** @example 6f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a33 */
  recordId!: string;

  /** @example 00000107 */
  customerID!: string;

  /** @example Corporate */
  customerType!: string;

  /** @example "Lagos Traders Ltd" */
  name!: string;

  /** @example 001 */
  branchCode!: string;

  /** @example Marina */
  branchName!: string;

  /** @example RC123456 */
  registrationNumber!: string | null;

  /** @example 12345678-0001 */
  tin!: string | null;

  /** @example "12 Marina Road, Lagos Island" */
  address!: string | null;

  /**
   * E.164.
   * @example "+2348031234567"
   */
  phoneNumber!: string | null;

  /** @example office@lagostraders.example */
  email!: string | null;

  /** In the order in which they were sent. */
  members!: GroupMemberView[];

  /** @example GRP-20261121-0001 */
  referenceNumber!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;
}
