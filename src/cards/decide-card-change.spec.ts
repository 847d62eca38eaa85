import { CARD_STATUSES, type CardStatus } from './card.entity';
import { CARD_ACTIONS, decideCardChange } from './decide-card-change';

/** For every status the result of each action, in the order of `CARD_ACTIONS`. */
const EXPECTED: Record<CardStatus, string[]> = {
  Linking: ['CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED'],
  Active: ['Blocked', 'Active', 'Deleted', 'Active', 'Active'],
  Blocked: ['Blocked', 'Active', 'Deleted', 'Blocked', 'Blocked'],
  Deleted: ['CARD_DELETED', 'CARD_DELETED', 'Deleted', 'CARD_DELETED', 'CARD_DELETED'],
  Failed: ['CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED', 'CARD_NOT_LINKED'],
};

describe('decideCardChange', () => {
  it.each(CARD_STATUSES)('decides every action on a card that is %s', (status) => {
    const decisions = CARD_ACTIONS.map((action) => {
      const decision = decideCardChange(status, action);
      return 'to' in decision ? decision.to : decision.refusal.code;
    });
    expect(decisions).toEqual(EXPECTED[status]);
  });
});
