import type { Payout } from './payout.entity';

const CONFIRMED = 'Confirmed by the institution.';

/**
 * The reason of a payout's state as clients read it: the provider's words. What staff wrote as evidence of an outcome
 * is for staff (docs/api/transfers.md#confirmation-by-staff).
 */
export function messageForClients({
  confirmed,
  responseMessage,
}: Pick<Payout, 'confirmed' | 'responseMessage'>): string | null {
  return confirmed ? CONFIRMED : responseMessage;
}
