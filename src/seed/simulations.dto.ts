import { IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { SPEND_TYPES } from '../cards/card-transaction.entity';
import { IsNaira } from '../common/money/is-naira';

/** A transfer that arrives from another institution. */
export class SimulatedInwardTransferBody {
  /** The account or virtual account to credit; an unknown one puts the money into suspense.
   * @example "0000010010" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  accountNumber!: string;

  /** Naira.
   * @example 5000 */
  @IsNaira()
  amount!: number;

  /** Default `NGOZI EZE`.
   * @example "NGOZI EZE" */
  @IsOptional()
  @IsString()
  @Matches(/\S/, { message: 'originatorAccountName must not be blank' })
  @MaxLength(150)
  originatorAccountName?: string;

  /** @example "Invoice 117" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  narration?: string;

  /** Thirty digits; the same one again repeats the same transfer. Default: a new one.
   * @example "000013261121104500123456789013" */
  @IsOptional()
  @IsString()
  @Matches(/^\d{30}$/, { message: 'sessionId must have thirty digits' })
  sessionId?: string;
}

/** Spending with a card of an account. */
export class SimulatedCardSpendBody {
  /** An account with an active card; its newest card spends.
   * @example "0000010010" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** Naira.
   * @example 2500 */
  @IsNaira()
  amount!: number;

  /** Default `Purchase`.
   * @example "Purchase" */
  @IsOptional()
  @IsIn(SPEND_TYPES)
  transactionType?: (typeof SPEND_TYPES)[number];

  /** @example "POS purchase SHOPRITE IKEJA" */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  narration?: string;

  /** The same one again repeats the same spending. Default: a new one.
   * @example "POS-0001" */
  @IsOptional()
  @IsString()
  @Matches(/\S/, { message: 'transactionReference must not be blank' })
  @MaxLength(100)
  transactionReference?: string;
}

/** A repayment that the recovery partner collects. */
export class SimulatedCollectionBody {
  /** @example "0000010038" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;

  /** Amount that the borrower pays, in Naira. The partner keeps nothing of it.
   * @example 10000 */
  @IsNaira()
  amount!: number;

  /** The same one again repeats the same collection. Default: a new one.
   * @example "RCV-20261121-0001" */
  @IsOptional()
  @IsString()
  @Matches(/\S/, { message: 'transactionReference must not be blank' })
  @MaxLength(100)
  transactionReference?: string;
}
