import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsName } from '../../common/text/name-rules';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { FREEZE_ORDERERS, type FreezeOrderer } from './account-status-change.entity';

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

/** The account to freeze, and the reason, which staff must give. */
@LeftOutOfExample('orderedBy')
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

  /**
   * `court` for an order of a court: such a freeze ends only by its `freezeID` and with the permission
   * `end-court-freezes`. Left out for a freeze by the institution itself.
   * @example court
   */
  @IsOptional()
  @IsIn(FREEZE_ORDERERS)
  orderedBy?: FreezeOrderer;
}

/** The account of which a freeze is to end, and the reason, which staff must give. */
@LeftOutOfExample('freezeID')
export class UnfreezeAccountBody {
  /**
   * Not a virtual account number.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example "Order of the Federal High Court, FHC/L/2026/212" */
  @IsName(250)
  reason!: string;

  /**
   * The `id` of the freeze among the status changes of the account. Left out for the latest freeze of whoever asks,
   * else the latest by other staff, else that of AML; never for one that a court ordered.
   * @example 20500
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  freezeID?: number;
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

  /**
   * Of a change that ended a freeze: the `id` of the change that was that freeze; null for every other change, and
   * where the freeze came with the account from another system.
   * @example null
   */
  endsFreezeID!: number | null;

  /**
   * Of a freeze: `court` where a court ordered it; null for every other change.
   * @example null
   */
  orderedBy!: FreezeOrderer | null;
}
