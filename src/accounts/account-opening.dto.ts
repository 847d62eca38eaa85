import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { IsName } from '../common/text/name-rules';
import { IsReference } from '../common/text/reference-rule';
import { BASE64URL_PATTERN, DOCUMENT_CONTENT_MAX_LENGTH } from '../documents/base64url-decoder';
import { IsFileName } from '../documents/document-rules';
import { PersonalDetails } from './customers/personal-details.dto';

/** A document of the new customer. */
export class CustomerDocumentBody {
  /** @example Passport */
  @IsName(50)
  documentType!: string;

  /** @example passport.pdf */
  @IsFileName()
  fileName!: string;

  /**
   * The file as base64url without line breaks; padding is optional. PDF, PNG or JPEG, at most 10 MB when decoded.
   * @example JVBERi0xLjcK
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(DOCUMENT_CONTENT_MAX_LENGTH)
  @ApiProperty({ pattern: BASE64URL_PATTERN })
  content!: string;
}

/** A new individual customer and the customer's first account. */
export class CreateCustomerAccountBody extends PersonalDetails {
  /** @example Okafor */
  @IsName(80)
  lastName!: string;

  /** @example Adaeze */
  @IsName(80)
  firstName!: string;

  /** @example "Adaeze Okafor" */
  @IsName(250)
  accountName!: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;

  /**
   * An active savings or current product.
   * @example SAV001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode!: string;

  /**
   * An active member of staff.
   * @example STF001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID!: string;

  /**
   * The caller's own reference of the account. Unique in the institution.
   * @example ACC-20261121-0001
   */
  @IsOptional()
  @IsReference()
  referenceNumber?: string;

  /**
   * KYC tier: 1 Tier1, 2 Tier2, 3 Tier3. Default 1.
   * @example 3
   */
  @IsOptional()
  @IsIn([1, 2, 3])
  kycTier?: number;

  /** Stored with the customer. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => CustomerDocumentBody)
  documents?: CustomerDocumentBody[];
}

/** A further account of a customer. */
export class CreateAccountBody {
  /** @example 00000101 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID!: string;

  /**
   * An active savings or current product.
   * @example CUR001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode!: string;

  /**
   * An active branch.
   * @example 001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  branchCode!: string;

  /**
   * An active member of staff.
   * @example STF001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID!: string;

  /**
   * Default: the customer's name.
   * @example "Adaeze Okafor Business"
   */
  @IsOptional()
  @IsName(250)
  accountName?: string;

  /**
   * KYC tier of this account: 1 Tier1, 2 Tier2, 3 Tier3. Default 1; the tiers of the customer's other accounts do not
   * count.
   * @example 3
   */
  @IsOptional()
  @IsIn([1, 2, 3])
  kycTier?: number;

  /**
   * The caller's own reference of the account. Unique in the institution.
   * @example ACC-20261121-0002
   */
  @IsOptional()
  @IsReference()
  referenceNumber?: string;
}

/** The account that was opened. */
export class OpenedAccountView {
  /**
   * GUID record id of the account.
   * @example 3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11
   */
  id!: string;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example 00000101 */
  customerID!: string;
}

/** An account that waits for approval. */
export class PendingAccountView extends OpenedAccountView {
  @ApiProperty({ enum: ['PENDING_APPROVAL'], example: 'PENDING_APPROVAL' })
  statusCode!: 'PENDING_APPROVAL';

  /**
   * Id of the approval.
   * @example 20014
   */
  approvalId!: number;
}
