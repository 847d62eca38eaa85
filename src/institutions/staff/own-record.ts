import { institutionsErrors } from '../institutions.errors';

/**
 * Nobody gives themselves rights or a way in: that takes a colleague.
 * @param actor as audit columns name them, `staff:ID`.
 * @throws OWN_STAFF_RECORD (403)
 */
export function assertNotOwnRecord(actor: string, staffID: string): void {
  if (actor === `staff:${staffID}`) throw institutionsErrors.OWN_STAFF_RECORD();
}
