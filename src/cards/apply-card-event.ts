import type { Card, CardStatus } from './card.entity';
import type { CardEventName } from './card-event.entity';

/** The card's status after an event; a new PIN leaves it as it is. */
const STATUS_AFTER: Record<CardEventName, CardStatus | undefined> = {
  Activated: 'Active',
  Unblocked: 'Active',
  Blocked: 'Blocked',
  // An expired card cannot pay any more, but only the institution deletes it.
  Expired: 'Blocked',
  // The new card is linked separately.
  Replaced: 'Deleted',
  PinChanged: undefined,
};

export interface EventEffect {
  changes: Partial<Pick<Card, 'status' | 'statusReason' | 'statusAsOf'>>;
  /** False for an event that is older than the card's status; it is only recorded. */
  applied: boolean;
}

/**
 * The changes that an event makes to a card. Events may come in any order: one that is older than the card's status
 * changes nothing, and a deleted card stays deleted (docs/api/cards.md#lifecycle-feedback).
 *
 * @param eventDate time of the event, or null for now. A date in the future counts as now; otherwise later events would
 *   be ignored.
 */
export function applyCardEvent(
  card: Pick<Card, 'status' | 'statusAsOf'>,
  event: CardEventName,
  eventDate: Date | null,
  now: Date,
): EventEffect {
  const status = STATUS_AFTER[event];
  const at = eventDate === null || eventDate > now ? now : eventDate;
  if (status === undefined) return { changes: {}, applied: true };
  if (card.status === 'Deleted' || at < card.statusAsOf) return { changes: {}, applied: false };
  return { changes: { status, statusReason: event, statusAsOf: at }, applied: true };
}
