import { isValidNuban } from '../accounts/nuban';
import { LOAN_CLASSIFICATIONS } from '../loans/contract/loan.entity';
import { type LoanStatus, RUNNING_STATUSES } from '../loans/contract/loan-status';
import { contractFee, type ContractTerms, productContract } from '../loans/origination/contract-terms';
import { ECONOMIC_SECTOR_CODES } from '../loans/origination/economic-sectors';
import {
  ARREARS_BASES,
  DAY_COUNTS,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  LOAN_COMPONENTS,
  type LoanComponent,
  MORATORIA,
  MORATORIUM_INTEREST,
  PAYMENT_TYPES,
  PENALTY_KINDS,
  PRINCIPAL_REPAYMENT_TYPES,
  RATE_BASES,
} from '../products/terms/loan-enumerations';
import type { LoanOffer } from './import-references';
import type { ImportedLine, LineContext } from './imported-line';
import type { RecordFields } from './record-fields';
import type { StatedLoan } from './stated-contracts';

/** Loans that run, and written-off loans that may still be recovered. */
const ARRIVING: readonly LoanStatus[] = [...RUNNING_STATUSES, 'WrittenOff'];
const DAYS_MAX = 32_000;

/** A loan of the old system. Its instalments are lines of another file (docs/import.md#loans). */
export function loanLine(fields: RecordFields, { references }: LineContext): ImportedLine {
  const { code, businessDate } = references.institution;
  const number = fields.text('loan_account_number', 10);
  if (number !== '' && !isValidNuban(code, number))
    fields.refuse(`loan_account_number ${number} is no NUBAN of the institution code ${code}`);
  const productCode = fields.text('product_code', 20);
  const offer = references.loanProducts.get(productCode);
  if (productCode !== '' && !offer) fields.refuse(`product_code ${productCode} is no loan product; create it first`);
  const branchCode = fields.text('branch_code', 20);
  const branch = references.branches.get(branchCode);
  if (branchCode !== '' && !branch) fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  const officer = fields.optional('account_officer', 20);
  if (officer !== null && !references.officers.has(officer))
    fields.refuse(`account_officer ${officer} is no member of staff; create it first`);
  const disbursedOn = fields.date('disbursed_on', businessDate, true) ?? businessDate;
  const stated: StatedLoan = {
    loanAccountNumber: number,
    referenceNumber: fields.text('reference', 100),
    accountOfficerStaffID: officer,
    productId: offer?.product.id ?? 0,
    branchId: branch?.id ?? 0,
    status: fields.oneOf('status', ARRIVING),
    disbursementDate: disbursedOn,
    restructuredDate: fields.date('restructured_on', businessDate, false),
    ...balancesOf(fields, businessDate),
  };
  if (stated.accruedThrough < disbursedOn) fields.refuse('accrued_through must not be before disbursed_on');
  if (stated.allowanceKobo > 0n && references.allowanceLedgerId === null)
    fields.refuse('allowance needs the setting LOAN_ALLOWANCE_LEDGER_CODE');
  const contract = offer && termsOf(fields, offer, disbursedOn);
  return {
    key: number,
    ownerKey: fields.text('linked_account', 10),
    balanceKobo: 0n,
    branchCode,
    productCode,
    content: { rows: [], loan: { stated, contract } },
  };
}

type StatedBalances = Omit<
  StatedLoan,
  | 'loanAccountNumber'
  | 'referenceNumber'
  | 'accountOfficerStaffID'
  | 'productId'
  | 'branchId'
  | 'status'
  | 'disbursementDate'
  | 'restructuredDate'
>;

function balancesOf(fields: RecordFields, businessDate: string): StatedBalances {
  const kobo = (column: string): bigint => fields.kobo(column, { optional: true });
  return {
    accruedThrough: fields.date('accrued_through', businessDate, false) ?? businessDate,
    outstandingPrincipalKobo: fields.kobo('principal_outstanding'),
    principalWrittenOffKobo: kobo('principal_written_off'),
    interestReceivableKobo: fields.kobo('interest_receivable', { signed: true, optional: true }),
    unearnedKobo: fields.koboOrNull('interest_unearned'),
    suspendedInterestKobo: kobo('suspended_interest'),
    suspendedPrincipalKobo: kobo('suspended_principal'),
    suspendedFeeKobo: kobo('suspended_fees'),
    suspendedDefaultKobo: kobo('suspended_default'),
    suspendedPenaltyKobo: kobo('suspended_penalties'),
    suspendedSince: fields.date('suspended_since', businessDate, false),
    curingSince: fields.date('curing_since', businessDate, false),
    writtenOffKobo: kobo('written_off'),
    recoveredKobo: kobo('recovered'),
    daysPastDue: fields.isEmpty('days_past_due') ? null : fields.integer('days_past_due', { max: DAYS_MAX }),
    classification: fields.isEmpty('classification') ? null : fields.oneOf('classification', LOAN_CLASSIFICATIONS),
    allowanceKobo: kobo('allowance'),
  };
}

/** The terms of the contract: those of the product, where the line does not state others. */
function termsOf(fields: RecordFields, offer: LoanOffer, disbursedOn: string): ContractTerms {
  const product = productContract(offer.product, offer.terms);
  const repaymentEvery = fields.integer('repayment_every', { min: 1, max: DAYS_MAX, fallback: product.repaymentEvery });
  const tenure = fields.integer('tenure', { min: 1, max: DAYS_MAX });
  if (tenure % repaymentEvery !== 0) fields.refuse('tenure must be a multiple of repayment_every');
  const sector = fields.isEmpty('economic_sector') ? null : Number(fields.text('economic_sector', 5));
  if (sector !== null && !ECONOMIC_SECTOR_CODES.includes(sector))
    fields.refuse('economic_sector must be the code of an economic sector');
  return {
    ...product,
    principalKobo: fields.kobo('principal'),
    interestRate: fields.rate('interest_rate'),
    rateBasis: fields.choice('rate_basis', RATE_BASES, product.rateBasis),
    tenure,
    repaymentEvery,
    numberOfRepayments: Math.max(1, Math.trunc(tenure / repaymentEvery)),
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
}

type ArrearsTerms = Pick<
  ContractTerms,
  | 'arrearsInterestRate'
  | 'arrearsInterestBase'
  | 'failedRepaymentGracePeriod'
  | 'arrearsInterestFromEndOfGrace'
  | 'penaltyKind'
  | 'penaltyAmountKobo'
  | 'penaltyRate'
  | 'penaltyGraceDays'
  | 'suspenseAfterDays'
  | 'allocationOrder'
>;

function arrearsTermsOf(fields: RecordFields, product: ContractTerms): ArrearsTerms {
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
    penaltyGraceDays: days('penalty_grace_days', product.penaltyGraceDays),
    suspenseAfterDays: days('suspense_after_days', product.suspenseAfterDays),
    allocationOrder: allocationOrderOf(fields, product.allocationOrder),
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
