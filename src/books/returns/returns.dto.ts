import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { FILE_FORMATS, type FileFormat } from '../../common/files/file-format';
import { SHEET_FORMATS, type SheetFormat } from '../../common/files/sheet-format';
import { IsCalendarDate } from '../../common/time/is-calendar-date';

export const RETURN_NAMES = [
  'assets-and-liabilities',
  'income',
  'loans-by-sector',
  'deposits-by-band',
  'tax-remittances',
  'withholding-tax',
] as const;
/** A return, by its name in requests. */
export type ReturnName = (typeof RETURN_NAMES)[number];

/** The return and its date. */
export class ReturnQuery {
  /** @example "assets-and-liabilities" */
  @IsIn(RETURN_NAMES)
  Return!: ReturnName;

  /** The last day that counts: the end of a month, or any closed day.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** The format of a file. With it, `data` has `fileName`, `mimeType` and `document`, a data URL.
   * @example "Excel" */
  @IsOptional()
  @IsIn(FILE_FORMATS)
  Format?: FileFormat;
}

/** The date of the file for a credit bureau. */
export class CreditBureauQuery {
  /** The closed day as of which loans are reported.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** @example "CSV" */
  @IsOptional()
  @IsIn(SHEET_FORMATS)
  Format: SheetFormat = 'CSV';
}

/** A column of a return. */
export class ReturnColumnView {
  /** @example "This date" */
  title!: string;

  /** `money` in Naira, or `number` for a count.
   * @example "money" */
  kind!: 'money' | 'number';
}

/** A line of a return. */
export class ReturnRowView {
  /** @example "A1" */
  code!: string | null;

  /** @example "Cash and balances with the Central Bank" */
  title!: string;

  /** In the order of the columns; null for an empty cell. */
  @ApiProperty({ type: 'array', items: { type: 'number', nullable: true }, example: [500000, 480000] })
  values!: (number | null)[];

  /** @example false */
  isTotal!: boolean;
}

/** A total of a return beside the trial balance, in Naira. */
export class ReturnTieView {
  /** @example "Assets" */
  title!: string;

  /** @example 500000 */
  returnAmount!: number;

  /** @example 500000 */
  ledgerAmount!: number;

  /** @example 0 */
  difference!: number;
}

/** A return to a regulator or to the tax authority. */
export class ReturnView {
  /** @example "assets-and-liabilities" */
  name!: ReturnName;

  /** @example "Return of assets and liabilities" */
  title!: string;

  /** The first date that counts; null for a return as of a date.
   * @example null */
  startDate!: string | null;

  /** @example "2026-11-20" */
  endDate!: string;

  /** Says whose layout this is: the forms of the regulators are not public.
   * @example "This layout is the institution's own." */
  notice!: string;

  columns!: ReturnColumnView[];
  rows!: ReturnRowView[];
  ties!: ReturnTieView[];

  /** True when every total is equal to the trial balance.
   * @example true */
  tied!: boolean;
}
