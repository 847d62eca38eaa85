import { printedNaira } from '../../../common/files/pdf-fonts';
import { type ContractTerms, UNIT_NAMES } from '../../origination/contract-terms';
import { loanFeeKobo } from '../../origination/loan-charges';
import { graceOf } from '../../schedule/grace';
import { COMPUTATION_MODEL, PAYMENT_TYPE } from '../../schedule/schedule-terms';

const COLLATERAL_NAMES = [
  'Land and building',
  'Automobile',
  'Plant and equipment',
  'Natural reserves',
  'Marketable securities',
  'Receivables and inventories',
  'Cash',
  'Personal guarantees',
  'Post-dated cheques',
  'Domiciliation',
];

const COMPONENT_NAMES = {
  penalty: 'penalties',
  default: 'default interest',
  fee: 'fees',
  interest: 'interest',
  principal: 'principal',
};

/** Day counts in plain words. */
const DAYS_TEXT: Record<string, string> = {
  PERIODIC: 'by the period, whatever its days',
  '30/360': 'with months of 30 days and years of 360',
  '30/365': 'with months of 30 days and years of 365',
};

/** `24 % a year`; for a rate per period `2 % for each month`. */
export function rateText({ interestRate, rateBasis, frequency, repaymentEvery }: ContractTerms): string {
  return `${Number(interestRate)} % ${rateBasis === 0 ? 'a year' : `for each ${spanText(repaymentEvery, frequency)}`}`;
}

/** The base of the interest. */
export function methodText({ interestComputationModel }: ContractTerms): string {
  if (interestComputationModel === COMPUTATION_MODEL.Flat) return 'On the whole principal over the whole term (flat)';
  return interestComputationModel === COMPUTATION_MODEL.Reducing
    ? 'On the principal still owed (reducing balance)'
    : 'On the principal still owed, in level instalments';
}

/** The day count in plain words. */
export function dayCountText({ dayCount, rateBasis }: ContractTerms): string {
  if (rateBasis === 1) return 'By the repayment period';
  return DAYS_TEXT[dayCount] === undefined
    ? `By the day (${dayCount})`
    : `By the day, ${DAYS_TEXT[dayCount]} (${dayCount})`.replace('By the day, by', 'By');
}

/** `12 months in 12 instalments, one each month`. */
export function tenureText({ tenure, frequency, numberOfRepayments, repaymentEvery }: ContractTerms): string {
  const instalments =
    numberOfRepayments === 1
      ? '1 instalment'
      : `${numberOfRepayments} instalments, one every ${spanText(repaymentEvery, frequency)}`;
  return `${tenure} ${plural(UNIT_NAMES[frequency], tenure)} in ${instalments}`;
}

/** When principal and interest are paid. */
export function repaymentText({
  principalRepaymentType,
  interestPaymentType,
  principalEvery,
  interestEvery,
}: ContractTerms): string {
  const principal = principalRepaymentType === PAYMENT_TYPE.EndOfContract ? 'at the end' : everyText(principalEvery);
  const interest =
    { [PAYMENT_TYPE.EndOfContract]: 'at the end', [PAYMENT_TYPE.Upfront]: 'when the loan is paid out' }[
      interestPaymentType as number
    ] ?? everyText(interestEvery);
  return principal === interest
    ? `Principal and interest ${principal}`
    : `Principal ${principal}, interest ${interest}`;
}

/** The moratorium in plain words; undefined without one. */
export function moratoriumText(terms: ContractTerms): string | undefined {
  const { moratorium, moratoriumPeriods } = terms;
  if (moratorium === 0 || moratoriumPeriods === 0) return undefined;
  const omitted = { 1: 'no principal', 2: 'no interest', 3: 'neither principal nor interest' }[moratorium];
  const first =
    moratoriumPeriods === 1 ? 'The first instalment has' : `The first ${moratoriumPeriods} instalments have`;
  return moratorium === 1
    ? `${first} ${omitted}`
    : `${first} ${omitted}; the interest of that time ${moratoriumInterestText(terms)}`;
}

/** The treatment of a moratorium's interest that follows from all terms together, as in the schedule. */
function moratoriumInterestText(terms: ContractTerms): string {
  const { interestComputationModel, interestPaymentType } = terms;
  const { treatment } = graceOf({ ...terms, graceOnPrincipal: null, graceOnInterest: null });
  if (treatment === 'FREE') return 'is not charged';
  if (treatment === 'CAPITALISE') return 'is added to the principal';
  if (interestPaymentType === PAYMENT_TYPE.EndOfContract) return 'falls due at the end';
  if (interestPaymentType === PAYMENT_TYPE.Upfront) return 'is taken when the loan is paid out';
  const isLevel =
    interestPaymentType === PAYMENT_TYPE.EqualInstalments && interestComputationModel !== COMPUTATION_MODEL.Annuity;
  return isLevel || treatment === 'SPREAD'
    ? 'is spread over the other instalments'
    : 'falls due with the instalment after them';
}

/** The fee and when it is charged; undefined without a fee. @param vatKobo VAT on the fee. */
export function feeText({ fee, principalKobo }: ContractTerms, vatKobo: bigint): string | undefined {
  if (!fee) return undefined;
  const vat = vatKobo > 0n ? ` and VAT of ${printedNaira(vatKobo)}` : '';
  const amount = `${printedNaira(loanFeeKobo(fee, principalKobo))}${vat}`;
  const when = {
    Disbursement: 'taken from the money paid out',
    Upfront: 'paid from the linked account before the loan is paid out',
    PerInstalment: 'with every instalment',
  }[fee.charged];
  return `${fee.name}: ${amount}, ${when}`;
}

/**
 * The fee that goes on after a restructure; undefined where none does: nothing is paid out, so a fee of the payout is
 * not charged again. @param feeDueKobo the fee of an instalment with its VAT, which new terms leave as it was
 */
export function restructuredFeeText({ fee }: ContractTerms, feeDueKobo: bigint): string | undefined {
  if (fee?.charged !== 'PerInstalment') return undefined;
  return `${fee.name}: ${printedNaira(feeDueKobo)}${fee.vatApplies ? ' with VAT' : ''}, with every instalment`;
}

/** The security of the loan; undefined without security. */
export function securityText({ particulars, securityDepositKobo }: ContractTerms): string | undefined {
  const { collateralType, collateralDescription, collateralValuation } = particulars;
  const hasCollateral = typeof collateralType === 'number' || (collateralDescription ?? '') !== '';
  const value = collateralValuation
    ? `, valued at ₦${collateralValuation.toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
    : '';
  const typeName = typeof collateralType === 'number' ? COLLATERAL_NAMES[collateralType] : undefined;
  const description = [typeName, collateralDescription].filter(Boolean).join(': ');
  const collateral = hasCollateral ? [`${description}${value}`] : [];
  const deposit =
    securityDepositKobo > 0n ? [`Deposit of ${printedNaira(securityDepositKobo)}, held on the linked account`] : [];
  return [...collateral, ...deposit].join('; ') || undefined;
}

/** Default interest on a late instalment, in plain words. */
export function arrearsText(terms: ContractTerms): string {
  const {
    arrearsInterestRate,
    arrearsInterestBase,
    failedRepaymentGracePeriod: grace,
    arrearsInterestFromEndOfGrace,
  } = terms;
  if (Number(arrearsInterestRate) === 0) return 'No default interest is charged on an instalment that is late.';
  const base =
    arrearsInterestBase === 'OverduePrincipal'
      ? 'the principal of the instalment that is unpaid'
      : 'all of the instalment that is unpaid';
  const from =
    grace === 0
      ? 'from the day after it fell due'
      : `once the instalment is more than ${grace} ${plural('day', grace)} late, counted ` +
        (arrearsInterestFromEndOfGrace ? 'from the end of these days' : 'back to the day it fell due');
  const rate = `${Number(arrearsInterestRate)} % a year`;
  return (
    `On an instalment that is late, default interest of ${rate} is charged on ${base}, ${from}. ` +
    'There is no interest on default interest.'
  );
}

/** The penalty of a late instalment; undefined without one. */
export function penaltyText({
  penaltyKind,
  penaltyAmountKobo,
  penaltyRate,
  penaltyBase,
  penaltyGraceDays: grace,
}: ContractTerms): string | undefined {
  if (penaltyKind === 'None') return undefined;
  const base = {
    OverdueAmount: 'what is unpaid of it',
    OverduePrincipal: 'its principal that is unpaid',
    WholeInstalment: 'the whole instalment',
  }[penaltyBase];
  const amount = penaltyKind === 'Flat' ? printedNaira(penaltyAmountKobo ?? 0n) : `${Number(penaltyRate)} % of ${base}`;
  const lateness = grace === 0 ? 'late' : `more than ${grace} ${plural('day', grace)} late`;
  return `A penalty of ${amount} is charged once for each instalment that is ${lateness}.`;
}

/** The order of allocation, in plain words. */
export function allocationText({ allocationOrder }: ContractTerms): string {
  const names = allocationOrder.map((component) => COMPONENT_NAMES[component]);
  const order = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `A payment pays the oldest instalment first, and of an instalment ${order}, in this order.`;
}

function everyText(every: number): string {
  return every === 1 ? 'with every instalment' : `with one instalment in ${every}`;
}

function spanText(count: number, frequency: ContractTerms['frequency']): string {
  return count === 1 ? UNIT_NAMES[frequency] : `${count} ${plural(UNIT_NAMES[frequency], count)}`;
}

function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}
