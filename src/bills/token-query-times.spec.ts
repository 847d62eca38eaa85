import { nextTokenQueryAt } from './token-query-times';

describe('nextTokenQueryAt', () => {
  const paidAt = new Date('2026-11-30T10:00:00Z');
  const after = (seconds: number): Date => new Date(paidAt.getTime() + seconds * 1_000);

  it.each([
    [0, 30],
    [29, 30],
    [30, 120],
    [120, 600],
    [3_599, 3_600],
    [3_600, 21_600],
    [21_600, 86_400],
  ])('is, %d seconds after the payment, %d seconds after it', (seconds, next) => {
    expect(nextTokenQueryAt(paidAt, after(seconds))).toEqual(after(next));
  });

  it('is never a day after the payment or later', () => {
    expect(nextTokenQueryAt(paidAt, after(86_400))).toBeUndefined();
    expect(nextTokenQueryAt(paidAt, after(90_000))).toBeUndefined();
  });
});
