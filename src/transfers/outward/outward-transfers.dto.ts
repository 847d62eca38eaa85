import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsReference } from '../../common/text/reference-rule';
import type { ProcessingStatus } from '../processing-status';

@LeftOutOfExample('amlApprovalReference')
export class OutwardTransferBody {
  /** The `nameEnquiryRef` of a name enquiry for this beneficiary, not older than 24 hours.
   * @example "999999261121101400123456789012" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  nameEnquiryRef!: string;

  /** The customer account to debit; never a virtual account or a ledger.
   * @example "0123456789" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  originatorAccountNumber!: string;

  /** Name of the sender. The beneficiary always gets the name of the account.
   * @example "Adaeze Okafor" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  originatorAccountName!: string;

  /** @example "0987654321" */
  @Matches(/^\d{10}$/, { message: 'beneficiaryAccountNumber must be ten digits' })
  beneficiaryAccountNumber!: string;

  /** The `accountName` of the name enquiry; case, accents, punctuation and spacing do not matter.
   * @example "OKONKWO IFEOMA" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  beneficiaryAccountName!: string;

  /** The `institutionCode` of a bank, six digits.
   * @example "000013" */
  @Matches(/^\d{6}$/, {
    message: 'destinationInstitutionCode must be six digits, an institutionCode from the list of banks',
  })
  destinationInstitutionCode!: string;

  /** @example "GTBANK PLC" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  beneficiaryBankName!: string;

  /** Your own reference, unique among the institution's outward transfers; status queries accept it.
   * @example "TRF-20261121-0001" */
  @IsReference()
  transactionReference!: string;

  /** Narration on the sender's statement.
   * @example "Rent November" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  originatorNarration?: string;

  /** Narration for the beneficiary. Default: the sender's narration.
   * @example "Rent of flat 4" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  beneficiaryNarration?: string;

  /** Naira, above 0, at most 2 decimals.
   * @example 5000.5 */
  @IsNaira()
  amount!: number;

  /** Only to retry the unchanged request after AML staff released the hold.
   * @example "ffx.q7Yk2vN0cR5tXw8eLhM3zB9uJ1dKfG4sPaV6oQiTnEc" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  amlApprovalReference?: string;
}

/** Status of an outward transfer. */
export class OutwardTransferView {
  /** @example "TRF-20261121-0001" */
  transactionReference!: string;

  /** Thirty digits; status queries accept it too. Null for a transfer that was not debited.
   * @example "059999261121101500123456789012" */
  sessionID!: string | null;

  /**
   * `Processed` and `Reversed` are final. Query again while it is `Pending`, `PendingTSQ` or `Processing`. Staff handle
   * `Failed` and `ConfirmManually`.
   * @example "Processed"
   */
  processingStatus!: ProcessingStatus;

  /** Naira, without charges.
   * @example 5000.5 */
  amount!: number;

  /** @example 25 */
  fee!: number;

  /** VAT on the fee.
   * @example 1.88 */
  vat!: number;

  /** @example 50 */
  stampDuty!: number;

  /** Amount and charges together; 0 while nothing was debited.
   * @example 5077.38 */
  totalDebited!: number;

  /** NIP response code of the provider; `NOT_SENT` when the transfer was not sent; null while there is none.
   * @example "00" */
  responseCode!: string | null;

  /** @example "Approved or completed successfully" */
  responseMessage!: string | null;

  /** True when the money was returned to the account, charges included.
   * @example false */
  isReversed!: boolean;
}

export class TransferStatusQuery {
  /** The `transactionReference` or `sessionID`; for a local transfer its reference or `postingReferenceNumber`.
   * @example "TRF-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionRef!: string;
}

/** Status of a transfer, local or outward. */
export class TransferStatusView extends OutwardTransferView {
  /** `Local` or `Outward`.
   * @example "Outward" */
  transferType!: 'Local' | 'Outward';

  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** Time of the debit; while the transfer waits, time of the request.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** True when AML holds or held the transfer and it was not executed; no funds moved.
   * @example false */
  amlHold!: boolean;

  /** `Pending`, `Approved` or `Declined` for a transfer that waits or was declined; null otherwise.
   * @example "Pending" */
  approvalStatus!: string | null;

  /** Reason why a transfer that waited failed; null otherwise.
   * @example "The available balance of 0123456789 is too low for ₦5,000.50." */
  failureReason!: string | null;
}
