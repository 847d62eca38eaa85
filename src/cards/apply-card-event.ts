import type { Card, CardStatus } from './card.entity';
import type { CardEventName } from './card-event.entity';

/** What an event says of the card's status; a new PIN says nothing. */
const STATUS_AFTER: Record<CardEventName, CardStatus | undefined> = {
  Activated: 'Active',
  Unblocked: 'Active',
  Blocked: 'Blocked',
  // An expired card buys nothing any more, but only the institution deletes it.
  Expired: 'Blocked',
  // The new card is linked by itself.
  Replaced: 'Deleted',
  PinChanged: undefined,
};

export interface EventEffect {
  changes: Partial<Pick<Card, 'status' | 'statusReason' | 'statusAsOf'>>;
  /** False for an event from before what the status tells; it is only history. */
  applied: boolean;
}

/**
 * What an event changes of a card. Events may come in any order: one that happened before what the status tells changes
 * nothing, and a deleted card stays deleted.
 *
 * @param eventDate when it happened, or null for now. A date in the future counts as now, or it would outdo all that follows.
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
