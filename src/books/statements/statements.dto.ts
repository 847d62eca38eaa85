import { IsIn, IsOptional } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../../common/files/file-format';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import type { GlCategory } from '../../ledger/chart/gl-account.entity';
import { BooksQuery } from '../books.dto';

/** The day of a balance sheet. */
export class BalanceSheetQuery extends BooksQuery {
  /** The last day that counts.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** The format of a file. With it, `data` has `fileName`, `mimeType` and `document`, a data URL.
   * @example "PDF" */
  @IsOptional()
  @IsIn(FILE_FORMATS)
  Format?: FileFormat;
}

/** The period of a profit and loss account. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ProfitAndLossQuery extends BooksQuery {
  /** @example "2026-11-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** @example "2026-11-20" */
  @IsCalendarDate()
  EndDate!: string;

  /** The format of a file. With it, `data` has `fileName`, `mimeType` and `document`, a data URL.
   * @example "PDF" */
  @IsOptional()
  @IsIn(FILE_FORMATS)
  Format?: FileFormat;
}

/** An amount of a statement in Naira, and those that it is compared with. */
export class StatementAmountsView {
  /** @example 1250000 */
  amount!: number;

  /** At the end of the month before, or in the period before.
   * @example 1100000 */
  previousPeriod!: number;

  /** At the end of the year before, or in the same days a year earlier.
   * @example 900000 */
  previousYear!: number;
}

/** A ledger of a line. */
export class StatementLedgerView extends StatementAmountsView {
  /** @example "1010" */
  code!: string;

  /** @example "Vault cash" */
  name!: string;

  /** The address that lists its entries under the dates and the branch of the statement.
   * @example "/api/admin/v1/books/ledger-entries?LedgerCode=1010&StartDate=2026-01-01&EndDate=2026-11-20" */
  entries!: string;
}

/** A line of a financial statement. Amounts are above zero on the normal side of the category. */
export class StatementLineView extends StatementAmountsView {
  /** @example "Asset" */
  category!: GlCategory;

  /** @example "Cash and balances with the Central Bank" */
  title!: string;

  /** The ledgers that have moved; empty for a line that the program derives. */
  ledgers!: StatementLedgerView[];
}

/** A balance sheet. */
export class BalanceSheetView {
  /** @example "2026-11-20" */
  date!: string;

  /** @example "2026-10-31" */
  previousMonthEnd!: string;

  /** @example "2025-12-31" */
  previousYearEnd!: string;

  lines!: StatementLineView[];

  totalAssets!: StatementAmountsView;
  totalLiabilities!: StatementAmountsView;
  totalEquity!: StatementAmountsView;
  totalLiabilitiesAndEquity!: StatementAmountsView;

  /** True when assets are liabilities and equity at all three dates.
   * @example true */
  balanced!: boolean;
}

/** A period of a profit and loss account, both days included. */
export class StatementPeriodView {
  /** @example "2026-10-01" */
  startDate!: string;

  /** @example "2026-10-20" */
  endDate!: string;
}

/** A profit and loss account. */
export class ProfitAndLossView {
  /** @example "2026-11-01" */
  startDate!: string;

  /** @example "2026-11-20" */
  endDate!: string;

  /** The period before, of as many months: the quarter before a quarter, the same days a month before a part of one. */
  previousPeriod!: StatementPeriodView;

  /** The same days a year earlier. */
  previousYear!: StatementPeriodView;

  lines!: StatementLineView[];

  totalIncome!: StatementAmountsView;
  totalExpenses!: StatementAmountsView;

  /** Income less expenses: above zero a profit. */
  result!: StatementAmountsView;
}
