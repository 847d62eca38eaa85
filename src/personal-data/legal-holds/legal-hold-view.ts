import type { LegalHold } from '../../accounts/legal-holds/legal-hold.entity';
import type { LegalHoldView } from './legal-holds.dto';

/** A hold for staff. @param businessDate the institution's, by which a hold lapses */
export function legalHoldView(hold: LegalHold, businessDate: string): LegalHoldView {
  const { id, customerID, reference, reason, until, placedBy, placedAt, removedBy, removedAt, removalReason } = hold;
  return {
    id,
    customerID,
    reference,
    reason,
    until,
    inForce: removedAt === null && !hasLapsed(hold, businessDate),
    placedBy,
    placedAt: placedAt.toISOString(),
    removedBy,
    removedAt: removedAt?.toISOString() ?? null,
    removalReason,
  };
}

/** True when the last business date of a hold has passed. */
export function hasLapsed({ until }: Pick<LegalHold, 'until'>, businessDate: string): boolean {
  return until !== null && until < businessDate;
}
