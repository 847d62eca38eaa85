import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import type { ProcessingStatus } from '../processing-status';

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

  /** Whose account that is. The beneficiary is always told the account's own name.
   * @example "Adaeze Okafor" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  originatorAccountName!: string;

  /** @example "0987654321" */
  @Matches(/^\d{10}$/, { message: 'beneficiaryAccountNumber must be ten digits' })
  beneficiaryAccountNumber!: string;

  /** As the name enquiry gave it; case, accents, punctuation and spacing do not matter.
   * @example "BELLO MUSA" */
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

  /** Unique among the institution's outward transfers; status queries take it.
   * @example "TRF-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionReference!: string;

  /** What the sender's statement shows.
   * @example "Rent November" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  originatorNarration?: string;

  /** What the beneficiary is told. Default: the sender's narration.
   * @example "Rent of flat 4" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  beneficiaryNarration?: string;

  /** Naira, above 0, at most 2 decimals.
   * @example 5000.5 */
  @IsNaira()
  amount!: number;

  /** Only to retry the unchanged request after an AML hold was approved.
   * @example "AML-20013-8vR3nT1cQ0yZb2Kx5mWd7A" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  amlApprovalReference?: string;
}

/** How an outward transfer stands. */
export class OutwardTransferView {
  /** @example "TRF-20261121-0001" */
  transactionReference!: string;

  /** Thirty digits; status queries take it too. Null of a transfer that was not debited.
   * @example "059999261121101500123456789012" */
  sessionID!: string | null;

  /** `Processed` and `Reversed` are final. Query `Pending`, `PendingTSQ` and `Processing` again. `Failed` and `ConfirmManually` are with staff.
   * @example "Processed" */
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

  /** NIP response code of the provider; `NOT_SENT` when the transfer never left; null while there is none.
   * @example "00" */
  responseCode!: string | null;

  /** @example "Approved or completed successfully" */
  responseMessage!: string | null;

  /** Whether the money is back on the account, charges included.
   * @example false */
  isReversed!: boolean;
}

export class TransferStatusQuery {
  /** The `transactionReference` or the `sessionID`; of a local transfer its reference or `postingReferenceNumber`.
   * @example "TRF-20261121-0001" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionRef!: string;
}

/** How a transfer stands, whichever kind it is. */
export class TransferStatusView extends OutwardTransferView {
  /** `Local` or `Outward`.
   * @example "Outward" */
  transferType!: 'Local' | 'Outward';

  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** When it was debited, or asked for while it waits.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Whether AML holds it or held it until its decision; no funds move while it is held.
   * @example false */
  amlHold!: boolean;

  /** Of a transfer that waits or was declined: `Pending`, `Approved` or `Declined`; null otherwise.
   * @example "Pending" */
  approvalStatus!: string | null;

  /** Why a transfer that waited was refused in the end; null otherwise.
   * @example "The available balance of 0123456789 is too low for ₦5,000.50." */
  failureReason!: string | null;
}
