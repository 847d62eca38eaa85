import { providerText } from '../common/text/provider-text';

const TOKEN_MAX_LENGTH = 100;
/** Digits of a prepaid meter's token (Standard Transfer Specification). */
const METER_TOKEN = /^\d{20}$/;
const UNITS = /^\d+(?:\.\d+)?/;

/** A token of twenty digits in groups of four, as customers type it; any other token unchanged. Null without one. */
export function readToken(value: unknown): string | null {
  const text = providerText(value, TOKEN_MAX_LENGTH);
  if (text === null) return null;
  const digits = text.replace(/^token\s*:?/i, '').replace(/[\s-]/g, '');
  return METER_TOKEN.test(digits) ? digits.replace(/(\d{4})(?=\d)/g, '$1-') : text;
}

/** Kilowatt-hours, also from texts such as `73.5` or `1,073.5 kWh`. Null when there is no number above zero. */
export function readTokenUnits(value: unknown): number | null {
  const units = typeof value === 'string' ? Number(UNITS.exec(value.trim().replaceAll(',', ''))?.[0]) : value;
  return typeof units === 'number' && Number.isFinite(units) && units > 0 ? units : null;
}
