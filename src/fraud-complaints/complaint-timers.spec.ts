import { isMissed } from './complaint-timers';

describe('isMissed', () => {
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 24, hour));
  it('a deadline is missed when it has passed unmet, and one that does not exist never is', () => {
    expect(isMissed([{ dueAt: at(1), metAt: null }], at(2))).toBe(true);
    expect(isMissed([{ dueAt: at(1), metAt: at(2) }], at(3))).toBe(false);
    expect(isMissed([{ dueAt: at(3), metAt: null }], at(2))).toBe(false);
    expect(isMissed([{ dueAt: null, metAt: null }], at(2))).toBe(false);
  });
});
