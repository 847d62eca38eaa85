import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { IsName } from '../../common/text/name-rules';
import type { AccountStatus } from '../../ledger/engine/account-status';

/** The account whose status to change, and the reason. */
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

/** The account whose status to change, and the reason, which staff must give. */
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

/** The account with its status after the request. */
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

/** Filters of the status changes. */
export class ListStatusChangesQuery extends PagingQuery {
  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** Column to sort by. */
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
   * The maker: `api-client:ID`, `staff:ID`, or `system:aml` for the action of an AML rule.
   * @example system:aml
   */
  actor!: string;

  /**
   * The member of staff who approved it; null for a change without approval.
   * @example null
   */
  checker!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  at!: string;
}
