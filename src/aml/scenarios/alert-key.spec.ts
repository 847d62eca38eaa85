import { alertKey } from './alert-key';

const DAY_MS = 86_400_000;
const key = (code: string, id: number, day: number): string =>
  alertKey(code, { account: { id }, at: day * DAY_MS, utcOffsetMinutes: 60 });

describe('the key of an alert', () => {
  it('is the same for seven days, and another one then', () => {
    const keys = Array.from({ length: 28 }, (_, day) => key('mule', 14, day));
    const counts = [...new Set(keys)].map((one) => keys.filter((other) => other === one).length);
    expect(counts.slice(1, -1).every((days) => days === 7)).toBe(true);
    expect(counts.length).toBeGreaterThanOrEqual(4);
  });

  it('is another one for another scenario or account', () => {
    expect(new Set([key('mule', 14, 3), key('mule', 21, 3), key('other', 14, 3)]).size).toBe(3);
  });

  it('begins a new week of other accounts on other days', () => {
    const begins = (id: number): number =>
      [1, 2, 3, 4, 5, 6, 7].find((day) => key('mule', id, day) !== key('mule', id, day - 1))!;
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map(begins)).size).toBe(7);
  });
});
