import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import type { ProductType } from '../product.entity';
import { FREQUENCY, LENDING_MODEL, LOAN_COMPONENTS, RATE_BASIS } from './loan-enumerations';
import type { LoanProductTerms } from './loan-product-terms.entity';
import type { LoanTerms, LoanTermsBody } from './loan-terms.dto';
import { ledgerCodes, LOAN_LEDGERS, type LoanLedgerRole } from './term-ledgers';

type StoredLoanTerms = Omit<LoanProductTerms, 'institutionId' | 'id' | `${LoanLedgerRole}GlAccountId`>;

/** The terms of a request with defaults for fields that are left out or null. */
export function completeLoanTerms(body: LoanTermsBody, productType: ProductType): LoanTerms {
  const { minPrincipal, maxPrincipal, minTenure, maxTenure, ledgers } = body;
  return {
    minPrincipal,
    maxPrincipal,
    minTenure,
    maxTenure,
    ledgers,
    lendingModel:
      body.lendingModel ?? (productType === 'GroupLoan' ? LENDING_MODEL.SolidarityGroup : LENDING_MODEL.Individual),
    rateBasis: body.rateBasis ?? RATE_BASIS.Annual,
    interestComputationModel: body.interestComputationModel ?? 2,
    principalRepaymentType: body.principalRepaymentType ?? 1,
    principalRepaymentEvery: body.principalRepaymentEvery ?? 1,
    principalRepaymentFrequency: body.principalRepaymentFrequency ?? FREQUENCY.Months,
    interestPaymentType: body.interestPaymentType ?? 1,
    interestPaymentEvery: body.interestPaymentEvery ?? null,
    minInterestRate: body.minInterestRate ?? null,
    maxInterestRate: body.maxInterestRate ?? null,
    installmentMultiple: body.installmentMultiple ?? null,
    emiSmoothing: body.emiSmoothing ?? false,
    monthEnd: body.monthEnd ?? 'CLAMP',
    principalPercentPerInstallment: body.principalPercentPerInstallment ?? null,
    balloonPercent: body.balloonPercent ?? null,
    prepaymentEffect: body.prepaymentEffect ?? 'PaysAhead',
    dayCount: body.dayCount ?? 'ACT/365',
    moratorium: body.moratorium ?? 0,
    moratoriumPeriods: body.moratoriumPeriods ?? 0,
    moratoriumInterest: body.moratoriumInterest ?? 'DEFER',
    arrearsInterestRate: body.arrearsInterestRate ?? 0,
    arrearsInterestBase: body.arrearsInterestBase ?? 'OverduePrincipal',
    failedRepaymentGracePeriod: body.failedRepaymentGracePeriod ?? 0,
    arrearsInterestFromEndOfGrace: body.arrearsInterestFromEndOfGrace ?? false,
    penaltyKind: body.penaltyKind ?? 'None',
    penaltyAmount: body.penaltyAmount ?? null,
    penaltyRate: body.penaltyRate ?? null,
    penaltyBase: body.penaltyBase ?? 'OverdueAmount',
    penaltyGraceDays: body.penaltyGraceDays ?? 0,
    suspenseAfterDays: body.suspenseAfterDays ?? 90,
    allocationOrder: body.allocationOrder ?? [...LOAN_COMPONENTS],
  };
}

/** The contradiction in complete terms, as a sentence; undefined when there is none. */
export function loanTermsViolation(terms: LoanTerms): string | undefined {
  const { minTenure, maxTenure, principalRepaymentEvery, moratorium, moratoriumPeriods } = terms;
  if (terms.minPrincipal > terms.maxPrincipal) return 'minPrincipal must not be above maxPrincipal.';
  if (minTenure > maxTenure) return 'minTenure must not be above maxTenure.';
  if (minTenure % principalRepaymentEvery !== 0 || maxTenure % principalRepaymentEvery !== 0)
    return 'minTenure and maxTenure must be multiples of principalRepaymentEvery.';
  if ((moratorium === 0) !== (moratoriumPeriods === 0))
    return 'moratorium and moratoriumPeriods must both be 0 or both be above 0.';
  if (moratoriumPeriods >= minTenure / principalRepaymentEvery)
    return 'moratoriumPeriods must be fewer than the instalments of the shortest loan.';
  return penaltyViolation(terms) ?? rateViolation(terms) ?? scheduleViolation(terms);
}

function rateViolation({ minInterestRate, maxInterestRate }: LoanTerms): string | undefined {
  return minInterestRate !== null && maxInterestRate !== null && minInterestRate > maxInterestRate
    ? 'minInterestRate must not be above maxInterestRate.'
    : undefined;
}

/** The contradiction in the terms about the form of a schedule. */
function scheduleViolation(terms: LoanTerms): string | undefined {
  const { interestComputationModel: model, principalRepaymentType, principalRepaymentEvery: every } = terms;
  const { interestPaymentEvery, principalPercentPerInstallment, balloonPercent, prepaymentEffect } = terms;
  const isAnnuity = model === 2 && principalRepaymentType !== 0;
  if (interestPaymentEvery !== null && interestPaymentEvery !== every) {
    const [less, more] = [Math.min(interestPaymentEvery, every), Math.max(interestPaymentEvery, every)];
    if (more % less !== 0) return 'interestPaymentEvery must be a divisor or a multiple of principalRepaymentEvery.';
    if (isAnnuity)
      return 'interestPaymentEvery other than principalRepaymentEvery needs interestComputationModel 0 or 1.';
    if (terms.moratorium !== 0) return 'Different frequencies of principal and interest exclude a moratorium.';
    if (terms.minTenure % more !== 0 || terms.maxTenure % more !== 0)
      return 'minTenure and maxTenure must be multiples of interestPaymentEvery.';
  }
  if (principalPercentPerInstallment !== null && isAnnuity)
    return 'principalPercentPerInstallment needs interestComputationModel 0 or 1.';
  if (balloonPercent !== null && principalPercentPerInstallment !== null)
    return 'balloonPercent and principalPercentPerInstallment exclude each other.';
  if ((balloonPercent !== null || principalPercentPerInstallment !== null) && principalRepaymentType === 0)
    return 'The principal is due at the end of the contract (principalRepaymentType 0), so there is no part to name.';
  if (prepaymentEffect !== 'PaysAhead' && (model === 0 || terms.interestPaymentType === 2))
    return 'prepaymentEffect must be PaysAhead for flat or upfront interest, which a part payment does not lower.';
  return undefined;
}

function penaltyViolation({
  penaltyKind,
  penaltyAmount,
  penaltyRate,
  penaltyGraceDays,
}: LoanTerms): string | undefined {
  if ((penaltyAmount !== null) !== (penaltyKind === 'Flat'))
    return 'penaltyAmount is required for penaltyKind Flat and not allowed for other kinds.';
  if ((penaltyRate !== null) !== (penaltyKind === 'Percentage'))
    return 'penaltyRate is required for penaltyKind Percentage and not allowed for other kinds.';
  if (penaltyKind === 'None' && penaltyGraceDays > 0) return 'penaltyGraceDays must be 0 for penaltyKind None.';
  return undefined;
}

/** The columns of complete terms, without the ledgers. */
export function storedLoanTerms(terms: LoanTerms): StoredLoanTerms {
  const { ledgers: _, minPrincipal, maxPrincipal, arrearsInterestRate, penaltyAmount, penaltyRate, ...rest } = terms;
  const { minInterestRate, maxInterestRate, installmentMultiple, ...others } = rest;
  const { principalPercentPerInstallment, balloonPercent, ...same } = others;
  const rateText = (rate: number | null): string | null => (rate === null ? null : interestRateText(rate));
  return {
    ...same,
    minPrincipalKobo: nairaToKobo(minPrincipal)!,
    maxPrincipalKobo: nairaToKobo(maxPrincipal)!,
    arrearsInterestRate: interestRateText(arrearsInterestRate),
    penaltyAmountKobo: penaltyAmount === null ? null : nairaToKobo(penaltyAmount)!,
    penaltyRate: rateText(penaltyRate),
    minInterestRate: rateText(minInterestRate),
    maxInterestRate: rateText(maxInterestRate),
    installmentMultipleKobo: installmentMultiple === null ? null : nairaToKobo(installmentMultiple)!,
    principalPercentPerInstallment: rateText(principalPercentPerInstallment),
    balloonPercent: rateText(balloonPercent),
  };
}

/** The stored terms as answered to callers. @param codeById codes of the ledgers. */
export function loanTermsView(row: LoanProductTerms, codeById: Map<number, string>): LoanTerms {
  return {
    minPrincipal: koboToNaira(row.minPrincipalKobo),
    maxPrincipal: koboToNaira(row.maxPrincipalKobo),
    minTenure: row.minTenure,
    maxTenure: row.maxTenure,
    lendingModel: row.lendingModel,
    rateBasis: row.rateBasis,
    interestComputationModel: row.interestComputationModel,
    principalRepaymentType: row.principalRepaymentType,
    principalRepaymentEvery: row.principalRepaymentEvery,
    principalRepaymentFrequency: row.principalRepaymentFrequency,
    interestPaymentType: row.interestPaymentType,
    interestPaymentEvery: row.interestPaymentEvery,
    minInterestRate: numberOf(row.minInterestRate),
    maxInterestRate: numberOf(row.maxInterestRate),
    installmentMultiple: row.installmentMultipleKobo === null ? null : koboToNaira(row.installmentMultipleKobo),
    emiSmoothing: row.emiSmoothing,
    monthEnd: row.monthEnd,
    principalPercentPerInstallment: numberOf(row.principalPercentPerInstallment),
    balloonPercent: numberOf(row.balloonPercent),
    prepaymentEffect: row.prepaymentEffect,
    dayCount: row.dayCount,
    moratorium: row.moratorium,
    moratoriumPeriods: row.moratoriumPeriods,
    moratoriumInterest: row.moratoriumInterest,
    arrearsInterestRate: Number(row.arrearsInterestRate),
    arrearsInterestBase: row.arrearsInterestBase,
    failedRepaymentGracePeriod: row.failedRepaymentGracePeriod,
    arrearsInterestFromEndOfGrace: row.arrearsInterestFromEndOfGrace,
    penaltyKind: row.penaltyKind,
    penaltyAmount: row.penaltyAmountKobo === null ? null : koboToNaira(row.penaltyAmountKobo),
    penaltyRate: numberOf(row.penaltyRate),
    penaltyBase: row.penaltyBase,
    penaltyGraceDays: row.penaltyGraceDays,
    suspenseAfterDays: row.suspenseAfterDays,
    allocationOrder: row.allocationOrder,
    ledgers: ledgerCodes<LoanLedgerRole>(LOAN_LEDGERS, row, codeById),
  };
}

function numberOf(decimalText: string | null): number | null {
  return decimalText === null ? null : Number(decimalText);
}
