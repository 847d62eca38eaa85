import { IsIn, IsOptional, Matches } from 'class-validator';
import { SHEET_FORMATS, type SheetFormat } from '../../common/files/sheet-format';
import type { AlertSource } from '../alerts/aml-alert.entity';

/** The month of a report. */
export class ValidationQuery {
  /** @example 2026-11 */
  @Matches(/^20\d{2}-(0[1-9]|1[0-2])$/, { message: 'Month must be a month such as 2026-11' })
  Month!: string;

  /**
   * A file instead of the list.
   * @example CSV
   */
  @IsOptional()
  @IsIn(SHEET_FORMATS)
  Format?: SheetFormat;
}

/** The form of a report. */
export class KycGapsQuery {
  /**
   * A file instead of the list.
   * @example CSV
   */
  @IsOptional()
  @IsIn(SHEET_FORMATS)
  Format?: SheetFormat;
}

/** What a threshold would have left. */
export class SensitivityView {
  /** @example 60 */
  score!: number;

  /** @example 41 */
  alerts!: number;

  /** @example 9 */
  truePositives!: number;
}

/** A rule, scenario or list in a month. */
export class ValidationRowView {
  /** @example scenario */
  source!: AlertSource;

  /** @example fan-in */
  sourceId!: string;

  /** @example "3" */
  sourceVersion!: string | null;

  /** @example "Many senders" */
  publicName!: string;

  /** @example 52 */
  alerts!: number;

  /** @example 40 */
  alertsBefore!: number;

  /** @example 45 */
  decided!: number;

  /** @example 9 */
  truePositives!: number;

  /** @example 2 */
  reported!: number;

  /**
   * Closings with which a second look disagreed.
   * @example 0
   */
  closedWrongly!: number;

  /**
   * True positives of those decided.
   * @example 0.2
   */
  precision!: number | null;

  /**
   * Change of the number of alerts against the month before.
   * @example 0.3
   */
  drift!: number | null;

  /** @example 6.5 */
  medianHours!: number | null;

  /** @example 40.25 */
  p95Hours!: number | null;

  sensitivity!: SensitivityView[];
}

/** A field that records of customers lack. */
export class KycGapView {
  /** @example Individual */
  customerType!: string;

  /** @example occupation */
  field!: string;

  /** @example 1200 */
  customers!: number;

  /** @example 300 */
  missing!: number;

  /** @example 0.25 */
  share!: number;
}
