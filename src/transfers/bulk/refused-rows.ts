import type { AppError } from '../../common/errors/app-error';
import { transfersErrors } from '../transfers.errors';

/** So many rows fill an answer. */
const NAMED_ROWS_MAX = 20;

/**
 * The refusal of the rows whose account cannot be credited.
 * @param numbers the account number of each row.
 * @param problemOf the end of the sentence "rows[0].creditAccount …"; undefined for an account that can be credited.
 */
export function refusedRows(
  numbers: readonly string[],
  problemOf: (number: string) => string | undefined,
): AppError | undefined {
  const errors = numbers.flatMap((number, index) => {
    const message = problemOf(number);
    return message === undefined ? [] : [{ field: `rows[${index}].creditAccount`, message }];
  });
  const [first] = errors;
  if (!first) return undefined;
  const others = errors.length === 1 ? '' : `, and ${errors.length - 1} other rows cannot be paid`;
  return transfersErrors.BULK_ROWS_REFUSED(`${first.field} ${first.message}${others}; nothing was done.`, {
    refusedRows: errors.length,
    errors: errors.slice(0, NAMED_ROWS_MAX),
  });
}
