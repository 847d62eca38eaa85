import type { AppError } from '../../common/errors/app-error';
import type { FieldError } from '../../common/http/field-errors';
import { transfersErrors } from '../transfers.errors';

/** So many rows fill an answer. */
const NAMED_ROWS_MAX = 20;

/**
 * The refusal of a file with rows that cannot be paid; undefined for a file without such rows.
 * @param errors one for each of these rows.
 */
export function refusedRows(errors: readonly FieldError[]): AppError | undefined {
  const [first] = errors;
  if (!first) return undefined;
  const others = errors.length === 1 ? '' : `, and ${errors.length - 1} other rows cannot be paid`;
  return transfersErrors.BULK_ROWS_REFUSED(`${first.field} ${first.message}${others}; nothing was done.`, {
    refusedRows: errors.length,
    errors: errors.slice(0, NAMED_ROWS_MAX),
  });
}
