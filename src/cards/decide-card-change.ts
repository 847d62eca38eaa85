import type { ErrorFactory } from '../common/errors/app-error';
import type { CardStatus } from './card.entity';
import { cardsErrors } from './cards.errors';

/** What a client can do with a card. */
export const CARD_ACTIONS = ['block', 'unblock', 'delete', 'set-channels', 'set-pin'] as const;
export type CardAction = (typeof CARD_ACTIONS)[number];

/** The status that a change leads to, or why it is refused. */
export type CardChangeDecision = { to: CardStatus } | { refusal: ErrorFactory };

const to = (status: CardStatus): CardChangeDecision => ({ to: status });
const refused = (refusal: ErrorFactory): CardChangeDecision => ({ refusal });
const never = (refusal: ErrorFactory): Record<CardAction, CardChangeDecision> => ({
  block: refused(refusal),
  unblock: refused(refusal),
  delete: refused(refusal),
  'set-channels': refused(refusal),
  'set-pin': refused(refusal),
});

/**
 * The one table of a card's states. What leads to the status the card has already is sent again, so that a change whose
 * outcome nobody knows can be repeated; a deleted card stays deleted.
 */
const TABLE: Record<CardStatus, Record<CardAction, CardChangeDecision>> = {
  Linking: never(cardsErrors.CARD_NOT_LINKED),
  Failed: never(cardsErrors.CARD_NOT_LINKED),
  Active: {
    block: to('Blocked'),
    unblock: to('Active'),
    delete: to('Deleted'),
    'set-channels': to('Active'),
    'set-pin': to('Active'),
  },
  Blocked: {
    block: to('Blocked'),
    unblock: to('Active'),
    delete: to('Deleted'),
    'set-channels': to('Blocked'),
    'set-pin': to('Blocked'),
  },
  Deleted: { ...never(cardsErrors.CARD_DELETED), delete: to('Deleted') },
};

/** What a change may do with a card in this status. */
export function decideCardChange(status: CardStatus, action: CardAction): CardChangeDecision {
  return TABLE[status][action];
}
