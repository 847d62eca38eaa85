import { IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { FileView } from '../common/files/file-view.dto';
import type { ReceiptStatus } from './receipt-status';

/** Which transaction; send one of the two, or both of the same transaction. */
export class ReceiptQuery {
  /** `transactionID` of statements and histories.
   * @example 20415 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  TransactionID?: number;

  /** The `postingReferenceNumber`, or the request's own reference.
   * @example "PST000000020415" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  ReferenceNumber?: string;
}

/** One leg of a transaction. */
export class ReceiptEntryView {
  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** In Naira; 0 of a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 of a debit.
   * @example 0 */
  credit!: number;

  /** @example "Rent November" */
  narration!: string;
}

/** The receipt of a transaction, and its PDF. Amounts are in Naira. */
export class ReceiptView extends FileView {
  /** @example 20415 */
  transactionID!: number;

  /** The transaction's own reference.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** What kind of transaction it is.
   * @example "Transfer" */
  transactionType!: string;

  /** `Successful`; `Pending` while a payment to another institution or a biller is not confirmed; `Failed` when it was not and staff settle it; `Reversed`.
   * @example "Successful" */
  status!: ReceiptStatus;

  /** Without fees and taxes.
   * @example 5000.5 */
  amount!: number;

  /** @example 10 */
  fee!: number;

  /** VAT and stamp duty.
   * @example 0.75 */
  taxes!: number;

  /** @example "NGN" */
  currency!: string;

  /** @example "Rent November" */
  narration!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** The business date it counts for.
   * @example "2026-11-21" */
  financialDate!: string;

  /** @example "2026-11-21" */
  valueDate!: string;

  /** @example null */
  instrumentNumber!: string | null;

  /** Null when several accounts were debited.
   * @example "0000010021" */
  debitAccount!: string | null;

  /** @example "Adaeze Okafor" */
  debitAccountName!: string | null;

  /** The beneficiary's account, at the other institution where there is one; null when several accounts were credited and of a bill.
   * @example "0000010038" */
  creditAccount!: string | null;

  /** @example "Musa Bello" */
  creditAccountName!: string | null;

  /** @example "Corebank Sandbox Microfinance Bank" */
  beneficiaryBankName!: string | null;

  /** Of an interbank transfer.
   * @example null */
  sessionID!: string | null;

  /** Of a bill payment.
   * @example null */
  billerName!: string | null;

  /** The customer's number at the biller.
   * @example null */
  billCustomerID!: string | null;

  /** An electricity token, when there is one.
   * @example null */
  token!: string | null;

  /** The posting that this one reversed.
   * @example null */
  reversedPostingReferenceNumber!: string | null;

  entries!: ReceiptEntryView[];
}
