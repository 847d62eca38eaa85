import { type LayoutLine, layoutViolation, STANDARD_LAYOUT } from '../statements/statement-layout';
import { BUREAU_FIELDS, type BureauColumn, STANDARD_BUREAU_COLUMNS } from './bureau-columns';

/** The taxes that an institution keeps for the state. */
export const REMITTED_TAXES = ['valueAddedTax', 'withholdingTax', 'stampDuty'] as const;
export type RemittedTax = (typeof REMITTED_TAXES)[number];

/**
 * The forms of the returns, as data: an institution replaces each part by the configuration key `RETURN_LAYOUTS` when
 * its regulator asks for another form (docs/api/returns.md#layouts).
 */
export interface ReturnLayouts {
  /** Lines of the returns of assets and liabilities and of income. */
  lines: readonly LayoutLine[];
  /** Upper ends of the bands of deposits in Naira, rising; the last band has no end. */
  depositBands: readonly number[];
  /** Day of the next month by which a tax is due; a tax without one has no date in the return. */
  remittanceDays: Readonly<Partial<Record<RemittedTax, number>>>;
  /** Columns of the file for a credit bureau. */
  creditBureau: readonly BureauColumn[];
}

/** The program's own forms. No form of a regulator is copied here. */
export const STANDARD_LAYOUTS: ReturnLayouts = {
  lines: STANDARD_LAYOUT,
  depositBands: [10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000, 10_000_000, 50_000_000],
  remittanceDays: {},
  creditBureau: STANDARD_BUREAU_COLUMNS,
};

const PARTS = Object.keys(STANDARD_LAYOUTS);
const BANDS_MAX = 30;
const NAIRA_MAX = 10 ** 12;
const COLUMNS_MAX = 60;
const COLUMN_TITLE_MAX = 60;

/** The forms of an institution. @param value of `RETURN_LAYOUTS`, accepted by `returnLayoutsViolation` */
export function returnLayoutsOf(value: string | undefined): ReturnLayouts {
  return { ...STANDARD_LAYOUTS, ...(value === undefined ? {} : (JSON.parse(value) as Partial<ReturnLayouts>)) };
}

/** Returns the problem of a value of `RETURN_LAYOUTS` in words that follow "The value"; undefined for a valid one. */
export function returnLayoutsViolation(value: string): string | undefined {
  const layouts = JSON.parse(value) as Record<string, unknown>;
  const unknown = Object.keys(layouts).find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `must have only the parts ${PARTS.join(', ')}`;
  const { lines, depositBands, remittanceDays, creditBureau } = layouts;
  if (lines !== undefined) {
    const problem = layoutViolation(JSON.stringify({ lines }));
    if (problem !== undefined) return problem;
  }
  if (depositBands !== undefined && !areBands(depositBands))
    return `must have 1 to ${BANDS_MAX} rising amounts of whole Naira in depositBands`;
  if (remittanceDays !== undefined && !areDays(remittanceDays))
    return `must have days from 1 to 31 in remittanceDays, for ${REMITTED_TAXES.join(', ')}`;
  if (creditBureau !== undefined && !areColumns(creditBureau))
    return `must have 1 to ${COLUMNS_MAX} columns with title and field in creditBureau; the fields are ${BUREAU_FIELDS.join(', ')}`;
  return undefined;
}

function areBands(bands: unknown): boolean {
  return (
    Array.isArray(bands) &&
    bands.length >= 1 &&
    bands.length <= BANDS_MAX &&
    bands.every(
      (end: unknown, index) =>
        Number.isSafeInteger(end) &&
        (end as number) <= NAIRA_MAX &&
        (end as number) > (index === 0 ? 0 : bands[index - 1]),
    )
  );
}

function areDays(days: unknown): boolean {
  return (
    isObject(days) &&
    Object.entries(days).every(
      ([tax, day]) =>
        (REMITTED_TAXES as readonly string[]).includes(tax) &&
        Number.isInteger(day) &&
        (day as number) >= 1 &&
        (day as number) <= 31,
    )
  );
}

function areColumns(columns: unknown): boolean {
  return (
    Array.isArray(columns) &&
    columns.length >= 1 &&
    columns.length <= COLUMNS_MAX &&
    columns.every(
      (column: unknown) =>
        isObject(column) &&
        typeof column['title'] === 'string' &&
        column['title'].trim() !== '' &&
        column['title'].length <= COLUMN_TITLE_MAX &&
        (BUREAU_FIELDS as readonly unknown[]).includes(column['field']),
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
