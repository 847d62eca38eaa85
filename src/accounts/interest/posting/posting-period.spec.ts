import { endsPeriod } from './posting-period';

describe('the dates on which interest is posted', () => {
  it.each([
    ['2027-01-31', ['Monthly']],
    ['2027-02-28', ['Monthly']],
    ['2028-02-28', []],
    ['2028-02-29', ['Monthly']],
    ['2027-03-31', ['Monthly', 'Quarterly']],
    ['2027-04-30', ['Monthly']],
    ['2027-06-30', ['Monthly', 'Quarterly']],
    ['2027-06-29', []],
    ['2027-09-30', ['Monthly', 'Quarterly']],
    ['2027-12-31', ['Monthly', 'Quarterly', 'Yearly']],
  ])('%s is the last date of the periods %j', (date, periods) => {
    expect((['Monthly', 'Quarterly', 'Yearly'] as const).filter((posting) => endsPeriod(posting, date))).toEqual(
      periods,
    );
  });
});
