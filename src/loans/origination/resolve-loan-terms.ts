import { validationFailed } from '../../common/http/validation.pipe';
import { nairaToKobo } from '../../common/money/naira';
import type { ProductFee } from '../../products/fees/product-fee.entity';
import { interestRateText } from '../../products/interest-rate';
import type { ProductRate } from '../../products/rates/product-rate.entity';
import { rateForAmount } from '../../products/rates/rate-tier';
import type { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';
import { loansErrors } from '../loans.errors';
import { contractFee, type ContractTerms, gridOf } from './contract-terms';
import type { LoanRequestFields } from './loan-request.dto';

/** The terms of a request, under any of their field names. */
export type RequestedLoanTerms = LoanRequestFields & {
  loanAmount?: number | null | undefined;
  tenure?: number | null | undefined;
  refinancedLoanNumber?: string | null | undefined;
};

/** The records that the ids of a request name, and the limits of the product. */
export interface TermChoices {
  product: Pick<LoanProductTerms, 'moratoriumPeriods'>;
  /** Rate of `applicableInterestID`, or the rate of the previous terms. */
  rate: ProductRate | undefined;
  /** Fee of `loanFeeID`. */
  fee: ProductFee | undefined;
  businessDate: string;
}

/**
 * Resolves the terms of a request (docs/api/loans.md#fields-and-twins). Fields that are left out keep the value in
 * `before`: the terms of the product or of the contract to change. `assertTermsFit` then checks the limits of the
 * product.
 *
 * @throws VALIDATION_FAILED (400) when fields contradict each other, LOAN_TERMS_REFUSED (422) when one does not fit the
 *   rest.
 */
export function resolveLoanTerms(
  before: ContractTerms,
  asked: RequestedLoanTerms,
  choices: TermChoices,
): ContractTerms {
  const principalKobo =
    twin(asked, 'loanAmount', 'principalAmount', (naira) => nairaToKobo(naira)!) ?? before.principalKobo;
  const terms: ContractTerms = {
    ...before,
    principalKobo,
    ...timesOf(before, asked),
    ...rateOf(before, asked, principalKobo, choices.rate),
    ...moratoriumOf(before, asked, choices.product),
    ...datesOf(before, asked, choices.businessDate),
    ...payoutOf(before, asked),
    interestComputationModel: asked.interestComputationModel ?? before.interestComputationModel,
    principalRepaymentType: asked.principalRepaymentType ?? before.principalRepaymentType,
    interestPaymentType: asked.interestPaymentType ?? before.interestPaymentType,
    failedRepaymentGracePeriod: asked.failedRepaymentGracePeriod ?? before.failedRepaymentGracePeriod,
    fee: feeOf(before, asked, choices.fee),
    securityDepositKobo: nairaToKobo(asked.requiredSecurityDepositAmount) ?? before.securityDepositKobo,
  };
  return { ...terms, particulars: detailsOf(terms, asked) };
}

/** 422 about one field. */
export function termsRefusedError(field: string, message: string): Error {
  return loansErrors.LOAN_TERMS_REFUSED(message, { field });
}

type Twins = 'loanAmount' | 'principalAmount' | 'tenure' | 'principalRepaymentTenure';

function twin<Value>(
  asked: RequestedLoanTerms,
  name: Twins,
  other: Twins,
  read: (value: number) => Value,
): Value | undefined {
  const [first, second] = [asked[name] ?? undefined, asked[other] ?? undefined];
  if (first !== undefined && second !== undefined && first !== second)
    throw validationFailed([{ field: other, message: `must be the same as ${name}` }]);
  const value = first ?? second;
  return value === undefined ? undefined : read(value);
}

type Grid = Pick<
  ContractTerms,
  'tenure' | 'numberOfRepayments' | 'frequency' | 'repaymentEvery' | 'principalEvery' | 'interestEvery'
>;

function timesOf(before: ContractTerms, asked: RequestedLoanTerms): Grid {
  const tenure = twin(asked, 'tenure', 'principalRepaymentTenure', Number) ?? before.tenure;
  const frequency = asked.principalRepaymentFrequency ?? before.frequency;
  const principalUnits = asked.principalRepaymentEvery ?? before.repaymentEvery * before.principalEvery;
  if (tenure % principalUnits !== 0)
    throw termsRefusedError(
      'tenure',
      `The tenure ${tenure} must be a multiple of principalRepaymentEvery, which is ${principalUnits}.`,
    );
  assertSameTime('interestPaymentEveryFrequency', asked.interestPaymentEveryFrequency, frequency);
  assertSameTime('interestPaymentDuration', asked.interestPaymentDuration, tenure);
  // Terms whose interest is due with the principal keep it there when the principal moves.
  const isTogether = before.principalEvery === before.interestEvery;
  const usualUnits = isTogether ? principalUnits : before.repaymentEvery * before.interestEvery;
  const interestUnits = asked.interestPaymentEvery ?? usualUnits;
  assertFrequenciesFit(principalUnits, interestUnits, tenure);
  const grid = gridOf(principalUnits, interestUnits);
  return { tenure, numberOfRepayments: tenure / grid.repaymentEvery, frequency, ...grid };
}

/** Interest is due over the time of the principal, in its unit (docs/domain/loans.md#frequencies). */
function assertSameTime(
  field: 'interestPaymentEveryFrequency' | 'interestPaymentDuration',
  asked: number | null | undefined,
  expected: number,
): void {
  if ((asked ?? expected) === expected) return;
  const other = field === 'interestPaymentDuration' ? 'tenure' : 'principalRepaymentFrequency';
  throw termsRefusedError(field, `${field} must be ${expected}, as ${other} is, or be left out.`);
}

function assertFrequenciesFit(principalUnits: number, interestUnits: number, tenure: number): void {
  const [less, more] = [Math.min(principalUnits, interestUnits), Math.max(principalUnits, interestUnits)];
  if (more % less === 0 && tenure % more === 0) return;
  throw termsRefusedError(
    'interestPaymentEvery',
    `interestPaymentEvery must divide principalRepaymentEvery, which is ${principalUnits}, or be a multiple of it that ` +
      `divides the tenure ${tenure}.`,
  );
}

function rateOf(
  before: ContractTerms,
  asked: RequestedLoanTerms,
  principalKobo: bigint,
  rate: ProductRate | undefined,
): Pick<ContractTerms, 'interestRate' | 'rateBasis'> {
  const { defaultInterestRate, rateBasis } = asked;
  if (asked.overrideProductInterestRate === true) {
    if (typeof defaultInterestRate !== 'number')
      throw validationFailed([
        { field: 'defaultInterestRate', message: 'is required with overrideProductInterestRate' },
      ]);
    if (typeof asked.applicableInterestID === 'number')
      throw validationFailed([
        { field: 'applicableInterestID', message: 'cannot be sent with overrideProductInterestRate' },
      ]);
    return { interestRate: interestRateText(defaultInterestRate), rateBasis: rateBasis ?? before.rateBasis };
  }
  const chosen = rate
    ? {
        interestRate: rateForAmount(rate.interestRate, rate.tiers, principalKobo),
        rateBasis: rate.rateBasis as ContractTerms['rateBasis'],
      }
    : { interestRate: before.interestRate, rateBasis: before.rateBasis };
  if (defaultInterestRate && Number(chosen.interestRate) !== defaultInterestRate) {
    throw termsRefusedError(
      'defaultInterestRate',
      `The rate is ${Number(chosen.interestRate)} %; another rate needs overrideProductInterestRate.`,
    );
  }
  if ((rateBasis ?? chosen.rateBasis) !== chosen.rateBasis)
    throw termsRefusedError(
      'rateBasis',
      `The rateBasis of the rate is ${chosen.rateBasis}; another basis needs overrideProductInterestRate.`,
    );
  return chosen;
}

function moratoriumOf(
  before: ContractTerms,
  asked: RequestedLoanTerms,
  product: TermChoices['product'],
): Pick<ContractTerms, 'moratorium' | 'moratoriumPeriods'> {
  const { moratorium, moratoriumPeriods } = before;
  if (asked.ignoreProductDefaultMoratorium !== true) {
    if ((asked.moratorium ?? moratorium) !== moratorium)
      throw termsRefusedError(
        'moratorium',
        `The moratorium is ${moratorium}; another moratorium needs ignoreProductDefaultMoratorium.`,
      );
    return { moratorium, moratoriumPeriods };
  }
  const wanted = asked.moratorium ?? 0;
  if (wanted === 0) return { moratorium: 0, moratoriumPeriods: 0 };
  if (product.moratoriumPeriods === 0)
    throw termsRefusedError(
      'moratorium',
      'The product has no moratorium periods, so its loans cannot have a moratorium.',
    );
  return { moratorium: wanted, moratoriumPeriods: product.moratoriumPeriods };
}

function datesOf(
  before: ContractTerms,
  asked: RequestedLoanTerms,
  businessDate: string,
): Pick<ContractTerms, 'effectiveDate' | 'interestAccrualStartDate' | 'firstRepaymentDate'> {
  const startDate = asked.startDate ?? before.effectiveDate;
  return {
    // A start date in the past becomes today, because the loan cannot be paid out earlier.
    effectiveDate: startDate > businessDate ? startDate : businessDate,
    interestAccrualStartDate: asked.interestAccrualStartDate ?? before.interestAccrualStartDate,
    firstRepaymentDate: asked.firstRepaymentDate ?? before.firstRepaymentDate,
  };
}

function payoutOf(
  before: ContractTerms,
  asked: RequestedLoanTerms,
): Pick<ContractTerms, 'allowDisbursementToGL' | 'disbursementGlAccountId'> {
  const allowDisbursementToGL = asked.allowDisbursementToGL ?? before.allowDisbursementToGL;
  if (!allowDisbursementToGL) {
    if (typeof asked.disbursementGLID === 'number')
      throw validationFailed([{ field: 'disbursementGLID', message: 'needs allowDisbursementToGL' }]);
    return { allowDisbursementToGL, disbursementGlAccountId: null };
  }
  return { allowDisbursementToGL, disbursementGlAccountId: asked.disbursementGLID ?? before.disbursementGlAccountId };
}

function feeOf(
  before: ContractTerms,
  { allowLoanFee, loanFeeID }: RequestedLoanTerms,
  fee: ProductFee | undefined,
): ContractTerms['fee'] {
  if (typeof loanFeeID === 'number' && allowLoanFee !== true)
    throw validationFailed([{ field: 'loanFeeID', message: 'needs allowLoanFee' }]);
  if (allowLoanFee === false) return null;
  if (allowLoanFee === true && !fee && !before.fee)
    throw validationFailed([{ field: 'loanFeeID', message: 'is required with allowLoanFee' }]);
  return fee ? contractFee(fee) : before.fee;
}

const DETAIL_FIELDS = [
  'lendingModel',
  'economicSector',
  'oracleNumber',
  'collateralPledge',
  'collateralType',
  'collateralValuation',
  'collateralDescription',
  'loanGuarantors',
  'repaymentTrackers',
  'refinancedLoanNumber',
] as const;

function detailsOf({ particulars }: ContractTerms, asked: RequestedLoanTerms): ContractTerms['particulars'] {
  const given = Object.fromEntries(
    DETAIL_FIELDS.filter((name) => asked[name] !== undefined && asked[name] !== null).map((name) => [
      name,
      asked[name],
    ]),
  );
  const chosen = asked.ignoreProductDefaultMoratorium === true ? { ignoreProductDefaultMoratorium: true } : {};
  return { ...particulars, ...given, ...chosen, ...rateSourceOf(asked) };
}

function rateSourceOf({
  overrideProductInterestRate,
  applicableInterestID,
}: RequestedLoanTerms): Partial<ContractTerms['particulars']> {
  if (overrideProductInterestRate === true) return { overrideProductInterestRate, applicableInterestID: null };
  return typeof applicableInterestID === 'number' ? { overrideProductInterestRate: false, applicableInterestID } : {};
}
