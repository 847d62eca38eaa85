import { lastPaymentDate, nextDueDate, type PaymentTerms } from './payment-dates';
import { termDates } from './term-dates';

const monthly: PaymentTerms = { interestPayment: 'Monthly', startDate: '2026-01-31', maturityDate: '2026-07-30' };

describe('monthly payments of a deposit that began on the 31st', () => {
  it.each([
    ['2026-01-31', '2026-02-28'],
    ['2026-02-27', '2026-02-28'],
    ['2026-02-28', '2026-03-31'],
    ['2026-03-01', '2026-03-31'],
    ['2026-03-31', '2026-04-30'],
    ['2026-05-31', '2026-06-30'],
    ['2026-06-30', '2026-07-30'],
    ['2026-07-29', '2026-07-30'],
  ])('after %s are next due on %s', (date, next) => {
    expect(nextDueDate(monthly, date)).toBe(next);
  });

  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2026-02-27', '2026-01-31'],
    ['2026-02-28', '2026-02-28'],
    ['2026-03-30', '2026-02-28'],
    ['2026-04-30', '2026-04-30'],
    ['2026-07-29', '2026-06-30'],
    ['2026-07-30', '2026-06-30'],
    ['2027-01-01', '2026-06-30'],
  ])('up to %s are last due on %s', (date, last) => {
    expect(lastPaymentDate(monthly, date)).toBe(last);
  });
});

describe('other deposits', () => {
  const dates = { startDate: '2026-11-21', maturityDate: '2027-11-21' };

  it('are due at maturity', () => {
    expect(nextDueDate({ ...dates, interestPayment: 'AtMaturity' }, '2026-12-25')).toBe('2027-11-21');
    expect(nextDueDate({ ...dates, interestPayment: 'Upfront' }, '2026-12-25')).toBe('2027-11-21');
  });

  it('have paid nothing before maturity, or everything upfront', () => {
    expect(lastPaymentDate({ ...dates, interestPayment: 'AtMaturity' }, '2027-11-20')).toBe('2026-11-21');
    expect(lastPaymentDate({ ...dates, interestPayment: 'Upfront' }, '2026-11-22')).toBe('2027-11-21');
  });

  it('pay the last month at a maturity that is an anniversary', () => {
    expect(lastPaymentDate({ ...dates, interestPayment: 'Monthly' }, '2027-11-21')).toBe('2027-10-21');
    expect(nextDueDate({ ...dates, interestPayment: 'Monthly' }, '2027-10-21')).toBe('2027-11-21');
  });
});

describe('termDates', () => {
  it.each([
    ['AtMaturity', '2026-11-21', '2027-02-19'],
    ['Monthly', '2026-11-21', '2026-12-21'],
    ['Upfront', '2027-02-19', '2027-02-19'],
  ] as const)('%s', (interestPayment, paidThrough, dueDate) => {
    expect(termDates('2026-11-21', 90, interestPayment)).toEqual({
      startDate: '2026-11-21',
      maturityDate: '2027-02-19',
      accruedThrough: '2026-11-21',
      paidThrough,
      dueDate,
    });
  });
});
