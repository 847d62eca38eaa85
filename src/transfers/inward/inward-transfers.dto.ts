import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IgnoreUnknownFields } from '../../common/http/ignore-unknown-fields.decorator';
import { IsNaira } from '../../common/money/is-naira';
import { IsNairaCurrency } from '../../common/money/is-naira-currency';
import type { InwardTransferStatus } from './inward-transfer.entity';

/** A transfer that another institution has sent and that has arrived. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class InwardCreditBody {
  /**
   * The NIP session id, thirty digits: the same transfer always has the same one.
   * @example "000013261121103000123456789012"
   */
  @IsString()
  @Matches(/^\d{30}$/, { message: 'sessionId must have thirty digits' })
  sessionId!: string;

  /**
   * The account to credit, as the sender gave it: an account or a virtual account.
   * @example "0123456789"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  beneficiaryAccountNumber!: string;

  /**
   * Naira.
   * @example 5000
   */
  @IsNaira()
  amount!: number;

  /**
   * The currency of the amount. Default and only one: the naira, by its ISO code or number.
   * @example NGN
   */
  @IsOptional()
  @IsNairaCurrency()
  currency?: string;

  /** @example "0987654321" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  originatorAccountNumber!: string;

  /** @example "NGOZI EZE" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(150)
  originatorAccountName!: string;

  /**
   * Code of the sending institution at the switch.
   * @example "000013"
   */
  @IsString()
  @Matches(/^\d{3,6}$/, { message: 'originatorInstitutionCode must have three to six digits' })
  originatorInstitutionCode!: string;

  /** @example "Rent November" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  narration?: string;

  /** @example "INV-2026-0117" */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  paymentReference?: string;
}

/** An inward transfer after it was posted. */
export class InwardCreditView {
  /** @example "000013261121103000123456789012" */
  sessionId!: string;

  /** @example "PST000000020511" */
  postingReferenceNumber!: string;

  /**
   * `Credited`: the account has the money. `InSuspense`: the account could not take it; staff will credit another one
   * or return it. `Returning`, `Returned`: staff decided to send it back.
   * @example "Credited"
   */
  status!: InwardTransferStatus;

  /**
   * The reason for which the account could not take the money.
   * @example null
   */
  reason!: string | null;

  /**
   * Naira.
   * @example 5000
   */
  amount!: number;

  /** @example "2026-11-21T10:30:01.000Z" */
  postedAt!: string;
}

/** The account that a sender asks about. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class InwardNameEnquiryBody {
  /** @example "0123456789" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  accountNumber!: string;
}

/** The name on an account of the institution. */
export class InwardNameView {
  /** @example "0123456789" */
  accountNumber!: string;

  /** @example "ADAEZE OKAFOR" */
  accountName!: string;

  /**
   * The KYC tier of the holder; null for a virtual account.
   * @example 3
   */
  kycLevel!: number | null;
}
