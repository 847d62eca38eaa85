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
  return penaltyViolation(terms);
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
  const { ledgers, minPrincipal, maxPrincipal, arrearsInterestRate, penaltyAmount, penaltyRate, ...same } = terms;
  return {
    ...same,
    minPrincipalKobo: nairaToKobo(minPrincipal)!,
    maxPrincipalKobo: nairaToKobo(maxPrincipal)!,
    arrearsInterestRate: interestRateText(arrearsInterestRate),
    penaltyAmountKobo: penaltyAmount === null ? null : nairaToKobo(penaltyAmount)!,
    penaltyRate: penaltyRate === null ? null : interestRateText(penaltyRate),
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
    penaltyRate: row.penaltyRate === null ? null : Number(row.penaltyRate),
    penaltyGraceDays: row.penaltyGraceDays,
    suspenseAfterDays: row.suspenseAfterDays,
    allocationOrder: row.allocationOrder,
    ledgers: ledgerCodes<LoanLedgerRole>(LOAN_LEDGERS, row, codeById),
  };
}
