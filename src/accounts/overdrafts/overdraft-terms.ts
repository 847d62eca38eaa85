import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../../products/interest-rate';
import type { Overdraft } from './overdraft.entity';
import type { UpdateOverdraftBody } from './overdrafts.dto';
import { overdraftsErrors } from './overdrafts.errors';

/** What an overdraft allows, at what price, and when. */
export type OverdraftTerms = Pick<Overdraft, 'limitKobo' | 'interestRate' | 'startDate' | 'expiryDate'>;

/** The fields of a request that are terms. */
export type TermsFields = Partial<Omit<UpdateOverdraftBody, 'id'>>;

/** Reads the terms that a request names; a field that was sent as null counts as left out. */
export function termsOf({ limit, interestRate, startDate, expiryDate }: TermsFields): Partial<OverdraftTerms> {
  return {
    ...(limit === undefined || limit === null ? {} : { limitKobo: nairaToKobo(limit)! }),
    ...(interestRate === undefined || interestRate === null ? {} : { interestRate: interestRateText(interestRate) }),
    ...(startDate === undefined || startDate === null ? {} : { startDate }),
    ...(expiryDate === undefined || expiryDate === null ? {} : { expiryDate }),
  };
}

/** Writes terms as a request does, for approvals and the audit log. */
export function fieldsOf({ limitKobo, interestRate, startDate, expiryDate }: Partial<OverdraftTerms>): TermsFields {
  return {
    ...(limitKobo === undefined ? {} : { limit: koboToNaira(limitKobo) }),
    ...(interestRate === undefined ? {} : { interestRate: Number(interestRate) }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(expiryDate === undefined ? {} : { expiryDate }),
  };
}

/** Whether a customer may draw more, earlier or longer under new terms; a policy asks staff about that. */
export function givesMore(next: OverdraftTerms, present: OverdraftTerms): boolean {
  return (
    next.limitKobo > present.limitKobo || next.expiryDate > present.expiryDate || next.startDate < present.startDate
  );
}

/**
 * An overdraft counts from its start date through its expiry date, so the latter must be neither over nor the earlier one.
 * @throws OVERDRAFT_DATES_REFUSED (422)
 */
export function assertDates(
  { startDate, expiryDate }: Pick<OverdraftTerms, 'startDate' | 'expiryDate'>,
  businessDate: string,
): void {
  if (expiryDate < businessDate)
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The expiry date ${expiryDate} lies before the business date ${businessDate}.`,
    );
  if (expiryDate < startDate)
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The expiry date ${expiryDate} lies before the start date ${startDate}.`,
    );
}

/**
 * What a change must leave in order, besides what the account needs: dates that fit, and the start date of what has started.
 * @throws OVERDRAFT_DATES_REFUSED (422)
 */
export function assertChange(
  present: Pick<Overdraft, 'inForce' | 'startDate'>,
  next: OverdraftTerms,
  businessDate: string,
): void {
  assertDates(next, businessDate);
  if (present.inForce && next.startDate !== present.startDate) {
    throw overdraftsErrors.OVERDRAFT_DATES_REFUSED(
      `The overdraft counts since ${present.startDate}; its start date stays.`,
    );
  }
}
