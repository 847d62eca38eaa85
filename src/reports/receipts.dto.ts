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

/** What was charged beside the amount. */
export class ReceiptChargeView {
  /** @example "VAT on transfer fee" */
  name!: string;

  /** In Naira.
   * @example 0.75 */
  amount!: number;
}

/** What a payment of a loan paid, Naira. */
export class LoanComponentsView {
  /** @example 18639.9 */
  principal!: number;

  /** @example 5000 */
  interest!: number;

  /** @example 0 */
  fee!: number;

  /** Default interest on arrears.
   * @example 0 */
  default!: number;

  /** @example 0 */
  penalty!: number;
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

  /** `Successful`; `Pending` while a payment to another institution or a biller is not confirmed; `Failed` when it failed and staff settle it; `Reversed`, also of a card's transaction that was given back whole.
   * @example "Successful" */
  status!: ReceiptStatus;

  /** Without fees and taxes.
   * @example 5000.5 */
  amount!: number;

  /** @example 10 */
  fee!: number;

  /** VAT, stamp duty and withholding tax.
   * @example 0.75 */
  taxes!: number;

  /** Fees and taxes one by one; of a reversal, those that it gives back. */
  charges!: ReceiptChargeView[];

  /** What left the debited account, charges included; null when the debit was not of one account here.
   * @example 5011.25 */
  totalDebited!: number | null;

  /** Of a purchase or withdrawal by card: what refunds and reversals have given back so far.
   * @example 0 */
  amountGivenBack!: number;

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

  /** The customer's name at the biller.
   * @example null */
  billCustomerName!: string | null;

  /** An electricity token, when there is one.
   * @example null */
  token!: string | null;

  /** Of a card's transaction.
   * @example null */
  maskedPan!: string | null;

  /** Of a card's transaction.
   * @example null */
  terminalID!: string | null;

  /** Of a transaction of one loan.
   * @example null */
  loanAccountNumber!: string | null;

  /** What the payment of a loan paid; null of every other transaction. */
  loanComponents!: LoanComponentsView | null;

  /** The posting that this one reversed.
   * @example null */
  reversedPostingReferenceNumber!: string | null;

  entries!: ReceiptEntryView[];
}
