import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Allow, IsBoolean, IsEmail, IsNotEmpty, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsPhone } from '../../common/text/phone-number';
import { IsName, IsTextOrCode } from '../customers/field-rules';
import { PersonalDetails } from '../customers/personal-details.dto';
import { VirtualAccountParticulars } from './virtual-account-details.dto';

/** What a virtual account takes of a person's facts besides the required ones. */
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

/** A new virtual account. A product is not part of it: `productCode` and `ProductID` are refused. */
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
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber?: string;

  /** @example Ada */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  alias?: string;

  /**
   * Politically exposed person.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  pep?: boolean;

  /** The employee's number at the parent. */
  @ApiProperty({ type: String, example: 'EMP-0042' })
  @IsOptional()
  @IsTextOrCode(50)
  employeeID?: string | number;

  /**
   * Kept as sent.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ignorePrefix?: boolean;

  /**
   * Kept as sent.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  isBusinessAccount?: boolean;

  /**
   * Naira the caller expects to be paid; kept, not enforced.
   * @example 5000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  paymentAmount?: number;

  /** Kept as sent. */
  @IsOptional()
  @IsObject()
  enhancedVirutalProxyPaymentDetails?: object;

  /** Only 0, the base collection type, is supported; the legacy values `VirtualWallet` and `EnhancedVirtualProxy` are refused. */
  @ApiProperty({ type: Number, enum: [0], required: false, example: 0 })
  @Allow()
  accountType?: unknown;
}

/** Which virtual account to close, and why. */
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

/** A virtual account that was created, with everything the request said. */
export class CreatedVirtualAccountView extends VirtualAccountParticulars {
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
   * The parent account, which receives what is paid in.
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
