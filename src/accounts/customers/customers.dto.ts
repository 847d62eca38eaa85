import { OmitType, PartialType } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { CreateCustomerAccountBody } from '../account-opening.dto';
import { PersonView } from './person.dto';

export const CUSTOMER_SORT_COLUMNS = ['id', 'customerID', 'name'] as const;
export type CustomerSortColumn = (typeof CUSTOMER_SORT_COLUMNS)[number];

/** The fields of `createcustomeraccount` that belong to the customer, not to the account. */
class IndividualCustomerFields extends OmitType(CreateCustomerAccountBody, [
  'accountName',
  'productCode',
  'accountOfficerStaffID',
  'referenceNumber',
  'kycTier',
  'documents',
] as const) {}

/** Changes of an individual customer. A field that is left out stays; null clears an optional field. */
@FieldRelations({ rule: 'not-in-future', field: 'dateOfBirth' })
export class UpdateCustomerBody extends PartialType(IndividualCustomerFields, { skipNullProperties: false }) {
  /**
   * An individual customer.
   * @example 00000101
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID!: string;
}

/** Filters of the individual customers. A customer must match all that are sent. */
export class SearchIndividualCustomersQuery extends PagingQuery {
  /** @example 00000101 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  CustomerID?: string;

  /**
   * Start of the full name, last name first, ignoring case and accents.
   * @example okafor ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Name?: string;

  /** @example 08031234567 */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  PhoneNumber?: string;

  /**
   * The whole address, ignoring case.
   * @example ada.okafor@example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  Email?: string;

  /** @example "22123456789" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BVN?: string;

  /** @example "70123456789" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  NIN?: string;

  /** @example 001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(CUSTOMER_SORT_COLUMNS)
  override SortColumn: CustomerSortColumn = 'id';
}

/** An individual customer with all personal details. */
export class IndividualCustomerView extends PersonView {
  /** @example 10049 */
  id!: number;

  /** @example 5f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a22 */
  recordId!: string;

  /** @example 00000101 */
  customerID!: string;

  /** @example Individual */
  customerType!: string;

  /**
   * Last name first.
   * @example "Okafor Adaeze Ngozi"
   */
  name!: string;

  /** @example Okafor */
  lastName!: string | null;

  /** @example Adaeze */
  firstName!: string | null;

  /** @example Mrs */
  title!: string | null;

  /** @example Female */
  gender!: string | null;

  /**
   * E.164.
   * @example "+2348031234567"
   */
  phoneNumber!: string | null;

  /** @example ada.okafor@example.com */
  email!: string | null;

  /** @example "Emeka Okafor" */
  nextOfKinName!: string | null;

  /**
   * E.164.
   * @example "+2348051234567"
   */
  nextOfKinPhoneNumber!: string | null;

  /** @example Brother */
  nextOfKinRelationship!: string | null;

  /** @example "12 Marina Road, Lagos Island" */
  nextOfKinAddress!: string | null;

  /** @example 001 */
  branchCode!: string;

  /** @example Marina */
  branchName!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;
}
