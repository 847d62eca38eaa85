import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { PROCESSING_STATUSES, type ProcessingStatus } from '../processing-status';

export const TRANSFER_TYPES = ['Local', 'Outward'] as const;
export type TransferType = (typeof TRANSFER_TYPES)[number];

@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class SearchTransfersQuery extends PagingQuery {
  /** Reference of the transfer, or its `postingReferenceNumber`.
   * @example "REF-20261121-0001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  TransactionReference?: string;

  /** Account, virtual account or ledger that was debited or credited; for outward transfers the debited account.
   * @example "0123456789" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** Status of the transfer.
   * @example "Processed" */
  @IsOptional()
  @IsIn(PROCESSING_STATUSES)
  ProcessingStatus?: ProcessingStatus;

  /** `Local` within the institution, `Outward` to another one.
   * @example "Local" */
  @IsOptional()
  @IsIn(TRANSFER_TYPES)
  TransferType?: TransferType;

  /** First day, in the institution's time zone.
   * @example "2026-11-01" */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /** Last day, in the institution's time zone.
   * @example "2026-11-30" */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;

  /** Column by which the rows are sorted.
   * @example "TransactionDate" */
  @IsOptional()
  @IsIn(['TransactionDate'])
  override SortColumn?: string;
}

/** A transfer in a search. */
export class TransferRowView {
  /** @example 10017 */
  id!: number;

  /** `Local` or `Outward`.
   * @example "Local" */
  transferType!: TransferType;

  /** Reference of the transfer.
   * @example "REF-20261121-0001" */
  transactionReference!: string;

  /** @example "PST000000010017" */
  postingReferenceNumber!: string;

  /** Naira, without fees.
   * @example 5000.5 */
  amount!: number;

  /** Fee charged on top of the amount, in Naira.
   * @example 10 */
  feeCharge!: number;

  /** VAT on the fee, in Naira; 0 while the transfer waits.
   * @example 1.88 */
  vat!: number;

  /** Stamp duty in Naira; 0 while the transfer waits.
   * @example 50 */
  stampDuty!: number;

  /** Code of the ledger that earned the fee; null without a fee, and while the transfer waits.
   * @example "4010" */
  feeIncomeGL!: string | null;

  /** @example "0123456789" */
  debitAccount!: string;

  /** @example "Adaeze Okafor" */
  debitAccountName!: string;

  /** @example "0987654321" */
  creditAccount!: string;

  /** @example "Musa Bello" */
  creditAccountName!: string;

  /** Institution that gets the money: its NIP code; for a local transfer the institution's own code.
   * @example "000013" */
  destinationInstitutionCode!: string;

  /** @example "GTBANK PLC" */
  beneficiaryBankName!: string;

  /** The account that was debited.
   * @example "0123456789" */
  originatorAccountNumber!: string;

  /** @example "Adaeze Okafor" */
  originatorAccountName!: string;

  /** The account that was credited, here or at the other institution.
   * @example "0987654321" */
  beneficiaryAccountNumber!: string;

  /** @example "Musa Bello" */
  beneficiaryAccountName!: string;

  /** Name enquiry of an outward transfer; null otherwise.
   * @example "999999261121101400123456789012" */
  nameEnquiryRef!: string | null;

  /** Session id of an outward transfer that was debited; null otherwise.
   * @example "059999261121101500123456789012" */
  sessionID!: string | null;

  /** Latest response code of the provider; null for local transfers.
   * @example "00" */
  responseCode!: string | null;

  /** @example "Approved or completed successfully" */
  responseMessage!: string | null;

  /** @example "Rent November" */
  narration!: string;

  /** @example "Rent November" */
  originatorNarration!: string;

  /** @example "Rent of flat 4" */
  beneficiaryNarration!: string;

  /** 1 GLCustomer, 2 GLGL, 3 CustomerCustomer; null for outward transfers.
   * @example 3 */
  postingsTransactionType!: number | null;

  /** @example "00012345" */
  instrumentNumber!: string | null;

  /** @example "Processed" */
  processingStatus!: ProcessingStatus;

  /** @example false */
  isReversed!: boolean;

  /** True while AML holds the transfer; no funds moved.
   * @example false */
  amlHold!: boolean;

  /** Reason why a transfer that waited failed; null otherwise.
   * @example "The available balance of 0123456789 is too low for ₦5,000.50." */
  failureReason!: string | null;

  /** Time of posting; while the transfer waits, time of the request.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;
}
