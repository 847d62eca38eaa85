import { koboToNaira } from '../../common/money/naira';
import type { ProductFee } from '../../products/fees/product-fee.entity';
import type { Product } from '../../products/product.entity';
import type { LoanProductTerms } from '../../products/terms/loan-product-terms.entity';
import { type LedgerColumns, LOAN_LEDGERS, type LoanLedgerRole } from '../../products/terms/term-ledgers';
import type { ContractFee, LoanContract } from '../contract/loan-contract.entity';

/** The terms of a contract, without its ids. */
export type ContractTerms = Omit<LoanContract, 'institutionId' | 'id' | 'loanId' | 'version' | 'createdAt'>;

/** Terms of a product's loans before a request sets amount, tenure and options. */
export function productContract(
  { interestRate }: Pick<Product, 'interestRate'>,
  terms: LoanProductTerms,
): ContractTerms {
  return {
    principalKobo: 0n,
    interestRate,
    rateBasis: terms.rateBasis as LoanContract['rateBasis'],
    tenure: 0,
    numberOfRepayments: 0,
    frequency: terms.principalRepaymentFrequency as LoanContract['frequency'],
    ...gridOf(terms.principalRepaymentEvery, terms.interestPaymentEvery ?? terms.principalRepaymentEvery),
    interestComputationModel: terms.interestComputationModel as LoanContract['interestComputationModel'],
    principalRepaymentType: terms.principalRepaymentType as LoanContract['principalRepaymentType'],
    interestPaymentType: terms.interestPaymentType as LoanContract['interestPaymentType'],
    dayCount: terms.dayCount,
    moratorium: terms.moratorium as LoanContract['moratorium'],
    moratoriumPeriods: terms.moratoriumPeriods,
    moratoriumInterest: terms.moratoriumInterest,
    effectiveDate: '',
    interestAccrualStartDate: null,
    firstRepaymentDate: null,
    arrearsInterestRate: terms.arrearsInterestRate,
    arrearsInterestBase: terms.arrearsInterestBase,
    failedRepaymentGracePeriod: terms.failedRepaymentGracePeriod,
    arrearsInterestFromEndOfGrace: terms.arrearsInterestFromEndOfGrace,
    penaltyKind: terms.penaltyKind,
    penaltyAmountKobo: terms.penaltyAmountKobo,
    penaltyRate: terms.penaltyRate,
    penaltyBase: terms.penaltyBase,
    penaltyGraceDays: terms.penaltyGraceDays,
    prepaymentEffect: terms.prepaymentEffect,
    installmentMultipleKobo: terms.installmentMultipleKobo,
    emiSmoothing: terms.emiSmoothing,
    monthEnd: terms.monthEnd,
    principalPercentPerInstallment: terms.principalPercentPerInstallment,
    balloonPercent: terms.balloonPercent,
    suspenseAfterDays: terms.suspenseAfterDays,
    allocationOrder: terms.allocationOrder,
    fee: null,
    securityDepositKobo: 0n,
    allowDisbursementToGL: false,
    disbursementGlAccountId: null,
    particulars: { lendingModel: terms.lendingModel },
    ...ledgersOf(terms),
  };
}

/**
 * The instalments of principal that is due every so many units and interest that is due every so many: one grid for
 * both, on which one of them is due with every instalment. One number must divide the other.
 */
export function gridOf(
  principalUnits: number,
  interestUnits: number,
): Pick<ContractTerms, 'repaymentEvery' | 'principalEvery' | 'interestEvery'> {
  const repaymentEvery = Math.min(principalUnits, interestUnits);
  return {
    repaymentEvery,
    principalEvery: principalUnits / repaymentEvery,
    interestEvery: interestUnits / repaymentEvery,
  };
}

/** A copy of a product's fee, so that a later change of the fee changes no loan. */
export function contractFee({
  id,
  name,
  kind,
  amountKobo,
  rate,
  vatApplies,
  incomeGlAccountId,
  charged,
}: ProductFee): ContractFee {
  return {
    id,
    name,
    kind,
    amountKobo: amountKobo === null ? null : String(amountKobo),
    rate,
    vatApplies,
    incomeGlAccountId,
    charged,
  };
}

/** The main terms in one phrase, for approvals and the audit log. */
export function termsPhrase({ interestRate, rateBasis, tenure, frequency, numberOfRepayments }: ContractTerms): string {
  const basis = rateBasis === 0 ? 'a year' : 'a period';
  const tenureText = `${tenure} ${UNIT_NAMES[frequency]}${tenure === 1 ? '' : 's'}`;
  const instalments = `${numberOfRepayments} instalment${numberOfRepayments === 1 ? '' : 's'}`;
  return `${Number(interestRate)} % ${basis} over ${tenureText} in ${instalments}`;
}

/** Units of the tenure, by frequency. */
export const UNIT_NAMES = ['day', 'week', 'month', 'year'] as const;

/** The terms that the audit log records. */
export function termsFacts({
  principalKobo,
  interestRate,
  rateBasis,
  tenure,
  frequency,
  repaymentEvery,
  interestComputationModel,
  principalRepaymentType,
  interestPaymentType,
  moratorium,
}: ContractTerms): object {
  return {
    principal: koboToNaira(principalKobo),
    interestRate,
    rateBasis,
    tenure,
    frequency,
    repaymentEvery,
    interestComputationModel,
    principalRepaymentType,
    interestPaymentType,
    moratorium,
  };
}

function ledgersOf(terms: LedgerColumns<LoanLedgerRole>): LedgerColumns<LoanLedgerRole> {
  const roles = Object.keys(LOAN_LEDGERS) as LoanLedgerRole[];
  return Object.fromEntries(
    roles.map((role) => [`${role}GlAccountId`, terms[`${role}GlAccountId`]]),
  ) as LedgerColumns<LoanLedgerRole>;
}
