import { addMonths } from '../../common/time/calendar';
import { effectivePlan, type PlannedLoan, type PlannedRow, RATE_PERCENT_MAX } from './effective-plan';

/** Rows of equal principal over months, with interest on the balance or on the whole principal. */
function loanOf(fields: Partial<PlannedLoan> = {}, model: 'reducing' | 'flat' = 'reducing'): PlannedLoan {
  const rows = Array.from({ length: 12 }, (_, index): PlannedRow => {
    const balanceKobo = 12_000_000n - BigInt(index) * 1_000_000n;
    const interest = (model === 'flat' ? 12_000_000n : balanceKobo) / 50n;
    return {
      periodStart: addMonths('2026-01-01', index),
      dueDate: addMonths('2026-01-01', index + 1),
      principalDueKobo: 1_000_000n,
      interestDueKobo: interest,
      feeKobo: 0n,
      earnedInterest: String(interest),
      capitalisedKobo: 0n,
    };
  });
  return {
    disbursedOn: '2026-01-01',
    principalKobo: 12_000_000n,
    upfrontInterestKobo: 0n,
    feeAtStartKobo: 0n,
    rows,
    ...fields,
  };
}

describe('the plan by the effective interest method', () => {
  it('of one payment after a year is computed by hand: a fee is earned over the year', () => {
    const row: PlannedRow = {
      periodStart: '2025-01-01',
      dueDate: '2026-01-01',
      principalDueKobo: 10_000_000n,
      interestDueKobo: 1_000_000n,
      feeKobo: 0n,
      earnedInterest: '1000000',
      capitalisedKobo: 0n,
    };
    const plan = effectivePlan({
      disbursedOn: '2025-01-01',
      principalKobo: 10_000_000n,
      upfrontInterestKobo: 0n,
      feeAtStartKobo: 500_000n,
      rows: [row],
    })!;
    // 110,000 after a year for 95,000 today.
    expect(plan.ratePercent).toBeCloseTo((11 / 9.5 - 1) * 100, 10);
    expect(plan.points).toHaveLength(12);
    // 30 June is day 180: 95,000 × 1.157894…^(180/365) − 95,000 is income; booked are 5,000 and 10,000 × 180/365.
    const june = plan.points.find(({ monthEnd }) => monthEnd === '2025-06-30')!;
    const income = 9_500_000 * (11 / 9.5) ** (180 / 365) - 9_500_000;
    expect(Number(june.deferredKobo)).toBe(Math.round(500_000 + (1_000_000 * 180) / 365 - income));
    expect(june.principalKobo).toBe(10_000_000n);
  });

  it('of a loan of a day with a high fee has a rate that its column holds', () => {
    const row: PlannedRow = {
      periodStart: '2026-01-31',
      dueDate: '2026-02-01',
      principalDueKobo: 100_000n,
      interestDueKobo: 1_000n,
      feeKobo: 0n,
      earnedInterest: '1000',
      capitalisedKobo: 0n,
    };
    const loan = { disbursedOn: '2026-01-31', principalKobo: 100_000n, upfrontInterestKobo: 0n, rows: [row] };
    expect(effectivePlan({ ...loan, feeAtStartKobo: 10_000n })!.ratePercent).toBe(RATE_PERCENT_MAX);
    expect(RATE_PERCENT_MAX.toFixed(8)).toMatch(/^\d{10}\.\d{8}$/);
  });

  it('defers a fee wholly at first, less each month, and nothing beyond the last due date', () => {
    const { points, ratePercent } = effectivePlan(loanOf({ feeAtStartKobo: 240_000n }))!;
    const deferred = points.map(({ deferredKobo }) => Number(deferredKobo));
    expect(deferred[0]).toBeLessThan(240_000);
    expect(deferred).toEqual([...deferred].sort((a, b) => b - a));
    expect(deferred.at(-1)).toBeGreaterThan(0);
    expect(deferred.at(-1)).toBeLessThan(20_000);
    expect(points.at(-1)!.monthEnd).toBe('2026-12-31');
    expect(ratePercent).toBeGreaterThan((1.02 ** 12 - 1) * 100);
  });

  it('recognises more than the contract at first where interest is flat', () => {
    const { points } = effectivePlan(loanOf({}, 'flat'))!;
    expect(points.every(({ deferredKobo }) => deferredKobo < 0n)).toBe(true);
  });

  it('defers next to nothing of a loan on its balance without fees, for months differ in length', () => {
    const { points } = effectivePlan(loanOf())!;
    for (const { deferredKobo } of points) expect(Math.abs(Number(deferredKobo))).toBeLessThan(12_000);
  });

  it('has the principal that is left by the plan', () => {
    const { points } = effectivePlan(loanOf())!;
    expect(points[0]!.principalKobo).toBe(12_000_000n);
    expect(points[1]!.principalKobo).toBe(11_000_000n);
    expect(points.at(-1)!.principalKobo).toBe(1_000_000n);
  });

  it('is undefined for a loan that pays out nothing', () => {
    expect(effectivePlan(loanOf({ upfrontInterestKobo: 12_000_000n }))).toBeUndefined();
    expect(effectivePlan(loanOf({ rows: [] }))).toBeUndefined();
  });
});
