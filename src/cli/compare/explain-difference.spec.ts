import { explainArrears, explainBalance, explainInterest, explainPrincipal } from './explain-difference';

const DATE = '2026-11-20';
const entry = (bookedOn: string, amountKobo: bigint): { bookedOn: string; amountKobo: bigint; reference: string } => ({
  bookedOn,
  amountKobo,
  reference: `R${amountKobo}`,
});

describe('explainBalance', () => {
  const nearby = [entry('2026-11-19', 300n), entry(DATE, -50n), entry('2026-11-21', 20n), entry('2026-11-22', 7n)];
  const of = (theirsKobo: bigint, oursByValueKobo = 1_000n): string | undefined =>
    explainBalance({ date: DATE, theirsKobo, oursKobo: 1_000n, oursByValueKobo, nearby })?.category;

  it.each([
    [1_000n, undefined],
    [1_020n, 'BookedLaterHere'],
    [1_027n, 'BookedLaterHere'],
    // A single later entry that is not the first one.
    [1_007n, 'BookedLaterHere'],
    [1_050n, 'BookedEarlierHere'],
    [750n, 'BookedEarlierHere'],
    [1_001n, 'Unexplained'],
  ])('explains %s against 1000 by the entries around the day: %s', (theirs, category) => {
    expect(of(theirs)).toBe(category);
  });

  it('prefers our balance by value date', () => {
    expect(of(1_020n, 1_020n)).toBe('ValueDate');
  });

  it('names the entries', () => {
    expect(
      explainBalance({ date: DATE, theirsKobo: 1_027n, oursKobo: 1_000n, oursByValueKobo: 0n, nearby })?.note,
    ).toBe('R20 of 20 booked on 2026-11-21; R7 of 7 booked on 2026-11-22');
  });
});

describe('explainInterest', () => {
  const of = (
    theirsKobo: bigint,
    oursKobo: bigint,
    facts: { days?: number; balanceDiffers?: boolean } = {},
  ): string | undefined =>
    explainInterest({ theirsKobo, oursKobo, days: facts.days ?? 30, balanceDiffers: facts.balanceDiffers ?? false })
      ?.category;

  it.each([
    [5_000n, 5_000n, undefined],
    [5_016n, 5_000n, 'Rounding'],
    [101_389n, 100_000n, 'DayCount'],
    [98_630n, 100_000n, 'DayCount'],
    [120_000n, 100_000n, 'Rate'],
    [120_000n, 0n, 'NotAccruedHere'],
  ])('explains %s against %s as %s', (theirs, ours, category) => {
    expect(of(theirs, ours)).toBe(category);
  });

  it('says that a different balance is the reason before it looks for a method', () => {
    expect(of(120_000n, 100_000n, { balanceDiffers: true })).toBe('FollowsBalance');
  });

  it('allows no rounding beyond the accrued days', () => {
    expect(of(5_003n, 5_000n, { days: 2 })).not.toBe('Rounding');
    expect(of(5_002n, 5_000n, { days: 2 })).toBe('Rounding');
  });
});

describe('explainPrincipal', () => {
  it('finds a repayment that is booked on another day', () => {
    const nearby = [entry(DATE, -10_000n)];
    const of = (theirsKobo: bigint): string | undefined =>
      explainPrincipal({ date: DATE, theirsKobo, oursKobo: 90_000n, nearby })?.category;
    expect([of(90_000n), of(100_000n), of(100_001n)]).toEqual([undefined, 'BookedEarlierHere', 'Unexplained']);
  });
});

describe('explainArrears', () => {
  const of = (theirs: number, overdueSince: string | null, amountsDiffer = false): string | undefined =>
    explainArrears({ date: DATE, theirs, overdueSince, amountsDiffer })?.category;

  it.each([
    [0, null, undefined],
    [10, '2026-11-10', undefined],
    [11, '2026-11-10', 'ArrearsCounting'],
    [9, '2026-11-10', 'ArrearsCounting'],
    [1, null, 'Unexplained'],
    [30, '2026-11-10', 'Unexplained'],
  ])('explains %s days where the oldest instalment was due on %s as %s', (theirs, overdueSince, category) => {
    expect(of(theirs, overdueSince)).toBe(category);
  });

  it('says that different amounts are the reason', () => {
    expect(of(30, '2026-11-10', true)).toBe('FollowsBalance');
  });
});
