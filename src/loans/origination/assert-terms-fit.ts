import { formatNaira } from '../../common/money/naira';
import type { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';
import { loansErrors } from '../loans.errors';
import type { Schedule } from '../schedule/build-schedule';
import { unitsBetween } from '../schedule/due-dates';
import { productViolation } from '../schedule/product-violation';
import { ScheduleError } from '../schedule/schedule-error';
import { type ScheduledContract, scheduleOf } from '../schedule/schedule-of-contract';
import { type ContractTerms, UNIT_NAMES } from './contract-terms';
import { termsRefusedError } from './resolve-loan-terms';

/** The bounds of a product for how long its loans run. */
type TenureLimits = Pick<LoanProductTerms, 'maxTenure' | 'principalRepaymentFrequency'>;

type Limits = Pick<
  LoanProductTerms,
  | 'minPrincipalKobo'
  | 'maxPrincipalKobo'
  | 'minTenure'
  | 'maxTenure'
  | 'minInterestRate'
  | 'maxInterestRate'
  | 'principalRepaymentFrequency'
>;

/** Length of one unit of each frequency in twelfths of a day, so that a month of 365/12 days is a whole number. */
const UNIT_LENGTHS = [12, 84, 365, 4_380] as const;

/**
 * Asserts that the product offers the terms and that a schedule can be made from them.
 * @throws LOAN_TERMS_REFUSED (422)
 */
export function assertTermsFit(terms: ContractTerms, limits: Limits): void {
  const { principalKobo, tenure, frequency } = terms;
  const { minPrincipalKobo, maxPrincipalKobo, minTenure, maxTenure, principalRepaymentFrequency } = limits;
  if (principalKobo < minPrincipalKobo || principalKobo > maxPrincipalKobo) {
    throw termsRefusedError(
      'loanAmount',
      `The product lends from ${formatNaira(minPrincipalKobo)} to ${formatNaira(maxPrincipalKobo)}; ask for such an amount.`,
    );
  }
  const unit = UNIT_LENGTHS[principalRepaymentFrequency as ContractTerms['frequency']];
  const length = tenure * UNIT_LENGTHS[frequency];
  if (length < minTenure * unit || length > maxTenure * unit) {
    throw termsRefusedError(
      'tenure',
      `The product lends for ${minTenure} to ${maxTenure} ${UNIT_NAMES[principalRepaymentFrequency]}s; ask for such a tenure.`,
    );
  }
  assertRateFits(terms, limits);
  assertBeginsInTime(terms, limits);
  const violation = productViolation(terms);
  if (violation !== undefined) throw loansErrors.LOAN_TERMS_REFUSED(violation);
  plannedSchedule(terms);
}

/**
 * @param field that named the rate
 * @throws LOAN_TERMS_REFUSED (422) for a rate outside the bounds of the product
 */
export function assertRateFits(
  { interestRate }: Pick<ContractTerms, 'interestRate'>,
  { minInterestRate, maxInterestRate }: Pick<LoanProductTerms, 'minInterestRate' | 'maxInterestRate'>,
  field = 'defaultInterestRate',
): void {
  const rate = Number(interestRate);
  const [least, most] = [Number(minInterestRate ?? 0), Number(maxInterestRate ?? Infinity)];
  if (rate >= least && rate <= most) return;
  const upTo = maxInterestRate === null ? '' : ` to ${most} %`;
  throw termsRefusedError(field, `The product lends at rates from ${least} %${upTo}; agree one of them.`);
}

/**
 * Asserts that new terms of a running loan are not longer than the product's longest tenure; they may be shorter than
 * its shortest.
 * @throws LOAN_TERMS_REFUSED (422)
 */
export function assertNotTooLong(
  { tenure, frequency }: Pick<ContractTerms, 'tenure' | 'frequency'>,
  { maxTenure, principalRepaymentFrequency }: TenureLimits,
): void {
  const unit = principalRepaymentFrequency as ContractTerms['frequency'];
  if (tenure * UNIT_LENGTHS[frequency] <= maxTenure * UNIT_LENGTHS[unit]) return;
  throw termsRefusedError(
    'tenure',
    `The product lends for at most ${maxTenure} ${UNIT_NAMES[unit]}s; shorten the tenure.`,
  );
}

/**
 * Interest accrues until the first instalment, so it must not be later than the longest tenure of the product.
 * @throws LOAN_TERMS_REFUSED (422)
 */
export function assertBeginsInTime(
  { effectiveDate, firstRepaymentDate }: Pick<ContractTerms, 'effectiveDate' | 'firstRepaymentDate'>,
  { maxTenure, principalRepaymentFrequency }: TenureLimits,
): void {
  if (firstRepaymentDate === null) return;
  const { parts, whole } = unitsBetween(
    effectiveDate,
    firstRepaymentDate,
    principalRepaymentFrequency as ContractTerms['frequency'],
  );
  if (parts <= maxTenure * whole) return;
  throw termsRefusedError(
    'firstRepaymentDate',
    `The first repayment must be at most ${maxTenure} ${UNIT_NAMES[principalRepaymentFrequency]}s after the start, ` +
      'which is the longest tenure of the product.',
  );
}

/** The schedule of a contract. @throws LOAN_TERMS_REFUSED (422) when none can be made */
export function plannedSchedule(contract: ScheduledContract): Schedule {
  try {
    return scheduleOf(contract);
  } catch (error) {
    if (error instanceof ScheduleError) throw loansErrors.LOAN_TERMS_REFUSED(error.message);
    throw error;
  }
}
