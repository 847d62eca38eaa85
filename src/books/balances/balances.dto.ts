import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../../common/files/file-format';
import { MAX_PAGE_SIZE } from '../../common/http/paging';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import type { GlCategory } from '../../ledger/chart/gl-account.entity';
import type { Side } from '../../ledger/engine/ledger-account.entity';
import { BooksQuery, DatesQuery } from '../books.dto';

/** The day of a trial balance. */
export class DatedTrialBalanceQuery extends BooksQuery {
  /** The last day that counts.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** The format of a file. With it, `data` has `fileName`, `mimeType` and `document`, a data URL.
   * @example "CSV" */
  @IsOptional()
  @IsIn(FILE_FORMATS)
  Format?: FileFormat;
}

/** A ledger in the trial balance of a day, in Naira. */
export class DatedTrialBalanceRowView {
  /** @example "1010" */
  code!: string;

  /** @example "Vault cash" */
  name!: string;

  /** @example "Asset" */
  category!: GlCategory;

  /** @example 500000 */
  debits!: number;

  /** @example 120000 */
  credits!: number;

  /** Debits less credits.
   * @example 380000 */
  balance!: number;

  /** The address that lists its entries of the year under the dates and the branch of the trial balance.
   * @example "/api/admin/v1/books/ledger-entries?LedgerCode=1010&StartDate=2026-01-01&EndDate=2026-11-20" */
  entries!: string;
}

/** The sums of a trial balance, in Naira. */
export class DatedTrialBalanceTotalsView {
  /** @example 900000 */
  debits!: number;

  /** @example 900000 */
  credits!: number;

  /** Debits less credits: 0 for the whole institution; for a branch what other branches owe to it, if below 0.
   * @example 0 */
  balance!: number;
}

/** The trial balance of a day. */
export class DatedTrialBalanceView {
  /** @example "2026-11-20" */
  date!: string;

  rows!: DatedTrialBalanceRowView[];
  totals!: DatedTrialBalanceTotalsView;
}

/** The entries of a ledger to list. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class LedgerEntriesQuery extends BooksQuery {
  /** Code of a ledger. A control ledger has the entries of its accounts.
   * @example "1010" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LedgerCode!: string;

  /** @example "2026-11-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** @example "2026-11-20" */
  @IsCalendarDate()
  EndDate!: string;

  /** `nextAfter` of the page before. Default: from the first entry.
   * @example "0-0" */
  @IsOptional()
  @Matches(/^\d{1,15}-\d{1,15}$/, { message: 'must be the nextAfter of a page' })
  After: string = '0-0';

  /** @example 100 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  PageSize: number = 100;
}

/** An entry of a ledger. */
export class LedgerEntryView {
  /** @example "PST000000010023" */
  postingReferenceNumber!: string;

  /** The number of the customer's account, of the contract's, or of the ledger.
   * @example "0123456789" */
  accountNumber!: string;

  /** @example "2026-11-20" */
  financialDate!: string;

  /** @example "2026-11-20" */
  valueDate!: string;

  /** Null for an entry that belongs to no branch.
   * @example "001" */
  branchCode!: string | null;

  /** @example "debit" */
  side!: Side;

  /** @example 5000 */
  amount!: number;

  /** @example "Cash in" */
  narration!: string;
}

/** General ledger detail: balances of a ledger, in Naira and debits less credits, and a page of its entries. */
export class LedgerEntriesView {
  /** @example "1010" */
  code!: string;

  /** @example "Vault cash" */
  name!: string;

  /** @example 300000 */
  openingBalance!: number;

  /** The debits of the period, with those of accounts that came to the ledger, less those of accounts that left it.
   * @example 200000 */
  debits!: number;

  /** @example 120000 */
  credits!: number;

  /** @example 380000 */
  closingBalance!: number;

  entries!: LedgerEntryView[];

  /** Send it as `After` to go on; null on the last page.
   * @example "10003-15" */
  nextAfter!: string | null;
}

/** The account and the day of a balance. */
export class DatedBalanceQuery extends DatesQuery {
  /** Number of an account, or code of a ledger. A control ledger has the balance of its accounts.
   * @example "0123456789" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** The last day that counts.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;
}

/** The balance of an account or a ledger at the end of a day, in Naira. */
export class DatedBalanceView {
  /** @example "0123456789" */
  accountNumber!: string;

  /** @example "Ada Obi" */
  accountName!: string;

  /** @example "2026-11-20" */
  date!: string;

  /** @example 120000 */
  debits!: number;

  /** @example 500000 */
  credits!: number;

  /** The side on which the balance is above zero: `credit` for deposits, `debit` for loans.
   * @example "credit" */
  normalSide!: Side;

  /** @example 380000 */
  balance!: number;
}
