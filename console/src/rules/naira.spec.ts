import { boundedCount, naira, readNaira } from './naira';

describe('naira', () => {
  it.each([
    [1234.5, '₦1,234.50'],
    [0, '₦0.00'],
    [-262144.07, '−₦262,144.07'],
    [999_999_999_999.99, '₦999,999,999,999.99'],
    [null, '–'],
  ])('shows %p as %s', (amount, text) => expect(naira(amount)).toBe(text));
});

describe('readNaira', () => {
  it.each([
    ['2500', 2500],
    ['2,500.00', 2500],
    [' ₦ 1,000,000.5 ', 1_000_000.5],
    ['0.01', 0.01],
    ['NGN 2,500.00', 2500],
    ['N2,500', 2500],
    ['₦\u00A01\u00A0234\u202F567.5', 1_234_567.5],
  ])('reads %p', (text, amount) => expect(readNaira(text)).toBe(amount));

  it.each(['', '12.345', '1,00', '-5', '1e6', 'ten', '2500 00', '1.234,50', 'NGN', '1 00', '₦ ₦5', '1000000000000'])(
    'refuses %p',
    (text) => expect(readNaira(text)).toBeUndefined(),
  );
});

describe('boundedCount', () => {
  it('is exact below the limit and open from it on', () => {
    expect(boundedCount(999)).toBe('999');
    expect(boundedCount(1_000)).toBe('999+');
  });
});
