import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ReceiptStatus } from '../receipt-status';

const CODE_LENGTH_MAX = 60;

/** The code on a receipt. */
export class VerifyReceiptQuery {
  /** The verification code, with its dashes.
   * @example "1-KXZ-7QMD-3XHD-9TPA-WZ4E" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(CODE_LENGTH_MAX)
  Code!: string;
}

/** The code that was typed into the page, if any. */
export class ReceiptPageQuery {
  /** @example "1-KXZ-7QMD-3XHD-9TPA-WZ4E" */
  @IsOptional()
  @IsString()
  @MaxLength(CODE_LENGTH_MAX)
  code?: string;
}

/** What a receipt says, as its holder can read it there. `status` is the one of today. */
export class VerifiedReceiptView {
  /** @example "Corebank Sandbox Microfinance Bank" */
  institutionName!: string;

  /** @example "1-KXZ-7QMD-3XHD-9TPA-WZ4E" */
  code!: string;

  /** `Reversed` for a transaction that was given back after the receipt was made.
   * @example "Successful" */
  status!: ReceiptStatus;

  /** @example "Transfer" */
  transactionType!: string;

  /** @example 5000.5 */
  amount!: number;

  /** @example "Five thousand Naira, fifty Kobo only" */
  amountInWords!: string;

  /** @example "NGN" */
  currency!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** The payer with the last four digits of the account; null where the receipt names none.
   * @example "Adaeze Okafor, ******0021" */
  from!: string | null;

  /** The payee, as `from`.
   * @example "Musa Bello, ******0038" */
  to!: string | null;
}
