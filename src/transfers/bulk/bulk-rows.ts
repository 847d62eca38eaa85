import type { AppError } from '../../common/errors/app-error';
import type { FieldError } from '../../common/http/field-errors';
import { formatNaira, nairaToKobo } from '../../common/money/naira';
import { transfersErrors } from '../transfers.errors';
import type { BulkTransferBody, BulkTransferRowBody } from './bulk-transfers.dto';

/** So many errors fill an answer. */
const ERRORS_MAX = 20;

const TEXT_FIELDS = [
  { name: 'reference', max: 100, required: true },
  { name: 'creditAccount', max: 20, required: true },
  { name: 'narration', max: 250, required: false },
  { name: 'bankCode', max: 10, required: false },
  { name: 'nameEnquiryRef', max: 100, required: false },
  { name: 'beneficiaryName', max: 200, required: false },
] as const;

const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const KNOWN = new Set<string>([...TEXT_FIELDS.map(({ name }) => name), 'amount']);

/**
 * The rules that the rows of a body break, the first twenty. The rules are those that the fields of
 * `BulkTransferRowBody` declare; checking ten thousand objects with class-validator would take seconds.
 */
export function bulkRowErrors(rows: readonly unknown[]): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const place = `rows[${index}]`;
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      errors.push({ field: place, message: 'must be an object' });
    else errors.push(...rowErrors(row as Record<string, unknown>, place, seen));
    if (errors.length >= ERRORS_MAX) break;
  }
  return errors.slice(0, ERRORS_MAX);
}

function rowErrors(row: Record<string, unknown>, place: string, seen: Set<string>): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (name: string, message: string): void => void errors.push({ field: `${place}.${name}`, message });
  for (const name of Object.keys(row)) if (!KNOWN.has(name)) refuse(name.slice(0, 100), 'is not a known field');
  for (const { name, max, required } of TEXT_FIELDS) {
    const text = row[name];
    if (text === undefined || text === null) {
      if (required) refuse(name, 'is required');
    } else if (typeof text !== 'string') refuse(name, 'must be a string');
    else if (text === '' && name !== 'narration') refuse(name, 'must not be empty');
    else if (text.length > max && [...text].length > max)
      refuse(name, `must be shorter than or equal to ${max} characters`);
    else if (name === 'reference' && !PRINTABLE.test(text))
      refuse(name, 'must be printable ASCII characters without blanks at the beginning and end');
    else if (name === 'reference' && seen.size === seen.add(text).size) refuse(name, 'is in the file more than once');
  }
  const kobo = nairaToKobo(row.amount);
  if (kobo === undefined || kobo <= 0n)
    refuse('amount', 'must be a Naira amount above 0 with at most 2 decimals, below 1,000,000,000,000');
  return errors;
}

/** The amounts of valid rows, in kobo. */
export function rowAmounts(rows: readonly Pick<BulkTransferRowBody, 'amount'>[]): bigint[] {
  return rows.map(({ amount }) => nairaToKobo(amount)!);
}

/** Refuses a file whose rows differ from the totals that its sender meant to send. */
export function totalsViolation({ rowCount, totalAmount, rows }: BulkTransferBody): AppError | undefined {
  if (rowCount !== rows.length)
    return transfersErrors.BULK_TOTALS_MISMATCH(`rowCount is ${rowCount}, but there are ${rows.length} rows.`, {
      field: 'rowCount',
    });
  const sumKobo = rowAmounts(rows).reduce((sum, amountKobo) => sum + amountKobo, 0n);
  if (sumKobo === nairaToKobo(totalAmount)) return undefined;
  return transfersErrors.BULK_TOTALS_MISMATCH(
    `totalAmount differs from the sum of the rows, which is ${formatNaira(sumKobo)}.`,
    { field: 'totalAmount' },
  );
}
