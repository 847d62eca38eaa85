import fc from 'fast-check';
import { jsonText } from './large-naira';
import { formatNaira, koboToNaira, nairaToKobo } from './naira';

describe('nairaToKobo', () => {
  it.each<[unknown, bigint | undefined]>([
    [0, 0n],
    [-0, 0n],
    [0.01, 1n],
    [0.1, 10n],
    [1.1, 110n],
    [4.35, 435n],
    [1.15, 115n],
    [19.99, 1999n],
    [5000.5, 500050n],
    [999_999_999_999.99, 99_999_999_999_999n],
    [1e12, undefined],
    [1e300, undefined],
    [-0.01, undefined],
    [-100, undefined],
    [0.001, undefined],
    [0.004, undefined],
    [0.009, undefined],
    [1e-7, undefined],
    [1.005, undefined],
    [0.1 + 0.2, undefined],
    [999_999_999_999.991, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['100', undefined],
    [100n, undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [[100], undefined],
    [{ valueOf: () => 100 }, undefined],
  ])('reads %p as %p', (value, kobo) => {
    expect(nairaToKobo(value)).toBe(kobo);
  });

  it('reads every amount that was written as text with 2 decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }), (kobo) => {
        const text = `${kobo / 100n}.${(kobo % 100n).toString().padStart(2, '0')}`;
        expect(nairaToKobo(JSON.parse(text))).toBe(kobo);
      }),
    );
  });
});

describe('koboToNaira', () => {
  const largest = 2n ** 46n * 100n - 1n;

  it.each([
    [0n, '0'],
    [1n, '0.01'],
    [29n, '0.29'],
    [-5n, '-0.05'],
    [100_000_000n, '1000000'],
    [99_999_999_999_999n, '999999999999.99'],
    [largest, '70368744177663.99'],
    [-largest, '-70368744177663.99'],
  ])('writes %p as %s', (kobo, json) => {
    expect(JSON.stringify(koboToNaira(kobo))).toBe(json);
  });

  it('writes every accepted amount as a number whose text is that amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largest, max: largest }), (kobo) => {
        expect(
          koboToNaira(kobo)
            .toFixed(2)
            .replace('.', '')
            .replace(/^(-?)0+(?=\d)/, '$1'),
        ).toBe(kobo.toString());
        expect(JSON.stringify(koboToNaira(kobo))).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });

  it.each([
    [largest + 1n, '70368744177664'],
    [largest + 2n, '70368744177664.01'],
    [-largest - 3n, '-70368744177664.02'],
    [14_073_748_835_532_810n, '140737488355328.1'],
    [2n ** 63n, '92233720368547758.08'],
  ])('writes %p, which no double holds to the kobo, as %s', (kobo, json) => {
    expect(jsonText({ total: koboToNaira(kobo), text: '"0"' })).toBe(`{"total":${json},"text":"\\"0\\""}`);
  });

  it('gives the nearest double of a large total to code that reads it as a number', () => {
    expect(Number(koboToNaira(2n ** 63n))).toBe(92_233_720_368_547_760);
    expect(JSON.stringify(koboToNaira(2n ** 63n))).toBe('92233720368547760');
  });
});

describe('formatNaira', () => {
  it.each([
    [0n, '₦0.00'],
    [5n, '₦0.05'],
    [-5n, '-₦0.05'],
    [99_999n, '₦999.99'],
    [100_000n, '₦1,000.00'],
    [100_000_000n, '₦1,000,000.00'],
    [-123_456_789n, '-₦1,234,567.89'],
    [2n ** 63n, '₦92,233,720,368,547,758.08'],
  ])('writes %p as %s', (kobo, text) => {
    expect(formatNaira(kobo)).toBe(text);
  });
});
