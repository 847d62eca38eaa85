import type { ErrorFactory } from './app-error';
import { classifyDatabaseFailure, violatedConstraint } from './database-error';

/**
 * Waits for an insert or update and turns a violated unique key into the caller's error. A check before the write could
 * not do that: another transaction may take the key in between.
 *
 * @param errors by the name of the index or constraint.
 */
export async function refusingDuplicates<T>(statement: Promise<T>, errors: Record<string, ErrorFactory>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    const refusal =
      classifyDatabaseFailure(error) === 'unique-violation' ? errors[violatedConstraint(error) ?? ''] : undefined;
    throw refusal ? refusal() : error;
  }
}
