import { PartialType } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { ACCOUNT_STATUSES, type AccountStatus } from '../ledger/engine/account-status';
import { VirtualAccountDetails } from './virtual-accounts/virtual-account-details.dto';

export const ACCOUNT_SORT_COLUMNS = ['id', 'accountNumber', 'accountName', 'dateOpened'] as const;
export type AccountSortColumn = (typeof ACCOUNT_SORT_COLUMNS)[number];

/** The number of one account. */
export class AccountNumberQuery {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;
}

/** The account in a path. */
export class AccountNumberPath {
  /** @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** Filters of the account search. An account must match all that are sent. */
@FieldRelations({ rule: 'not-before', field: 'DateTo', other: 'DateFrom' })
export class SearchAccountQuery extends PagingQuery {
  /**
   * An account number. The number of a virtual account finds the virtual account.
   * @example 0000010021
   */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /**
   * Start of the name, ignoring case and accents.
   * @example adaeze
   */
  @IsOptional()
  @IsString()
  @MaxLength(250)
  AccountName?: string;

  /** @example 00000101 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  CustomerID?: string;

  /** @example 08031234567 */
  @IsOptional()
  @IsString()
  @MaxLength(40)
  PhoneNumber?: string;

  /** @example "22123456789" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BVN?: string;

  /** @example "70123456789" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  NIN?: string;

  /** @example SAV001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  ProductCode?: string;

  /** @example 001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  BranchCode?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(ACCOUNT_STATUSES)
  AccountStatus?: AccountStatus;

  /** @example STF001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountOfficerStaffID?: string;

  /**
   * Opened on this date or later.
   * @example 2026-01-01
   */
  @IsOptional()
  @IsCalendarDate()
  DateFrom?: string;

  /**
   * Opened on this date or earlier.
   * @example 2026-12-31
   */
  @IsOptional()
  @IsCalendarDate()
  DateTo?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(ACCOUNT_SORT_COLUMNS)
  override SortColumn: AccountSortColumn = 'id';
}

/** Fields that only virtual accounts have. */
class VirtualAccountFacts extends PartialType(VirtualAccountDetails) {}

/**
 * An account or a virtual account. A virtual account has the customer, product, branch and officer of its settlement
 * account, and the fields sent at its creation.
 */
export class AccountView extends VirtualAccountFacts {
  /**
   * Numeric id. For a virtual account, the virtual account id.
   * @example 10050
   */
  id!: number;

  /** @example 3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11 */
  recordId!: string;

  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * For a virtual account, `{virtual account name}/{corporate customer name}`.
   * @example "Adaeze Okafor"
   */
  accountName!: string;

  /** @example 00000101 */
  customerID!: string;

  /** @example "Okafor Adaeze" */
  customerName!: string;

  /** @example SAV001 */
  productCode!: string;

  /** @example "Regular Savings" */
  productName!: string;

  /** @example 001 */
  branchCode!: string;

  /** @example Marina */
  branchName!: string;

  /** @example STF001 */
  accountOfficerStaffID!: string;

  /** @example "Bola Adeyemi" */
  accountOfficerName!: string;

  /** @example Active */
  accountStatus!: AccountStatus;

  /**
   * The type of the product, or `Virtual`.
   * @example Savings
   */
  accountType!: string;

  /** @example NGN */
  currency!: string;

  /**
   * Naira; null for a virtual account, which has no balance.
   * @example 250000.5
   */
  availableBalance!: number | null;

  /**
   * Naira; null for a virtual account, which has no balance.
   * @example 250000.5
   */
  ledgerBalance!: number | null;

  /**
   * 1 to 3; null for a virtual account.
   * @example 3
   */
  kycTier!: number | null;

  /**
   * The approval that a status change waits for; null when none waits.
   * @example null
   */
  pendingApprovalId!: number | null;

  /** @example false */
  isVirtualAccount!: boolean;

  /**
   * For a virtual account, the parent account that receives the money paid in; otherwise null.
   * @example null
   */
  settlementAccountNumber!: string | null;

  /**
   * The caller's own reference of the account.
   * @example ACC-20261121-0001
   */
  referenceNumber!: string | null;

  /** @example 2026-11-21 */
  dateOpened!: string;

  /** @example null */
  dateClosed!: string | null;

  /** Only on virtual accounts: the same as `id`. */
  virtualAccountID?: number;

  /** Only on virtual accounts: false. */
  canHoldBalance?: boolean;

  /** Only on virtual accounts: false. */
  canDebit?: boolean;

  /**
   * Only on virtual accounts: `credits-only`.
   * @example credits-only
   */
  historyMode?: string;
}

/** Balance of an account, in Naira. */
export class BalanceView {
  /** @example 0000010021 */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /**
   * The amount that can leave the account now: ledger balance − liens + overdraft limit.
   * @example 250000.5
   */
  availableBalance!: number;

  /** @example 250000.5 */
  ledgerBalance!: number;

  /** @example NGN */
  currency!: string;
}

/** Balance of an account with its parts, in Naira. */
export class ExtendedBalanceView extends BalanceView {
  /**
   * Sum of active liens.
   * @example 0
   */
  lienAmount!: number;

  /** @example 0 */
  overdraftLimit!: number;

  /** @example 0 */
  overdraftUsed!: number;

  /**
   * Always 0, because every posting is cleared at once.
   * @example 0
   */
  unclearedBalance!: number;

  /**
   * Interest earned and not posted yet.
   * @example 0
   */
  accruedInterest!: number;

  /**
   * The product's minimum balance.
   * @example 1000
   */
  minimumBalance!: number;

  /**
   * Available balance − minimum balance, not below 0.
   * @example 249000.5
   */
  withdrawableBalance!: number;

  /**
   * When the account was last posted to; null before its first posting.
   * @example 2026-11-21T09:30:00.000Z
   */
  lastTransactionDate!: string | null;

  /** @example Active */
  accountStatus!: AccountStatus;
}
