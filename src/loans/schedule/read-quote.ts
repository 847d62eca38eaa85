import Decimal from 'decimal.js';
import { ROUNDINGS } from '../../common/money/rounding';
import {
  DAY_COUNTS,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  MONTH_ENDS,
  MORATORIA,
  MORATORIUM_INTEREST,
  PAYMENT_TYPES,
  RATE_BASES,
} from '../../products/terms/loan-enumerations';
import { QuoteValues } from './quote-values';
import { ScheduleError } from './schedule-error';
import { INSTALMENT_RATES, SCHEDULE_DEFAULTS as DEFAULTS, type ScheduleTerms, STUBS_30 } from './schedule-terms';

const INSTALMENTS_MAX = 10_000;
const REPAYMENT_EVERY_MAX = 10_000;
const DECIMALS_MAX = 6;

const REQUIRED = ['principal', 'rate', 'numberOfRepayments', 'disbursementDate'] as const;
const PARAMETERS: readonly string[] = [...REQUIRED, ...Object.keys(DEFAULTS)];

/**
 * Reads the parameters of the quoting command.
 *
 * @param json an object with `principal`, `rate`, `numberOfRepayments` (or `dueDates`) and `disbursementDate`; other
 *   parameters have defaults. Money and rates are decimal strings or numbers (docs/domain/loans.md#0-parameters).
 * @throws ScheduleError naming the parameter that is missing, malformed or unknown.
 */
export function readQuote(json: unknown): ScheduleTerms {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new ScheduleError('The parameters must be one JSON object.');
  const values = new QuoteValues(json as Record<string, unknown>, PARAMETERS);
  const decimals = values.whole('decimals', 0, DECIMALS_MAX) ?? DEFAULTS.decimals;
  const dueDates = values.dates('dueDates') ?? null;
  return {
    principal: values.required('principal', values.money('principal', decimals)),
    rate: rateOf(values),
    rateBasis: values.oneOf('rateBasis', RATE_BASES) ?? DEFAULTS.rateBasis,
    numberOfRepayments: values.required(
      'numberOfRepayments',
      values.whole('numberOfRepayments', 1, INSTALMENTS_MAX) ?? dueDates?.length,
    ),
    frequency: values.oneOf('frequency', FREQUENCIES) ?? DEFAULTS.frequency,
    repaymentEvery: values.whole('repaymentEvery', 1, REPAYMENT_EVERY_MAX) ?? DEFAULTS.repaymentEvery,
    disbursementDate: values.required('disbursementDate', values.date('disbursementDate')),
    interestAccrualStartDate: values.date('interestAccrualStartDate') ?? null,
    firstRepaymentDate: values.date('firstRepaymentDate') ?? null,
    dueDates,
    monthEnd: values.oneOf('monthEnd', MONTH_ENDS) ?? DEFAULTS.monthEnd,
    principalRepaymentType: values.oneOf('principalRepaymentType', PAYMENT_TYPES) ?? DEFAULTS.principalRepaymentType,
    interestPaymentType: values.oneOf('interestPaymentType', PAYMENT_TYPES) ?? DEFAULTS.interestPaymentType,
    interestComputationModel:
      values.oneOf('interestComputationModel', INTEREST_COMPUTATION_MODELS) ?? DEFAULTS.interestComputationModel,
    moratorium: values.oneOf('moratorium', MORATORIA) ?? DEFAULTS.moratorium,
    moratoriumPeriods: values.whole('moratoriumPeriods', 0, INSTALMENTS_MAX) ?? DEFAULTS.moratoriumPeriods,
    moratoriumInterest: values.oneOf('moratoriumInterest', MORATORIUM_INTEREST) ?? DEFAULTS.moratoriumInterest,
    graceOnPrincipal: values.whole('graceOnPrincipal', 0, INSTALMENTS_MAX) ?? null,
    graceOnInterest: values.whole('graceOnInterest', 0, INSTALMENTS_MAX) ?? null,
    dayCount: values.oneOf('dayCount', DAY_COUNTS) ?? DEFAULTS.dayCount,
    stub30: values.oneOf('stub30', STUBS_30) ?? DEFAULTS.stub30,
    rounding: values.oneOf('rounding', ROUNDINGS) ?? DEFAULTS.rounding,
    decimals,
    installmentMultiple: values.money('installmentMultiple', decimals) ?? null,
    currencyMultiple: values.money('currencyMultiple', decimals) ?? null,
    emiSmoothing: values.flag('emiSmoothing') ?? DEFAULTS.emiSmoothing,
    emiRate: values.oneOf('emiRate', INSTALMENT_RATES) ?? DEFAULTS.emiRate,
    principalPercentPerInstallment: percentOfPrincipal(values, 'principalPercentPerInstallment'),
    balloonPercent: percentOfPrincipal(values, 'balloonPercent'),
    principalEvery: values.whole('principalEvery', 1, INSTALMENTS_MAX) ?? DEFAULTS.principalEvery,
    interestEvery: values.whole('interestEvery', 1, INSTALMENTS_MAX) ?? DEFAULTS.interestEvery,
  };
}

function rateOf(values: QuoteValues): string {
  const rate = values.required('rate', values.decimal('rate'));
  if (rate.startsWith('-')) throw new ScheduleError('rate must not be negative.');
  return rate;
}

function percentOfPrincipal(
  values: QuoteValues,
  name: 'principalPercentPerInstallment' | 'balloonPercent',
): string | null {
  const percent = values.decimal(name) ?? null;
  if (percent !== null && !(new Decimal(percent).greaterThan(0) && new Decimal(percent).lessThanOrEqualTo(100))) {
    throw new ScheduleError(`${name} must be above 0 and at most 100.`);
  }
  return percent;
}
