import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../common/files/file-format';
import { MAX_PAGE_SIZE } from '../common/http/paging';
import { PageQuery, PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { DATE_BASES, type DateBasis } from '../common/time/date-basis';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** The account and the business dates of a statement. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class StatementPeriodQuery {
  /** Number of a customer's account; a virtual account has no statement.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** First date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  FinancialDateFrom!: string;

  /** Last date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  FinancialDateTo!: string;

  /** The date by which rows are chosen and sorted. With `ValueDate` the two dates are value dates, and balances are in
   * the order of value dates.
   * @example "ValueDate" */
  @IsOptional()
  @IsIn(DATE_BASES)
  DateBasis: DateBasis = 'BookingDate';
}

/** The account, the business dates and the file format of a statement. */
export class ExportStatementQuery extends StatementPeriodQuery {
  /** @example "PDF" */
  @IsIn(FILE_FORMATS)
  FileExportFormat!: FileFormat;
}

/** The account, the business dates and the page of a statement. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class StatementQuery extends PageQuery {
  /** Number of a customer's account; a virtual account has no statement.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** First date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  FinancialDateFrom!: string;

  /** Last date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  FinancialDateTo!: string;

  /** The date by which rows are chosen and sorted. With `ValueDate` the two dates are value dates, and balances are in
   * the order of value dates.
   * @example "ValueDate" */
  @IsOptional()
  @IsIn(DATE_BASES)
  DateBasis: DateBasis = 'BookingDate';

  override PageSize: number = MAX_PAGE_SIZE;

  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One movement of an account. */
export class MovementRowView {
  /** Id of the transaction; the receipt accepts it.
   * @example 20415 */
  transactionID!: number;

  /** Time of posting.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Booking date: the business date of the posting.
   * @example "2026-11-21" */
  financialDate!: string;

  /** Date from which the movement counts for interest.
   * @example "2026-11-21" */
  valueDate!: string;

  /** @example "Rent November" */
  narration!: string;

  /** Reference of the transaction.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** @example "00012345" */
  instrumentNumber!: string | null;

  /** In Naira; 0 for a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 for a debit.
   * @example 0 */
  credit!: number;

  /** Virtual account through which the credit came; null otherwise.
   * @example "9000000014" */
  virtualAccountNumber!: string | null;
}

/** One row of a statement. */
export class StatementRowView extends MovementRowView {
  /** Balance after the movement, in Naira.
   * @example 94999.5 */
  balance!: number;
}

/** One line of the history that came from an earlier system. It is no posting of this one. */
export class BroughtRowView {
  /** Date on which the earlier system booked it.
   * @example "2025-03-14" */
  financialDate!: string;

  /** @example "2025-03-14" */
  valueDate!: string;

  /** @example "Rent March" */
  narration!: string;

  /** Reference in the earlier system.
   * @example "FT2503140012" */
  referenceNumber!: string | null;

  /** In Naira; 0 for a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 for a debit.
   * @example 0 */
  credit!: number;

  /** Balance after the movement in the earlier system, in Naira.
   * @example 12500 */
  balance!: number;
}

/** A page of an account's statement; balances and totals cover the whole period. */
export class StatementView {
  /** @example "0000010021" */
  accountNumber!: string;

  /** @example "Adaeze Okafor" */
  accountName!: string;

  /** @example "CUS0000010019" */
  customerID!: string;

  /** @example "Adaeze Okafor" */
  customerName!: string;

  /** @example "Regular Savings" */
  productName!: string;

  /** @example "Head Office" */
  branchName!: string;

  /** @example "NGN" */
  currency!: string;

  /** @example "2026-11-01" */
  financialDateFrom!: string;

  /** @example "2026-11-30" */
  financialDateTo!: string;

  /** Date by which the rows are chosen and sorted.
   * @example "BookingDate" */
  dateBasis!: DateBasis;

  /** Balance before the first date, in Naira.
   * @example 100000 */
  openingBalance!: number;

  /** In Naira.
   * @example 5000.5 */
  totalDebit!: number;

  /** In Naira.
   * @example 0 */
  totalCredit!: number;

  /** Balance after the last date, in Naira: opening balance − total debit + total credit.
   * @example 94999.5 */
  closingBalance!: number;

  /** The lines of this page that were brought over from an earlier system. They come before all rows of `data`, and
   * neither the balances nor the totals of the statement count them. Empty for most accounts. */
  broughtOver!: BroughtRowView[];

  /** Number of lines of the period that were brought over, on all pages.
   * @example 0 */
  broughtOverCount!: number;

  /** The rows of this page, oldest first unless `Direction` is `Desc`. */
  data!: StatementRowView[];

  /** Exact number of rows of the period on all pages, with those that were brought over.
   * @example 1 */
  recordCount!: number;

  /** @example 1 */
  pageNumber!: number;

  /** @example 200 */
  pageSize!: number;
}

/** Filters of an account's history. */
@FieldRelations({ rule: 'not-before', field: 'FinancialDateTo', other: 'FinancialDateFrom' })
export class HistoryQuery extends PagingQuery {
  /** Number of a customer's account or of a virtual account.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** First business date.
   * @example "2026-11-01" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateFrom?: string;

  /** Last business date.
   * @example "2026-11-30" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateTo?: string;

  /** The date by which rows are chosen and sorted. With `ValueDate` the two dates are value dates, and balances are in
   * the order of value dates.
   * @example "ValueDate" */
  @IsOptional()
  @IsIn(DATE_BASES)
  DateBasis: DateBasis = 'BookingDate';

  /** @example "PST000000020415" */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  PostingReferenceNumber?: string;

  /** @example "00012345" */
  @IsOptional()
  @IsString()
  @MaxLength(50)
  InstrumentNumber?: string;

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One movement in an account's history. */
export class HistoryRowView extends MovementRowView {
  /** Balance after the movement, in Naira; null for a virtual account, which has no balance.
   * @example 94999.5 */
  balance!: number | null;

  /** The requested account number, also of a virtual account.
   * @example "9000000014" */
  accountNumber!: string;

  /** Settlement account of a virtual account; null for other accounts.
   * @example "0000010021" */
  settlementAccountNumber!: string | null;

  /** @example false */
  isVirtualAccount!: boolean;

  /**
   * Additional metadata of the transaction: banks, names and numbers of a transfer; biller, customer and token of a
   * bill payment. `*_bvn` fields are masked. Null when there is none.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: {
      channel: 'transfer',
      transfer_type: 'local',
      account_number_from: '0000010021',
      account_number_to: '0000010038',
    },
  })
  additionalMetadata!: Record<string, unknown> | null;
}
