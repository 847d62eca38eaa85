import { fieldRule } from '../openapi/documented-rule';

/** The alphabetic and the numeric ISO 4217 code of the naira. */
const NAIRA_CODES = ['NGN', '566'];

/**
 * Property decorator for the currency that a partner names beside an amount: accounts hold naira alone, so an amount of
 * another currency is refused rather than booked as naira.
 */
export function IsNairaCurrency(): PropertyDecorator {
  return fieldRule({
    name: 'isNairaCurrency',
    schema: { type: 'string', enum: NAIRA_CODES },
    validate: (value) => NAIRA_CODES.includes(value as string),
    expected: 'NGN or 566: accounts are in Naira, so send the amount in Naira',
  });
}
