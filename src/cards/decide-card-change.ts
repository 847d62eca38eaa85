import type { ErrorFactory } from '../common/errors/app-error';
import type { CardStatus } from './card.entity';
import { cardsErrors } from './cards.errors';

/** The actions of clients on a card. */
export const CARD_ACTIONS = ['block', 'unblock', 'delete', 'set-channels', 'set-pin'] as const;
export type CardAction = (typeof CARD_ACTIONS)[number];

/** The status after a change, or the error that refuses it. */
export type CardChangeDecision = { to: CardStatus } | { refusal: ErrorFactory };

const to = (status: CardStatus): CardChangeDecision => ({ to: status });
const refused = (refusal: ErrorFactory): CardChangeDecision => ({ refusal });
const refusesAll = (refusal: ErrorFactory): Record<CardAction, CardChangeDecision> => ({
  block: refused(refusal),
  unblock: refused(refusal),
  delete: refused(refusal),
  'set-channels': refused(refusal),
  'set-pin': refused(refusal),
});

/**
 * The table of a card's statuses (docs/api/cards.md#card-status). A change to the status that the card already has is
 * sent again, so that a change with an unknown outcome can be repeated; a deleted card stays deleted.
 */
const TABLE: Record<CardStatus, Record<CardAction, CardChangeDecision>> = {
  Linking: refusesAll(cardsErrors.CARD_NOT_LINKED),
  Failed: refusesAll(cardsErrors.CARD_NOT_LINKED),
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
  Deleted: { ...refusesAll(cardsErrors.CARD_DELETED), delete: to('Deleted') },
};

/** Decides an action on a card with this status. */
export function decideCardChange(status: CardStatus, action: CardAction): CardChangeDecision {
  return TABLE[status][action];
}
