import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { IsName } from '../customers/field-rules';

/** An account whose status is to change, and why. */
export class ChangeAccountStatusBody {
  /**
   * Not a virtual account number.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example "Requested by the customer" */
  @IsOptional()
  @IsName(250)
  reason?: string;
}

/** The same for staff, who must say why. */
export class FreezeAccountBody {
  /**
   * Not a virtual account number.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example "Order of the Federal High Court, FHC/L/2026/114" */
  @IsName(250)
  reason!: string;
}

/** The account as it stands after the request. */
export class AccountStatusView {
  /** @example 10050 */
  id!: number;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** @example Active */
  accountStatus!: AccountStatus;
}

/** Filters of the history of statuses. */
export class ListStatusChangesQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['at'])
  override SortColumn: string = 'at';
}

/** One change of an account's status. */
export class StatusChangeView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010021 */
  accountNumber!: string;

  /** @example Active */
  fromStatus!: AccountStatus;

  /** @example Frozen */
  toStatus!: AccountStatus;

  /** @example "Rule \"Large outflow\": an outflow of ₦1,200,000.00 reaches the threshold of ₦1,000,000.00." */
  reason!: string | null;

  /**
   * Who asked for it: `api-client:ID`, `staff:ID`, or `system:aml` for the action of a rule.
   * @example system:aml
   */
  actor!: string;

  /**
   * The member of staff who approved it; null when it needed no approval.
   * @example null
   */
  checker!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  at!: string;
}
