import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** Filters of the call-over. */
export class CallOverQuery extends PagingQuery {
  /** The first business date; without dates and references, the current one.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateFrom?: string;

  /** The last business date; by default the first.
   * @example "2026-11-21" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateTo?: string;

  /** A customer's account or a ledger code; a virtual account has no entries of its own.
   * @example "0000010021" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber?: string;

  /** The `postingReferenceNumber`, or the request's own reference.
   * @example "PST000000020415" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  ReferenceNumber?: string;

  /** Branch of the account.
   * @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** Who made or approved it.
   * @example "STF002" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  StaffID?: string;

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One leg of a posting, to be checked against its paper. */
export class CallOverRowView {
  /** @example 20415 */
  transactionID!: number;

  /** The business date it counts for.
   * @example "2026-11-21" */
  financialDate!: string;

  /** When it was posted.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** Branch of the account; null of a ledger of the whole institution.
   * @example "Head Office" */
  branch!: string | null;

  /** @example "001" */
  branchCode!: string | null;

  /** Name of the maker, with the staff or client id.
   * @example "Musa Maker (STF002)" */
  initiatedBy!: string;

  /** Name of the checker; null when nobody had to approve.
   * @example "Chidi Checker (STF003)" */
  approvedBy!: string | null;

  /** The transaction's own reference.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** Of the leg, in Naira.
   * @example 5000.5 */
  amount!: number;

  /** In Naira; 0 of a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 of a debit.
   * @example 0 */
  credit!: number;

  /** @example "Rent November" */
  narration!: string;

  /** The kind of posting, and after a colon what the leg is for unless it is the principal: `transfer`, `transfer:fee`.
   * @example "transfer" */
  entryCode!: string;

  /** @example null */
  instrumentNumber!: string | null;
}
