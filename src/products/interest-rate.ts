import { decimals, fieldRule } from '../common/openapi/documented-rule';

const MAX_PERCENT = 1_000;
const MAX_SHARE_PERCENT = 100;
const DECIMALS = 4;
const UNITS = 10 ** DECIMALS;

/** True for a yearly rate in percent: a number from 0 to 1,000 with at most 4 decimals. */
export function isInterestRate(value: unknown): boolean {
  if (typeof value !== 'number' || !(value >= 0 && value <= MAX_PERCENT)) return false;
  // Division is correctly rounded, so only a double written with at most 4 decimals passes.
  return Math.round(value * UNITS) / UNITS === value;
}

/** True for a share in percent: a number from 0 to 100 with at most 4 decimals. */
export function isPercentage(value: unknown): boolean {
  return isInterestRate(value) && (value as number) <= MAX_SHARE_PERCENT;
}

/** Writes a rate or share as the decimal text that is stored, such as `4.2500`. @throws RangeError */
export function interestRateText(percent: number): string {
  if (!isInterestRate(percent))
    throw new RangeError('An interest rate must be from 0 to 1,000 percent with at most 4 decimals.');
  return percent.toFixed(DECIMALS);
}

/** Property decorator for a yearly rate in percent. */
export function IsInterestRate(): PropertyDecorator {
  return fieldRule({
    name: 'isInterestRate',
    schema: { type: 'number', format: 'double', minimum: 0, maximum: MAX_PERCENT, ...decimals(DECIMALS) },
    validate: isInterestRate,
    expected: `a yearly percentage from 0 to ${MAX_PERCENT} with at most ${DECIMALS} decimals`,
  });
}

/** Property decorator for a share in percent, such as a tax or a penalty. */
export function IsPercentage(): PropertyDecorator {
  return fieldRule({
    name: 'isPercentage',
    schema: { type: 'number', format: 'double', minimum: 0, maximum: MAX_SHARE_PERCENT, ...decimals(DECIMALS) },
    validate: isPercentage,
    expected: `a percentage from 0 to ${MAX_SHARE_PERCENT} with at most ${DECIMALS} decimals`,
  });
}
