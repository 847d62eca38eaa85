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

type Limits = Pick<
  LoanProductTerms,
  'minPrincipalKobo' | 'maxPrincipalKobo' | 'minTenure' | 'maxTenure' | 'principalRepaymentFrequency'
>;

/** Twelfths of a day in a unit of each frequency: a month is a twelfth of 365 days, so that all are whole numbers. */
const UNIT_LENGTHS = [12, 84, 365, 4_380] as const;

/**
 * Refuses terms that the product does not offer or that make no schedule.
 * @throws LOAN_TERMS_REFUSED (422)
 */
export function assertTermsFit(terms: ContractTerms, limits: Limits): void {
  const { principalKobo, tenure, frequency } = terms;
  const { minPrincipalKobo, maxPrincipalKobo, minTenure, maxTenure, principalRepaymentFrequency } = limits;
  if (principalKobo < minPrincipalKobo || principalKobo > maxPrincipalKobo) {
    throw termsRefusedError(
      'loanAmount',
      `The product lends from ${formatNaira(minPrincipalKobo)} to ${formatNaira(maxPrincipalKobo)}.`,
    );
  }
  const unit = UNIT_LENGTHS[principalRepaymentFrequency as ContractTerms['frequency']];
  const length = tenure * UNIT_LENGTHS[frequency];
  if (length < minTenure * unit || length > maxTenure * unit) {
    throw termsRefusedError(
      'tenure',
      `The product lends for ${minTenure} to ${maxTenure} ${UNIT_NAMES[principalRepaymentFrequency]}s.`,
    );
  }
  assertBeginsInTime(terms, limits);
  const fault = productViolation(terms);
  if (fault !== undefined) throw loansErrors.LOAN_TERMS_REFUSED(fault);
  plannedSchedule(terms);
}

/** Interest runs until the first instalment: one that came after the longest tenure would make the tenure say nothing. */
function assertBeginsInTime(
  { effectiveDate, firstRepaymentDate }: ContractTerms,
  { maxTenure, principalRepaymentFrequency }: Limits,
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
    `The first repayment must be at most ${maxTenure} ${UNIT_NAMES[principalRepaymentFrequency]}s after the start, the longest tenure of the product.`,
  );
}

/** The schedule of a contract, or the refusal that tells why there is none. @throws LOAN_TERMS_REFUSED (422) */
export function plannedSchedule(contract: ScheduledContract): Schedule {
  try {
    return scheduleOf(contract);
  } catch (error) {
    if (error instanceof ScheduleError) throw loansErrors.LOAN_TERMS_REFUSED(error.message);
    throw error;
  }
}
