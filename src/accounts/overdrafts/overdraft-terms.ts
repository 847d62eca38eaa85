import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../../products/interest-rate';
import type { Overdraft } from './overdraft.entity';
import type { UpdateOverdraftBody } from './overdrafts.dto';
import { overdraftsErrors } from './overdrafts.errors';

/** Limit, interest rate and dates of an overdraft. */
export type OverdraftTerms = Pick<Overdraft, 'limitKobo' | 'interestRate' | 'startDate' | 'expiryDate'>;

/** Terms as the fields of a request. */
export type TermsFields = Partial<Omit<UpdateOverdraftBody, 'id'>>;

/** Reads the terms from a request. A field sent as null counts as left out. */
export function termsOf({ limit, interestRate, startDate, expiryDate }: TermsFields): Partial<OverdraftTerms> {
  return {
    ...(limit === undefined || limit === null ? {} : { limitKobo: nairaToKobo(limit)! }),
    ...(interestRate === undefined || interestRate === null ? {} : { interestRate: interestRateText(interestRate) }),
    ...(startDate === undefined || startDate === null ? {} : { startDate }),
    ...(expiryDate === undefined || expiryDate === null ? {} : { expiryDate }),
  };
}

/** Writes terms as request fields, for approvals and the audit log. */
export function fieldsOf({ limitKobo, interestRate, startDate, expiryDate }: Partial<OverdraftTerms>): TermsFields {
  return {
    ...(limitKobo === undefined ? {} : { limit: koboToNaira(limitKobo) }),
    ...(interestRate === undefined ? {} : { interestRate: Number(interestRate) }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(expiryDate === undefined ? {} : { expiryDate }),
  };
}

/** True when new terms let the customer draw more, earlier or longer. */
export function givesMore(next: OverdraftTerms, present: OverdraftTerms): boolean {
  return (
    next.limitKobo > present.limitKobo || next.expiryDate > present.expiryDate || next.startDate < present.startDate
  );
}

/**
 * True when a change of an active overdraft is subject to approval policies: one that gives more credit, and one of the
 * interest rate, because staff approved the terms with their price.
 */
export function needsStaff(next: OverdraftTerms, present: OverdraftTerms): boolean {
  return givesMore(next, present) || Number(next.interestRate) !== Number(present.interestRate);
}

/**
 * Asserts that the expiry date has not passed and is not before the start date.
 * @throws OVERDRAFT_DATES_REFUSED (422)
 */
export function assertOverdraftDates(
  { startDate, expiryDate }: Pick<OverdraftTerms, 'startDate' | 'expiryDate'>,
  businessDate: string,
): void {
  if (expiryDate < businessDate)
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The expiry date ${expiryDate} is before the business date ${businessDate}; send that date or a later one.`,
    );
  if (expiryDate < startDate)
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The expiry date ${expiryDate} is before the start date ${startDate}; send a later expiry date.`,
    );
}

/**
 * Asserts that a change leaves valid dates and does not move the start date of an overdraft in force.
 * @throws OVERDRAFT_DATES_REFUSED (422)
 */
export function assertOverdraftChange(
  present: Pick<Overdraft, 'inForce' | 'startDate'>,
  next: OverdraftTerms,
  businessDate: string,
): void {
  assertOverdraftDates(next, businessDate);
  if (present.inForce && next.startDate !== present.startDate) {
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The overdraft has been in force since ${present.startDate}; its start date cannot be changed.`,
    );
  }
}
