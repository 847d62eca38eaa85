import Decimal from 'decimal.js';
import fc from 'fast-check';
import { type Rounding, ROUNDINGS, roundQuotient } from './rounding';

/** The table in the documentation of java.math.RoundingMode: how each mode rounds these inputs to one digit. */
const JAVA_INPUTS = ['5.5', '2.5', '1.6', '1.1', '1.0', '-1.0', '-1.1', '-1.6', '-2.5', '-5.5'];
const JAVA: Record<Rounding, number[]> = {
  UP: [6, 3, 2, 2, 1, -1, -2, -2, -3, -6],
  DOWN: [5, 2, 1, 1, 1, -1, -1, -1, -2, -5],
  CEILING: [6, 3, 2, 2, 1, -1, -1, -1, -2, -5],
  FLOOR: [5, 2, 1, 1, 1, -1, -2, -2, -3, -6],
  HALF_UP: [6, 3, 2, 1, 1, -1, -1, -2, -3, -6],
  HALF_DOWN: [5, 2, 2, 1, 1, -1, -1, -2, -2, -5],
  HALF_EVEN: [6, 2, 2, 1, 1, -1, -1, -2, -2, -6],
};

describe('roundQuotient', () => {
  it.each(ROUNDINGS)('%s rounds like java.math.RoundingMode', (rounding) => {
    const rounded = JAVA_INPUTS.map((text) => roundQuotient(BigInt(text.replace('.', '')), 10n, rounding));
    expect(rounded).toEqual(JAVA[rounding].map(BigInt));
  });

  it('agrees with decimal.js on quotients that end', () => {
    const modes: [Rounding, Decimal.Rounding][] = [
      ['HALF_EVEN', Decimal.ROUND_HALF_EVEN],
      ['HALF_UP', Decimal.ROUND_HALF_UP],
      ['HALF_DOWN', Decimal.ROUND_HALF_DOWN],
      ['UP', Decimal.ROUND_UP],
      ['DOWN', Decimal.ROUND_DOWN],
      ['CEILING', Decimal.ROUND_CEIL],
      ['FLOOR', Decimal.ROUND_FLOOR],
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.constantFrom(1, 2, 4, 5, 8, 10, 16, 25),
        fc.constantFrom(...modes),
        (numerator, denominator, [ours, theirs]) => {
          const expected = new Decimal(numerator).div(denominator).toDecimalPlaces(0, theirs);
          expect(roundQuotient(BigInt(numerator), BigInt(denominator), ours).toString()).toBe(
            expected.toFixed(0).replace(/^-0$/, '0'),
          );
        },
      ),
    );
  });
});
