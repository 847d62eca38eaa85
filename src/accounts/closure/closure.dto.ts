import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { IsName } from '../../common/text/name-rules';

/** The account to close, and the reason. */
export class CloseAccountBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example "Requested by the customer" */
  @IsName(250)
  closureReason!: string;
}

/** The closed account with its final balances. */
export class ClosedAccountView {
  /** @example 0000010021 */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /**
   * Naira.
   * @example 0
   */
  availableBalance!: number;

  /**
   * Naira.
   * @example 0
   */
  ledgerBalance!: number;

  /** @example NGN */
  currency!: string;

  /** @example Closed */
  accountStatus!: string;

  /** @example 2026-11-21 */
  dateClosed!: string;

  /** @example "Requested by the customer" */
  closureReason!: string;
}
