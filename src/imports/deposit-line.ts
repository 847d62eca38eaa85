import { isValidNuban } from '../accounts/nuban';
import { daysBetween } from '../common/time/calendar';
import { FIXED_DEPOSIT_STATUSES, LIQUIDATION_TO_GL, ROLLOVERS } from '../fixed-deposits/fixed-deposit.entity';
import { interestKobo } from '../fixed-deposits/interest/interest-to-date';
import { nextDueDate } from '../fixed-deposits/interest/payment-dates';
import { INTEREST_PAYMENTS } from '../products/terms/deposit-enumerations';
import { DAY_COUNTS } from '../products/terms/loan-enumerations';
import type { TermDepositOffer } from './import-references';
import type { ImportedLine, LineContext } from './imported-line';
import { type RecordFields, textOfKobo } from './record-fields';
import type { StatedDeposit, StatedPart } from './stated-contracts';

const ACTIVE = FIXED_DEPOSIT_STATUSES[1];
const TERM_MAX = 1_000;
/** Account types of `liquidation_account_type`, as the API has them. */
const TO_ACCOUNT = '1';
const TO_LEDGER = '2';

/** A fixed deposit of the old system (docs/import.md#fixed-deposits). */
export function depositLine(fields: RecordFields, { references }: LineContext): ImportedLine {
  const { code, businessDate } = references.institution;
  const number = fields.text('account_number', 10);
  if (number !== '' && !isValidNuban(code, number))
    fields.refuse(`account_number ${number} is no NUBAN of the institution code ${code}`);
  const productCode = fields.text('product_code', 20);
  const offer = references.depositProducts.get(productCode);
  if (productCode !== '' && !offer)
    fields.refuse(`product_code ${productCode} is no fixed-deposit product; create it first`);
  const branchCode = fields.text('branch_code', 20);
  const branch = references.branches.get(branchCode);
  if (branchCode !== '' && !branch) fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  const officer = fields.text('account_officer', 20);
  if (officer !== '' && !references.officers.has(officer))
    fields.refuse(`account_officer ${officer} is no member of staff; create it first`);
  const type = fields.word('liquidation_account_type', [TO_ACCOUNT, TO_LEDGER], TO_ACCOUNT);
  const liquidationAccount = fields.text('liquidation_account', 20);
  const ledger = type === TO_LEDGER ? references.ledgers.get(liquidationAccount) : undefined;
  if (type === TO_LEDGER && (!ledger || ledger.isControl))
    fields.refuse(`liquidation_account ${liquidationAccount} is no ledger that can be paid to`);
  const stated = offer && {
    ...termsOf(fields, offer, businessDate),
    accountNumber: number,
    accountName: fields.text('account_name', 250),
    term: fields.integer('term', { min: 1, max: TERM_MAX, fallback: 1 }),
    productId: offer.product.id,
    productCode,
    branchId: branch?.id ?? 0,
    accountOfficerStaffID: officer,
    sourceAccount: fields.optional('source_account', 20),
    liquidationAccountType: type === TO_LEDGER ? LIQUIDATION_TO_GL : 1,
    liquidationAccount,
    liquidationLedgerId: ledger?.id ?? null,
    controlLedgerId: offer.product.controlGlAccountId,
    referenceNumber: fields.text('reference', 100),
  };
  return {
    key: number,
    ownerKey: fields.text('customer_number', 50),
    balanceKobo: 0n,
    branchCode,
    productCode,
    content: { rows: [], ...(stated && { deposit: stated }) },
  };
}

type StatedTerms = Omit<
  StatedDeposit,
  | 'accountNumber'
  | 'accountName'
  | 'term'
  | 'productId'
  | 'productCode'
  | 'branchId'
  | 'accountOfficerStaffID'
  | 'sourceAccount'
  | 'liquidationAccountType'
  | 'liquidationAccount'
  | 'liquidationLedgerId'
  | 'controlLedgerId'
  | 'referenceNumber'
>;

function termsOf(fields: RecordFields, { product, terms }: TermDepositOffer, businessDate: string): StatedTerms {
  const startDate = fields.date('started_on', businessDate, true) ?? businessDate;
  const maturityDate = fields.date('matures_on', undefined, true) ?? businessDate;
  if (maturityDate <= startDate) fields.refuse('matures_on must be after started_on');
  const latest = maturityDate < businessDate ? maturityDate : businessDate;
  const accruedThrough = fields.date('accrued_through', latest, false) ?? latest;
  if (accruedThrough < startDate) fields.refuse('accrued_through must not be before started_on');
  const interestPayment = fields.oneOf('interest_payment', INTEREST_PAYMENTS);
  const paidByDefault = interestPayment === 'Upfront' ? maturityDate : startDate;
  const paidThrough = fields.date('paid_through', maturityDate, interestPayment === 'Monthly') ?? paidByDefault;
  const interestRate = fields.rate('interest_rate');
  const kobo = (column: string): bigint => fields.kobo(column, { optional: true });
  return {
    principalKobo: fields.kobo('principal'),
    interestRate,
    rateAgreed: fields.flag('is_rate_agreed', Number(interestRate) !== Number(product.interestRate)),
    productRateId: null,
    tenureDays: Math.max(1, daysBetween(startDate, maturityDate)),
    startDate,
    maturityDate,
    applyRollover: fields.word('rollover', ROLLOVERS, 'None'),
    interestPayment,
    status: ACTIVE,
    dayCount: fields.word('day_count', DAY_COUNTS, terms.dayCount),
    earlyLiquidationPenaltyPercent: fields.rate('early_liquidation_penalty', {
      max: 100,
      fallback: terms.earlyLiquidationPenaltyPercent,
    }),
    withholdingTaxPercent: fields.rate('withholding_tax', { max: 100, fallback: terms.withholdingTaxPercent }),
    minPrincipalKobo: terms.minPrincipalKobo,
    maxPrincipalKobo: terms.maxPrincipalKobo,
    interestExpenseGlAccountId: terms.interestExpenseGlAccountId,
    interestPayableGlAccountId: terms.interestPayableGlAccountId,
    prepaidInterestGlAccountId: terms.prepaidInterestGlAccountId,
    withholdingTaxPayableGlAccountId: terms.withholdingTaxPayableGlAccountId,
    accruedThrough,
    isAccrualStated: !fields.isEmpty('interest_accrued'),
    accruedKobo: kobo('interest_accrued'),
    paidThrough,
    paidKobo: kobo('interest_paid'),
    settledKobo: kobo('interest_settled'),
    taxWithheldKobo: kobo('tax_withheld'),
    dueDate: nextDueDate(
      { interestPayment, startDate, maturityDate },
      interestPayment === 'Monthly' ? paidThrough : startDate,
    ),
    approvalId: null,
    closedOn: null,
  };
}

/** A part of a deposit's principal. It collects its faults in `fields`. */
export function statedPart(fields: RecordFields, businessDate: string): StatedPart {
  const amountKobo = fields.kobo('amount');
  if (amountKobo === 0n) fields.refuse('amount must be above zero');
  return { amountKobo, effectiveDate: fields.date('effective_on', businessDate, true) ?? businessDate };
}

/** A deposit with its parts, and the interest accrued by them where the line does not state it; or its faults. */
export function broughtDeposit(
  deposit: StatedDeposit,
  stated: readonly StatedPart[],
): { parts: StatedPart[]; accruedKobo: bigint } | { faults: string[] } {
  const parts =
    stated.length > 0 ? [...stated] : [{ amountKobo: deposit.principalKobo, effectiveDate: deposit.startDate }];
  const sumKobo = parts.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
  const isUnordered = parts.some(
    ({ effectiveDate }, index) => index > 0 && effectiveDate < parts[index - 1]!.effectiveDate,
  );
  const faults = [
    ...(deposit.principalKobo === 0n ? ['principal must be above zero'] : []),
    ...(sumKobo !== deposit.principalKobo
      ? [`its parts make ${textOfKobo(sumKobo)}, but principal is ${textOfKobo(deposit.principalKobo)}`]
      : []),
    ...(isUnordered ? ['the effective_on of its parts must rise'] : []),
    ...(parts.some(({ effectiveDate }) => effectiveDate < deposit.startDate || effectiveDate >= deposit.maturityDate)
      ? ['effective_on of a part must be within the term']
      : []),
  ];
  if (faults.length > 0) return { faults };
  const accruedKobo = deposit.isAccrualStated
    ? deposit.accruedKobo
    : interestKobo(deposit, parts, deposit.accruedThrough);
  return { parts, accruedKobo };
}
