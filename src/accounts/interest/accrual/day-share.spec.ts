import { type Fraction, fraction } from '../../../common/money/fraction';
import { addDays } from '../../../common/time/calendar';
import { DAY_COUNTS } from '../../../products/terms/loan-enumerations';
import { dayShare, onePercentFactor } from './day-share';

function asNumber({ numerator, denominator }: Fraction): number {
  return Number(numerator) / Number(denominator);
}

describe('the part of a year that a day earns', () => {
  it.each([
    { dayCount: 'ACT/365', date: '2028-02-29', numerator: 1, denominator: 365 },
    { dayCount: 'ACT/364', date: '2027-01-01', numerator: 1, denominator: 364 },
    { dayCount: 'ACT/360', date: '2027-01-01', numerator: 1, denominator: 360 },
    { dayCount: 'ACT/ACT', date: '2027-12-31', numerator: 1, denominator: 365 },
    { dayCount: 'ACT/ACT', date: '2028-01-01', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT', date: '2028-12-31', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT-START', date: '2028-12-31', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT-FINERACT', date: '2027-12-31', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT-FINERACT', date: '2028-12-31', numerator: 1, denominator: 365 },
    { dayCount: 'ACT/ACT-FINERACT', date: '2028-12-30', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT-FEB29', date: '2028-02-28', numerator: 1, denominator: 366 },
    { dayCount: 'ACT/ACT-FEB29', date: '2028-02-29', numerator: 1, denominator: 365 },
    { dayCount: 'ACT/ACT-FEB29', date: '2027-02-28', numerator: 1, denominator: 365 },
    { dayCount: '30/360', date: '2027-01-31', numerator: 1, denominator: 372 },
    { dayCount: '30/360', date: '2028-02-29', numerator: 1, denominator: 348 },
    { dayCount: '30/365', date: '2027-04-01', numerator: 30, denominator: 10_950 },
    { dayCount: 'PERIODIC', date: '2027-02-28', numerator: 1, denominator: 336 },
  ] as const)(
    'counts a day under $dayCount on $date as $numerator/$denominator',
    ({ dayCount, date, numerator, denominator }) => {
      expect(dayShare(dayCount, date)).toEqual(fraction(numerator, denominator));
    },
  );

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
        sum += asNumber(dayShare(dayCount, date));
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
