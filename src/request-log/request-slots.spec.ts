import { KEPT_DAYS, slotOf, SLOTS, slotsBetween, slotToEmpty } from './request-slots';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-23T12:00:00Z');

describe('the slots of the request log', () => {
  it('never empties the slot of a day that is kept, whatever the day', () => {
    for (let day = 0; day < 400; day += 1) {
      const now = new Date(NOW.getTime() + day * DAY_MS);
      const kept = slotsBetween(new Date(now.getTime() - KEPT_DAYS * DAY_MS), now);
      expect(kept).toHaveLength(KEPT_DAYS + 1);
      expect(kept).not.toContain(slotToEmpty(now));
    }
  });

  it('empties each slot before it is used again', () => {
    expect(slotToEmpty(NOW)).toBe(slotOf(new Date(NOW.getTime() + DAY_MS)));
    expect(
      new Set(Array.from({ length: SLOTS }, (_, day) => slotOf(new Date(NOW.getTime() + day * DAY_MS)))).size,
    ).toBe(SLOTS);
  });

  it('finds the slots of a span, and each once for a long one', () => {
    expect(slotsBetween(NOW, NOW)).toEqual([slotOf(NOW)]);
    expect(slotsBetween(new Date(NOW.getTime() - DAY_MS), NOW)).toHaveLength(2);
    expect(slotsBetween(new Date(0), NOW)).toHaveLength(SLOTS);
    expect(slotsBetween(NOW, new Date(NOW.getTime() - 2 * DAY_MS))).toEqual([]);
  });
});
