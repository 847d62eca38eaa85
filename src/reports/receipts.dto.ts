import { IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { FileView } from '../common/files/file-view.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import type { ReceiptStatus } from './receipt-status';

/** The transaction; send one of the two fields, or both for the same transaction. */
@FieldRelations({ rule: 'any-of', groups: [['TransactionID'], ['ReferenceNumber']] })
export class ReceiptQuery {
  /** `transactionID` of statements and histories.
   * @example 20415 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  TransactionID?: number;

  /** The `postingReferenceNumber`, or the reference of the request.
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

  /** In Naira; 0 for a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 for a debit.
   * @example 0 */
  credit!: number;

  /** @example "Rent November" */
  narration!: string;
}

/** A charge beside the amount. */
export class ReceiptChargeView {
  /** @example "VAT on transfer fee" */
  name!: string;

  /** In Naira.
   * @example 0.75 */
  amount!: number;
}

/** Components that a loan payment paid, in Naira. */
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

  /** Reference of the transaction.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** Kind of the transaction in words.
   * @example "Transfer" */
  transactionType!: string;

  /**
   * `Successful`; `Pending` while a payment to another institution or a biller is not confirmed; `Failed` when it
   * failed and waits for staff; `Reversed`, also for a card transaction that was given back in full.
   * @example "Successful"
   */
  status!: ReceiptStatus;

  /** Amount without fees and taxes.
   * @example 5000.5 */
  amount!: number;

  /** @example 10 */
  fee!: number;

  /** VAT, stamp duty and withholding tax.
   * @example 0.75 */
  taxes!: number;

  /** Fees and taxes one by one; for a reversal, the returned ones. */
  charges!: ReceiptChargeView[];

  /** Amount debited to the account, charges included; null when not exactly one account was debited here.
   * @example 5011.25 */
  totalDebited!: number | null;

  /** Amount of a card purchase or withdrawal that refunds and reversals have given back; 0 otherwise.
   * @example 0 */
  amountGivenBack!: number;

  /** @example "NGN" */
  currency!: string;

  /** @example "Rent November" */
  narration!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Business date of the posting.
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

  /**
   * Account of the beneficiary, here or at the other institution; null when several accounts were credited, and for a
   * bill.
   * @example "0000010038"
   */
  creditAccount!: string | null;

  /** @example "Musa Bello" */
  creditAccountName!: string | null;

  /** @example "Corebank Sandbox Microfinance Bank" */
  beneficiaryBankName!: string | null;

  /** Session id of an outward transfer; null otherwise.
   * @example null */
  sessionID!: string | null;

  /** Biller of a bill payment; null otherwise.
   * @example null */
  billerName!: string | null;

  /** The customer's number at the biller.
   * @example null */
  billCustomerID!: string | null;

  /** The customer's name at the biller.
   * @example null */
  billCustomerName!: string | null;

  /** Electricity token; null when there is none.
   * @example null */
  token!: string | null;

  /** Masked card number of a card transaction; null otherwise.
   * @example null */
  maskedPan!: string | null;

  /** Terminal of a card transaction; null otherwise.
   * @example null */
  terminalID!: string | null;

  /** Loan of a loan transaction; null otherwise.
   * @example null */
  loanAccountNumber!: string | null;

  /** Components that a loan payment paid; null for other transactions. */
  loanComponents!: LoanComponentsView | null;

  /** Posting that this reversal undid; null otherwise.
   * @example null */
  reversedPostingReferenceNumber!: string | null;

  entries!: ReceiptEntryView[];

  /** The amount in words, as the document prints it.
   * @example "Five thousand Naira, fifty Kobo only" */
  amountInWords!: string;

  /** With it anybody confirms the receipt at `verifyreceipt`, or on the page that the document names.
   * @example "1-KXZ-7QMD-3XHD-9TPA-WZ4E" */
  verificationCode!: string;
}
