import type { ArrearsTerms } from '../loans/accrual/charge-overdue';
import { contractFee, type ContractTerms, productContract } from '../loans/origination/contract-terms';
import { ECONOMIC_SECTOR_CODES } from '../loans/origination/economic-sectors';
import { COMPUTATION_MODEL, PAYMENT_TYPE } from '../loans/schedule/schedule-terms';
import { hasSplitFrequencies } from '../loans/schedule/split-frequencies';
import {
  ARREARS_BASES,
  DAY_COUNTS,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  LOAN_COMPONENTS,
  type LoanComponent,
  MONTH_ENDS,
  MORATORIA,
  MORATORIUM_INTEREST,
  PAYMENT_TYPES,
  PENALTY_BASES,
  PENALTY_KINDS,
  PREPAYMENT_EFFECTS,
  PRINCIPAL_REPAYMENT_TYPES,
  RATE_BASES,
} from '../products/terms/loan-enumerations';
import type { LoanOffer } from './import-references';
import type { RecordFields } from './record-fields';

const DAYS_MAX = 32_000;

/**
 * The terms of a loan's contract: those of the product, where the line does not state others (docs/import.md#loans). It
 * collects its faults in `fields`.
 */
export function loanLineTerms(fields: RecordFields, offer: LoanOffer, disbursedOn: string): ContractTerms {
  const product = productContract(offer.product, offer.terms);
  const times = timesOf(fields, product);
  const sector = fields.isEmpty('economic_sector') ? null : Number(fields.text('economic_sector', 5));
  if (sector !== null && !ECONOMIC_SECTOR_CODES.includes(sector))
    fields.refuse('economic_sector must be the code of an economic sector');
  const terms: ContractTerms = {
    ...product,
    principalKobo: fields.kobo('principal'),
    interestRate: fields.rate('interest_rate'),
    rateBasis: fields.choice('rate_basis', RATE_BASES, product.rateBasis),
    ...times,
    frequency: fields.choice('frequency', FREQUENCIES, product.frequency),
    interestComputationModel: fields.choice(
      'interest_computation_model',
      INTEREST_COMPUTATION_MODELS,
      product.interestComputationModel,
    ),
    principalRepaymentType: fields.choice(
      'principal_repayment_type',
      PRINCIPAL_REPAYMENT_TYPES,
      product.principalRepaymentType as (typeof PRINCIPAL_REPAYMENT_TYPES)[number],
    ),
    interestPaymentType: fields.choice('interest_payment_type', PAYMENT_TYPES, product.interestPaymentType),
    dayCount: fields.word('day_count', DAY_COUNTS, product.dayCount),
    moratorium: fields.choice('moratorium', MORATORIA, product.moratorium),
    moratoriumPeriods: fields.integer('moratorium_periods', { max: DAYS_MAX, fallback: product.moratoriumPeriods }),
    moratoriumInterest: fields.word('moratorium_interest', MORATORIUM_INTEREST, product.moratoriumInterest),
    ...formOf(fields, product),
    effectiveDate: fields.date('effective_on', undefined, false) ?? disbursedOn,
    interestAccrualStartDate: fields.date('interest_starts_on', undefined, false),
    firstRepaymentDate: fields.date('first_repayment_on', undefined, false),
    ...arrearsTermsOf(fields, product),
    fee: feeOf(fields, offer),
    securityDepositKobo: fields.kobo('security_deposit', { optional: true }),
    particulars: {
      ...product.particulars,
      economicSector: sector,
      collateralPledge: fields.flag('is_secured', false),
    },
  };
  for (const fault of formFaults(terms)) fields.refuse(fault);
  return terms;
}

type Times = Pick<
  ContractTerms,
  'tenure' | 'repaymentEvery' | 'principalEvery' | 'interestEvery' | 'numberOfRepayments'
>;

function timesOf(fields: RecordFields, product: ContractTerms): Times {
  const every = (column: string, fallback: number): number =>
    fields.integer(column, { min: 1, max: DAYS_MAX, fallback });
  const repaymentEvery = every('repayment_every', product.repaymentEvery);
  const principalEvery = every('principal_every', product.principalEvery);
  const interestEvery = every('interest_every', product.interestEvery);
  const tenure = fields.integer('tenure', { min: 1, max: DAYS_MAX });
  if (principalEvery > 1 && interestEvery > 1) fields.refuse('one of principal_every and interest_every must be 1');
  const span = repaymentEvery * Math.max(principalEvery, interestEvery);
  if (tenure % span !== 0)
    fields.refuse(
      span === repaymentEvery
        ? 'tenure must be a multiple of repayment_every'
        : `tenure must be a multiple of ${span}, the time from one payment of both principal and interest to the next`,
    );
  const numberOfRepayments = Math.max(1, Math.trunc(tenure / repaymentEvery));
  return { tenure, repaymentEvery, principalEvery, interestEvery, numberOfRepayments };
}

type ScheduleForm = Pick<
  ContractTerms,
  'principalPercentPerInstallment' | 'balloonPercent' | 'installmentMultipleKobo' | 'emiSmoothing' | 'monthEnd'
>;

/** The form of the schedule. 0 says that the loan has no such term, although its product has one. */
function formOf(fields: RecordFields, product: ContractTerms): ScheduleForm {
  const percent = (column: string, fallback: string | null): string | null => {
    if (fields.isEmpty(column)) return fallback;
    const text = fields.rate(column, { max: 100 });
    return Number(text) === 0 ? null : text;
  };
  const multipleKobo = fields.koboOrNull('installment_multiple') ?? product.installmentMultipleKobo;
  return {
    principalPercentPerInstallment: percent(
      'principal_percent_per_installment',
      product.principalPercentPerInstallment,
    ),
    balloonPercent: percent('balloon_percent', product.balloonPercent),
    installmentMultipleKobo: multipleKobo === 0n ? null : multipleKobo,
    emiSmoothing: fields.flag('emi_smoothing', product.emiSmoothing),
    monthEnd: fields.word('month_end', MONTH_ENDS, product.monthEnd),
  };
}

/** Terms of which no schedule can be made when the loan is restructured or partly repaid. */
function formFaults(terms: ContractTerms): string[] {
  const faults: string[] = [];
  if (terms.principalPercentPerInstallment !== null && terms.balloonPercent !== null)
    faults.push('principal_percent_per_installment and balloon_percent exclude each other; set one of them to 0');
  if (!hasSplitFrequencies(terms)) return faults;
  const isAnnuity =
    terms.interestComputationModel === COMPUTATION_MODEL.Annuity &&
    terms.principalRepaymentType !== PAYMENT_TYPE.EndOfContract;
  if (isAnnuity) faults.push('principal_every and interest_every above 1 need the interest_computation_model 0 or 1');
  if (terms.moratorium !== 0) faults.push('principal_every and interest_every above 1 exclude a moratorium');
  return faults;
}

type LateTerms = Pick<ContractTerms, keyof ArrearsTerms | 'suspenseAfterDays' | 'allocationOrder' | 'prepaymentEffect'>;

function arrearsTermsOf(fields: RecordFields, product: ContractTerms): LateTerms {
  const days = (column: string, fallback: number): number => fields.integer(column, { max: DAYS_MAX, fallback });
  const isOwnPenalty = !fields.isEmpty('penalty_kind');
  const penaltyKind = fields.word('penalty_kind', PENALTY_KINDS, product.penaltyKind);
  return {
    arrearsInterestRate: fields.rate('arrears_interest_rate', { fallback: product.arrearsInterestRate }),
    arrearsInterestBase: fields.word('arrears_interest_base', ARREARS_BASES, product.arrearsInterestBase),
    failedRepaymentGracePeriod: days('grace_days', product.failedRepaymentGracePeriod),
    arrearsInterestFromEndOfGrace: fields.flag('arrears_from_end_of_grace', product.arrearsInterestFromEndOfGrace),
    penaltyKind,
    penaltyAmountKobo: isOwnPenalty ? fields.koboOrNull('penalty_amount') : product.penaltyAmountKobo,
    penaltyRate: isOwnPenalty
      ? fields.isEmpty('penalty_rate')
        ? null
        : fields.rate('penalty_rate')
      : product.penaltyRate,
    penaltyBase: fields.word('penalty_base', PENALTY_BASES, product.penaltyBase),
    penaltyGraceDays: days('penalty_grace_days', product.penaltyGraceDays),
    suspenseAfterDays: days('suspense_after_days', product.suspenseAfterDays),
    allocationOrder: allocationOrderOf(fields, product.allocationOrder),
    prepaymentEffect: fields.word('prepayment_effect', PREPAYMENT_EFFECTS, product.prepaymentEffect),
  };
}

/** The five components, each once, with spaces between them. */
function allocationOrderOf(fields: RecordFields, fallback: LoanComponent[]): LoanComponent[] {
  const text = fields.optional('allocation_order', 60);
  if (text === null) return fallback;
  const words = text.split(/\s+/) as LoanComponent[];
  if (words.length === LOAN_COMPONENTS.length && LOAN_COMPONENTS.every((component) => words.includes(component)))
    return words;
  fields.refuse(`allocation_order must name ${LOAN_COMPONENTS.join(', ')} once each, with spaces between them`);
  return fallback;
}

function feeOf(fields: RecordFields, { fees }: LoanOffer): ContractTerms['fee'] {
  const name = fields.optional('fee_name', 100);
  if (name === null) return null;
  const fee = fees.get(name);
  if (!fee) fields.refuse(`fee_name ${name} is no fee of the product; create it first`);
  return fee ? contractFee(fee) : null;
}
