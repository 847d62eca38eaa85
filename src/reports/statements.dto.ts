import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../common/files/file-format';
import { MAX_PAGE_SIZE } from '../common/http/paging';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** Whose statement, and of which business dates. */
export class StatementPeriodQuery {
  /** Number of a customer's account; a virtual account has no statement.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** The first business date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  FinancialDateFrom!: string;

  /** The last business date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  FinancialDateTo!: string;
}

/** A statement's file. */
export class ExportStatementQuery extends StatementPeriodQuery {
  /** @example "PDF" */
  @IsIn(FILE_FORMATS)
  FileExportFormat!: FileFormat;
}

/** A statement's rows come in pages: the first holds as many as a page can. */
export class StatementQuery extends PagingQuery {
  /** Number of a customer's account; a virtual account has no statement.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** The first business date.
   * @example "2026-11-01" */
  @IsCalendarDate()
  FinancialDateFrom!: string;

  /** The last business date.
   * @example "2026-11-30" */
  @IsCalendarDate()
  FinancialDateTo!: string;

  override PageSize: number = MAX_PAGE_SIZE;

  override Direction: 'Asc' | 'Desc' = 'Asc';

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One movement of an account. */
export class MovementRowView {
  /** Names the transaction to the receipt.
   * @example 20415 */
  transactionID!: number;

  /** When it was posted.
   * @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** The business date it counts for.
   * @example "2026-11-21" */
  financialDate!: string;

  /** The date from which it bears interest.
   * @example "2026-11-21" */
  valueDate!: string;

  /** @example "Rent November" */
  narration!: string;

  /** The transaction's own reference.
   * @example "REF-20261121-0001" */
  referenceNumber!: string;

  /** @example "PST000000020415" */
  postingReferenceNumber!: string;

  /** @example "00012345" */
  instrumentNumber!: string | null;

  /** In Naira; 0 of a credit.
   * @example 5000.5 */
  debit!: number;

  /** In Naira; 0 of a debit.
   * @example 0 */
  credit!: number;

  /** The virtual account that the credit came through; null of all others.
   * @example "9000000014" */
  virtualAccountNumber!: string | null;
}

/** One row of a statement. */
export class StatementRowView extends MovementRowView {
  /** The balance after it, in Naira.
   * @example 94999.5 */
  balance!: number;
}

/** A page of an account's statement; balances and totals are those of the whole period. */
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

  /** The balance before the first of these business dates, in Naira.
   * @example 100000 */
  openingBalance!: number;

  /** In Naira.
   * @example 5000.5 */
  totalDebit!: number;

  /** In Naira.
   * @example 0 */
  totalCredit!: number;

  /** The balance after the last of these business dates, in Naira: opening balance − total debit + total credit.
   * @example 94999.5 */
  closingBalance!: number;

  /** The rows of this page, oldest first unless `Direction` is `Desc`. */
  data!: StatementRowView[];

  /** How many rows the period has on all pages; exact.
   * @example 1 */
  recordCount!: number;

  /** @example 1 */
  pageNumber!: number;

  /** @example 200 */
  pageSize!: number;
}

/** Filters of an account's history. */
export class HistoryQuery extends PagingQuery {
  /** Number of a customer's account or of a virtual account.
   * @example "0000010021" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  AccountNumber!: string;

  /** The first business date.
   * @example "2026-11-01" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateFrom?: string;

  /** The last business date.
   * @example "2026-11-30" */
  @IsOptional()
  @IsCalendarDate()
  FinancialDateTo?: string;

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

  /** What the rows are ordered by. */
  @IsOptional()
  @IsIn(['transactionDate'])
  override SortColumn: string = 'transactionDate';
}

/** One movement in an account's history. */
export class HistoryRowView extends MovementRowView {
  /** The balance after it, in Naira; null of a virtual account, which holds none.
   * @example 94999.5 */
  balance!: number | null;

  /** The number that was asked for: of a virtual account, its own.
   * @example "9000000014" */
  accountNumber!: string;

  /** The account that holds a virtual account's money; null of other accounts.
   * @example "0000010021" */
  settlementAccountNumber!: string | null;

  /** @example false */
  isVirtualAccount!: boolean;

  /** What the transaction carries beside its amount: of a transfer the banks, names and numbers, of a vend the biller, customer and token; `*_bvn` masked. Null where it carries nothing. */
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
