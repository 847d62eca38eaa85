import { decimals, fieldRule } from '../openapi/documented-rule';
import { nairaToKobo } from './naira';

const SMALLEST_NAIRA = 0.01;
const GREATEST_NAIRA = 999_999_999_999.99;

/** The amounts that a field accepts besides a positive Naira amount. */
export interface IsNairaOptions {
  /** Accepts 0 too: for optional amounts such as a fee. Default false: moved amounts are above 0. */
  zeroAllowed?: boolean;
}

/**
 * Property decorator for a Naira amount in a request: a JSON number with at most 2 decimals, above 0 (or from 0 when
 * `zeroAllowed`) and below 10^12. The field keeps the number; use `nairaToKobo` to get the kobo.
 */
export function IsNaira(options: IsNairaOptions = {}): PropertyDecorator {
  const zeroAllowed = options.zeroAllowed ?? false;
  const range = zeroAllowed ? 'of 0 or more' : 'above 0';
  return fieldRule({
    name: 'isNaira',
    schema: {
      type: 'number',
      format: 'double',
      minimum: zeroAllowed ? 0 : SMALLEST_NAIRA,
      maximum: GREATEST_NAIRA,
      ...decimals(2),
    },
    validate: (value) => {
      const kobo = nairaToKobo(value);
      return kobo !== undefined && (zeroAllowed || kobo > 0n);
    },
    expected: `a Naira amount ${range} with at most 2 decimals, below 1,000,000,000,000`,
  });
}
