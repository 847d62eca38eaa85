import { CENTRAL_BANK_LIMITS } from './credit-limit-violation';

const FIELDS = Object.keys(CENTRAL_BANK_LIMITS.CommercialBank);

/**
 * The problem of a value of `LOAN_CREDIT_LIMITS`, in words that follow "The value"; undefined for a valid one.
 * @param value a JSON object
 */
export function creditLimitsViolation(value: string): string | undefined {
  const limits = Object.entries(JSON.parse(value) as Record<string, unknown>);
  const isValid = limits.every(
    ([name, percent]) =>
      FIELDS.includes(name) &&
      typeof percent === 'number' &&
      percent >= 0 &&
      percent <= 100 &&
      Number(percent.toFixed(2)) === percent,
  );
  return isValid
    ? undefined
    : `must have percentages from 0 to 100 with at most 2 decimals, named ${FIELDS.join(', ')}`;
}
