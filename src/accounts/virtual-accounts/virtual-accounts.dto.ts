import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Allow, IsBoolean, IsEmail, IsNotEmpty, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsName, IsNamePart } from '../../common/text/name-rules';
import { IsPhone } from '../../common/text/phone-number';
import { IsReference } from '../../common/text/reference-rule';
import { IsTextOrCode } from '../customers/field-rules';
import { PersonalDetails } from '../customers/personal-details.dto';
import { VirtualAccountDetails } from './virtual-account-details.dto';

/** The optional personal details of a virtual account. */
class VirtualAccountPerson extends OmitType(PersonalDetails, [
  'title',
  'gender',
  'phoneNumber',
  'email',
  'nextOfKinName',
  'nextOfKinPhoneNumber',
  'nextOfKinRelationship',
  'nextOfKinAddress',
] as const) {}

/** A new virtual account. It has no product: `productCode` and `ProductID` are refused. */
@FieldRelations({ rule: 'not-in-future', field: 'dateOfBirth' })
export class CreateVirtualAccountBody extends VirtualAccountPerson {
  /** @example "Adaeze Okafor" */
  @IsName(200)
  accountName!: string;

  /** @example Okafor */
  @IsName(80)
  lastName!: string;

  /** @example Adaeze */
  @IsName(80)
  firstName!: string;

  /** @example 08031234567 */
  @IsPhone()
  phoneNumber!: string;

  /** @example ada.okafor@example.com */
  @IsEmail()
  @MaxLength(250)
  email!: string;

  /**
   * Account of a corporate customer. Required unless the API key is bound to a parent account.
   * @example 0000010021
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  parentAccountNumber?: string;

  /**
   * The caller's own reference; unique among the institution's virtual accounts.
   * @example VA-20261121-0001
   */
  @IsOptional()
  @IsReference()
  referenceNumber?: string;

  /** @example Ada */
  @IsOptional()
  @IsNamePart(100)
  alias?: string;

  /**
   * Politically exposed person.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  pep?: boolean;

  /** The employee number at the company. */
  @ApiProperty({ type: String, example: 'EMP-0042' })
  @IsOptional()
  @IsTextOrCode(50)
  employeeID?: string | number;

  /**
   * Stored as sent, without effect.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ignorePrefix?: boolean;

  /**
   * Stored as sent, without effect.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isBusinessAccount?: boolean;

  /**
   * The amount that the caller expects to be paid, in Naira. Stored, not enforced.
   * @example 5000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  paymentAmount?: number;

  /** Stored as sent, without effect. */
  @IsOptional()
  @IsObject()
  enhancedVirutalProxyPaymentDetails?: object;

  /**
   * Only 0 Collection, the base type, is supported. The legacy values `VirtualWallet` and `EnhancedVirtualProxy` are
   * refused.
   */
  @ApiProperty({ type: Number, enum: [0], required: false, example: 0 })
  @Allow()
  accountType?: unknown;
}

/** The virtual account to close, and the reason. */
export class CloseVirtualAccountBody {
  /** @example 0000010038 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example "The shop moved" */
  @IsName(250)
  reason!: string;
}

/** The created virtual account with the details of the request. */
export class CreatedVirtualAccountView extends VirtualAccountDetails {
  /**
   * Virtual account id.
   * @example 10077
   */
  id!: number;

  /**
   * The virtual account number.
   * @example 0000010038
   */
  accountNumber!: string;

  /**
   * `{virtual account name}/{corporate customer name}`.
   * @example "Adaeze Okafor/Lagos Traders Ltd"
   */
  accountName!: string;

  /**
   * The parent account, which receives the money paid in.
   * @example 0000010021
   */
  settlementAccountNumber!: string;

  /** @example VA-20261121-0001 */
  referenceNumber!: string | null;

  /**
   * 0, the base collection type.
   * @example 0
   */
  accountType!: number;
}
