import { institutionsErrors } from '../institutions.errors';

/**
 * Asserts that staff do not change their own rights or password here; another member of staff must do it.
 * @param actor author as in audit columns, `staff:ID`.
 * @throws OWN_STAFF_RECORD (403)
 */
export function assertNotOwnRecord(actor: string, staffID: string): void {
  if (actor === `staff:${staffID}`) throw institutionsErrors.OWN_STAFF_RECORD();
}
