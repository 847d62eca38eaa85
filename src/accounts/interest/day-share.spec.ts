import { addDays } from '../../common/time/calendar';
import { DAY_COUNTS } from '../../products/terms/loan-enumerations';
import { dayShare, onePercentFactor } from './day-share';

describe('the part of a year that a day earns', () => {
  it.each([
    ['ACT/365', '2028-02-29', 1, 365],
    ['ACT/364', '2027-01-01', 1, 364],
    ['ACT/360', '2027-01-01', 1, 360],
    ['ACT/ACT', '2027-12-31', 1, 365],
    ['ACT/ACT', '2028-01-01', 1, 366],
    ['ACT/ACT', '2028-12-31', 1, 366],
    ['ACT/ACT-START', '2028-12-31', 1, 366],
    ['ACT/ACT-FINERACT', '2027-12-31', 1, 366],
    ['ACT/ACT-FINERACT', '2028-12-31', 1, 365],
    ['ACT/ACT-FINERACT', '2028-12-30', 1, 366],
    ['ACT/ACT-FEB29', '2028-02-28', 1, 366],
    ['ACT/ACT-FEB29', '2028-02-29', 1, 365],
    ['ACT/ACT-FEB29', '2027-02-28', 1, 365],
    ['30/360', '2027-01-31', 1, 372],
    ['30/360', '2028-02-29', 1, 348],
    ['30/365', '2027-04-01', 30, 10_950],
    ['PERIODIC', '2027-02-28', 1, 336],
  ] as const)('%s on %s', (dayCount, date, numerator, denominator) => {
    expect(dayShare(dayCount, date)).toEqual({ numerator, denominator });
  });

  /** The years that 2027 and the leap year 2028 count as under each convention. */
  const YEARS = {
    'ACT/365': [1, 366 / 365],
    'ACT/364': [365 / 364, 366 / 364],
    'ACT/360': [365 / 360, 366 / 360],
    'ACT/ACT': [1, 1],
    'ACT/ACT-START': [1, 1],
    'ACT/ACT-FINERACT': [364 / 365 + 1 / 366, 365 / 366 + 1 / 365],
    'ACT/ACT-FEB29': [1, 1 + 1 / 366],
    '30/360': [1, 1],
    '30/365': [360 / 365, 360 / 365],
    PERIODIC: [1, 1],
  };
  it.each(DAY_COUNTS)('adds up to the expected part of a year under %s', (dayCount) => {
    const sums = [2027, 2028].map((year) => {
      let sum = 0;
      for (let date = `${year}-01-01`; date.startsWith(String(year)); date = addDays(date, 1))
        sum += dayShare(dayCount, date).numerator / dayShare(dayCount, date).denominator;
      return sum;
    });
    expect(sums[0]).toBeCloseTo(YEARS[dayCount][0]!, 12);
    expect(sums[1]).toBeCloseTo(YEARS[dayCount][1]!, 12);
  });

  it('is given as a factor with forty decimals', () => {
    expect(onePercentFactor('ACT/365', '2027-01-01')).toBe('0.0000273972602739726027397260273972602740');
    expect(onePercentFactor('ACT/360', '2027-01-01')).toBe(`0.00002${'7'.repeat(34)}8`);
  });
});
