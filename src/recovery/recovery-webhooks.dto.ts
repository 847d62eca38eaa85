import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IgnoreUnknownFields } from '../common/http/ignore-unknown-fields.decorator';
import { IsNaira } from '../common/money/is-naira';
import { IsNairaCurrency } from '../common/money/is-naira-currency';
import { IsPhone } from '../common/text/phone-number';
import type { MandateStatus } from '../loans/contract/loan.entity';
import type { LoanStatus } from '../loans/contract/loan-status';
import type { MessageStatus } from '../messaging/message.entity';
import { SMS_MAX_CHARACTERS } from '../messaging/message-limits';

/** The fields of every body of the partner. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class LoanNotice {
  /**
   * The `loanAccountNumber`.
   * @example 0000010038
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanReference!: string;

  /**
   * Code of the institution in the path.
   * @example "59999"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(6)
  institutionCode!: string;
}

/** An SMS about a loan. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class SmsAlertBody extends LoanNotice {
  /**
   * Number of the recipient: Nigerian in any usual form, or international with a plus sign.
   * @example 08031234567
   */
  @IsPhone()
  phoneNumber!: string;

  /**
   * At most 918 characters: six parts of plain text.
   * @example "Your loan instalment of NGN45,000.00 is overdue."
   */
  @IsString()
  @Matches(/\S/, { message: 'message must not be blank' })
  @MaxLength(SMS_MAX_CHARACTERS)
  message!: string;
}

/** A borrower's mandate for the partner to collect. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class MandateCreationBody extends LoanNotice {}

/** Money that the partner has collected from a borrower. Unknown fields are ignored. */
@IgnoreUnknownFields()
export class LoanBalanceUpdateBody extends LoanNotice {
  /**
   * Unique among the partner's collections for the institution.
   * @example RCV-20261121-0001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  transactionReference!: string;

  /** @example "Collected from GTBank" */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  narration?: string;

  /**
   * Amount that the borrower paid, in Naira: settlementAmount + recoveryFee. All of it pays the loan.
   * @example 50000
   */
  @IsNaira()
  debitedAmount!: number;

  /**
   * Amount that the partner keeps, in Naira. Default 0.
   * @example 1500
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  recoveryFee?: number;

  /**
   * Amount that the partner pays to the institution, in Naira.
   * @example 48500
   */
  @IsNaira({ zeroAllowed: true })
  settlementAmount!: number;

  /**
   * The currency of the amounts. Default and only one: the naira, by its ISO code or number.
   * @example NGN
   */
  @IsOptional()
  @IsNairaCurrency()
  currency?: string;
}

/** The institution and one of its loans in the path. */
export class LoanReferencePath {
  /** @example 0000010038 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanReference!: string;

  /**
   * The numeric id of the institution whose webhook secret is sent.
   * @example "1"
   */
  @IsString()
  institutionId!: string;
}

/** A queued SMS. */
export class SmsAlertView {
  /** @example 0000010038 */
  loanReference!: string;

  /** @example 10413 */
  messageID!: number;

  /** @example Queued */
  status!: MessageStatus;
}

/** The mandate of a loan. */
export class MandateView {
  /** @example 0000010038 */
  loanReference!: string;

  /** @example Active */
  mandateStatus!: MandateStatus;

  /** @example InRecovery */
  loanStatus!: LoanStatus;
}

/** The amount that the partner may collect now. */
export class LoanDueAmountView {
  /** @example 0000010038 */
  loanReference!: string;

  /**
   * Unpaid part of the instalments due up to the business date, with default interest and penalties, in Naira.
   * @example 45230.5
   */
  amountDue!: number;

  /**
   * The institution's business date.
   * @example 2026-11-21
   */
  asOf!: string;
}

/** Amounts that a collection paid, by component, in Naira. */
export class CollectedComponents {
  /** @example 40000 */
  principal!: number;
  /** @example 8000 */
  interest!: number;
  /** @example 0 */
  fee!: number;
  /** @example 250.5 */
  default!: number;
  /** @example 500 */
  penalty!: number;
}

/** The posting of a collection. */
export class LoanBalanceUpdateView {
  /** @example RCV-20261121-0001 */
  transactionReference!: string;

  /** @example 0000010038 */
  loanReference!: string;

  /** @example PST000000020511 */
  postingReferenceNumber!: string;

  /**
   * Naira, like every amount of this answer.
   * @example 50000
   */
  debitedAmount!: number;

  /** @example 1500 */
  recoveryFee!: number;

  /** @example 48500 */
  settlementAmount!: number;

  paid!: CollectedComponents;

  /**
   * Amount recovered of a written-off loan; 0 for other loans.
   * @example 0
   */
  recoveredAmount!: number;

  /**
   * Amount that exceeded the loan's debt; it belongs to the borrower.
   * @example 1249.5
   */
  surplusAmount!: number;

  /** @example 0 */
  totalOutstanding!: number;

  /** @example Closed */
  loanStatus!: LoanStatus;

  /** @example 2026-11-21 */
  businessDate!: string;
}
