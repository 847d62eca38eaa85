import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import { shownTiers, storedTiers, tierViolation } from '../rates/rate-tier';
import { INTEREST_PAYMENTS } from './deposit-enumerations';
import type { FixedDepositTerms, FixedDepositTermsBody, SavingsTerms, SavingsTermsBody } from './deposit-terms.dto';
import type { FixedDepositProductTerms } from './fixed-deposit-product-terms.entity';
import type { SavingsProductTerms } from './savings-product-terms.entity';
import {
  FIXED_DEPOSIT_LEDGERS,
  type FixedDepositLedgerRole,
  ledgerCodes,
  SAVINGS_LEDGERS,
  type SavingsLedgerRole,
} from './term-ledgers';

const DEFAULT_WITHHOLDING_TAX_PERCENT = 10;
const DEFAULT_DORMANCY_MONTHS = 12;

/** The terms of a request with deviolations for fields that are left out or null. */
export function completeFixedDepositTerms(body: FixedDepositTermsBody): FixedDepositTerms {
  const { minPrincipal, maxPrincipal, minTenureDays, maxTenureDays, ledgers } = body;
  return {
    minPrincipal,
    maxPrincipal,
    minTenureDays,
    maxTenureDays,
    ledgers,
    dayCount: body.dayCount ?? 'ACT/365',
    earlyLiquidationPenaltyPercent: body.earlyLiquidationPenaltyPercent ?? 0,
    withholdingTaxPercent: body.withholdingTaxPercent ?? DEFAULT_WITHHOLDING_TAX_PERCENT,
    interestPayments: body.interestPayments ?? [...INTEREST_PAYMENTS],
  };
}

/** The contradiction in complete terms, as a sentence; undefined when there is none. */
export function fixedDepositTermsViolation({
  minPrincipal,
  maxPrincipal,
  minTenureDays,
  maxTenureDays,
}: FixedDepositTerms): string | undefined {
  if (minPrincipal > maxPrincipal) return 'minPrincipal must not be above maxPrincipal.';
  if (minTenureDays > maxTenureDays) return 'minTenureDays must not be above maxTenureDays.';
  return undefined;
}

/** The columns of complete terms, without the ledgers. */
export function storedFixedDepositTerms(
  terms: FixedDepositTerms,
): Omit<FixedDepositProductTerms, 'institutionId' | 'id' | `${FixedDepositLedgerRole}GlAccountId`> {
  return {
    minPrincipalKobo: nairaToKobo(terms.minPrincipal)!,
    maxPrincipalKobo: nairaToKobo(terms.maxPrincipal)!,
    minTenureDays: terms.minTenureDays,
    maxTenureDays: terms.maxTenureDays,
    dayCount: terms.dayCount,
    earlyLiquidationPenaltyPercent: interestRateText(terms.earlyLiquidationPenaltyPercent),
    withholdingTaxPercent: interestRateText(terms.withholdingTaxPercent),
    interestPayments: terms.interestPayments,
  };
}

/** The stored terms as answered to callers. @param codeById codes of the ledgers. */
export function fixedDepositTermsView(row: FixedDepositProductTerms, codeById: Map<number, string>): FixedDepositTerms {
  return {
    minPrincipal: koboToNaira(row.minPrincipalKobo),
    maxPrincipal: koboToNaira(row.maxPrincipalKobo),
    minTenureDays: row.minTenureDays,
    maxTenureDays: row.maxTenureDays,
    dayCount: row.dayCount,
    earlyLiquidationPenaltyPercent: Number(row.earlyLiquidationPenaltyPercent),
    withholdingTaxPercent: Number(row.withholdingTaxPercent),
    interestPayments: row.interestPayments,
    ledgers: ledgerCodes<FixedDepositLedgerRole>(FIXED_DEPOSIT_LEDGERS, row, codeById),
  };
}

/** The terms of a request with deviolations for fields that are left out or null. */
export function completeSavingsTerms(body: SavingsTermsBody): SavingsTerms {
  return {
    ledgers: body.ledgers,
    interestTiers: body.interestTiers ?? [],
    interestPosting: body.interestPosting ?? 'Monthly',
    dayCount: body.dayCount ?? 'ACT/365',
    withholdingTaxPercent: body.withholdingTaxPercent ?? DEFAULT_WITHHOLDING_TAX_PERCENT,
    dormancyMonths: body.dormancyMonths ?? DEFAULT_DORMANCY_MONTHS,
  };
}

/** The contradiction in complete terms, as a sentence; undefined when there is none. */
export function savingsTermsViolation({ interestTiers }: SavingsTerms): string | undefined {
  const violation = tierViolation(interestTiers);
  return violation === undefined ? undefined : `interestTiers ${violation}.`;
}

/** The columns of complete terms, without the ledgers. */
export function storedSavingsTerms(
  terms: SavingsTerms,
): Omit<SavingsProductTerms, 'institutionId' | 'id' | `${SavingsLedgerRole}GlAccountId`> {
  const { interestPosting, dayCount, dormancyMonths } = terms;
  return {
    interestPosting,
    dayCount,
    dormancyMonths,
    interestTiers: storedTiers(terms.interestTiers),
    withholdingTaxPercent: interestRateText(terms.withholdingTaxPercent),
  };
}

/** The stored terms as answered to callers. @param codeById codes of the ledgers. */
export function savingsTermsView(row: SavingsProductTerms, codeById: Map<number, string>): SavingsTerms {
  const { interestPosting, dayCount, dormancyMonths } = row;
  const ledgers = ledgerCodes<SavingsLedgerRole>(SAVINGS_LEDGERS, row, codeById);
  return {
    interestPosting,
    dayCount,
    dormancyMonths,
    interestTiers: shownTiers(row.interestTiers),
    withholdingTaxPercent: Number(row.withholdingTaxPercent),
    ledgers,
  };
}
