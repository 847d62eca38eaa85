import { applyCardEvent } from './apply-card-event';
import type { CardStatus } from './card.entity';
import { CARD_EVENTS, type CardEventName } from './card-event.entity';

const now = new Date('2026-11-21T12:00:00Z');
const earlier = new Date('2026-11-21T10:00:00Z');
const later = new Date('2026-11-21T11:00:00Z');

describe('applyCardEvent', () => {
  it.each<[CardEventName, CardStatus | undefined]>([
    ['Activated', 'Active'],
    ['Blocked', 'Blocked'],
    ['Unblocked', 'Active'],
    ['Expired', 'Blocked'],
    ['Replaced', 'Deleted'],
    ['PinChanged', undefined],
  ])('after the event %s sets the status %s', (event, status) => {
    const changes = status === undefined ? {} : { status, statusReason: event, statusAsOf: later };
    expect(applyCardEvent({ status: 'Active', statusAsOf: earlier }, event, later, now)).toEqual({
      changes,
      applied: true,
    });
  });

  it('applies every kind of event', () => {
    for (const event of CARD_EVENTS)
      expect(applyCardEvent({ status: 'Active', statusAsOf: earlier }, event, null, now).applied).toBe(true);
  });

  it('applies an event of the same time as the status, and no earlier one', () => {
    expect(applyCardEvent({ status: 'Blocked', statusAsOf: later }, 'Unblocked', later, now).applied).toBe(true);
    expect(applyCardEvent({ status: 'Blocked', statusAsOf: later }, 'Unblocked', earlier, now)).toEqual({
      changes: {},
      applied: false,
    });
  });

  it('applies an event without a date, or with a date in the future, as of now', () => {
    for (const date of [null, new Date('2030-01-01T00:00:00Z')])
      expect(applyCardEvent({ status: 'Active', statusAsOf: later }, 'Blocked', date, now).changes.statusAsOf).toEqual(
        now,
      );
  });

  it('never changes the status of a deleted card', () => {
    for (const event of ['Activated', 'Unblocked', 'Blocked', 'Expired', 'Replaced'] as const) {
      expect(applyCardEvent({ status: 'Deleted', statusAsOf: earlier }, event, later, now)).toEqual({
        changes: {},
        applied: false,
      });
    }
  });
});
