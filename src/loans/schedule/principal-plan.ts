import { percent } from '../../common/money/fraction';
import { interestOn, type LoanPlan, type ScheduleFacts } from './loan-plan';
import { plannedInterest } from './planned-interest';
import { PAYMENT_TYPE } from './schedule-terms';
import { shares, sumOf } from './shares';
import { hasSplitFrequencies, paying, placed } from './split-frequencies';

/** Flat loans: interest on the whole principal in every period, whatever is repaid. */
export function flatPlan(loan: ScheduleFacts): LoanPlan {
  const { terms, rates, rounding } = loan;
  const interest = rates.map((rate) => interestOn(terms.principal, rate, rounding));
  return { interest, principal: isLevelled(loan) ? principalBesideInterest(loan, interest) : principalParts(loan) };
}

/** Reducing balance: the principal is planned first, and interest follows from the balance. */
export function reducingPlan(loan: ScheduleFacts): LoanPlan {
  const principal = principalParts(loan);
  let balance = loan.repayable;
  const interest = loan.rates.map((rate, index) => {
    const earned = index < loan.capitalised.length ? 0n : interestOn(balance, rate, loan.rounding);
    balance -= principal[index]!;
    return earned;
  });
  return { principal, interest };
}

/** Principal that does not depend on interest: at the end, at the start, or in equal parts. */
function principalParts({ terms, grace, rounding, repayable }: ScheduleFacts): bigint[] {
  const { numberOfRepayments, principalRepaymentType, principalPercentPerInstallment } = terms;
  const none = (count: number): bigint[] => new Array<bigint>(count).fill(0n);
  if (principalRepaymentType === PAYMENT_TYPE.EndOfContract) return [...none(numberOfRepayments - 1), repayable];
  const count = numberOfRepayments - grace.principal;
  if (principalRepaymentType === PAYMENT_TYPE.Upfront) return [...none(grace.principal), repayable, ...none(count - 1)];
  const { principalEvery } = terms;
  const payments = paying(count, principalEvery);
  const part =
    principalPercentPerInstallment === null
      ? { numerator: 1n, denominator: BigInt(payments) }
      : percent(principalPercentPerInstallment);
  const balloon = balloonOf({ terms, rounding, repayable });
  const spread = repayable - balloon;
  const parts = shares(spread, rounding.money(spread * part.numerator, part.denominator), payments);
  parts[payments - 1]! += balloon;
  return [...none(grace.principal), ...placed(parts, principalEvery)];
}

/** The part of the principal that is left for the end, at most the whole of it; 0 without a balloon. */
export function balloonOf({
  terms: { balloonPercent },
  rounding,
  repayable,
}: Pick<ScheduleFacts, 'terms' | 'rounding' | 'repayable'>): bigint {
  if (balloonPercent === null) return 0n;
  const { numerator, denominator } = percent(balloonPercent);
  const balloon = rounding.money(repayable * numerator, denominator);
  return balloon < repayable ? balloon : repayable;
}

/** True when the principal of a flat loan fills a rounded or level instalment up. */
function isLevelled({ terms, grace }: ScheduleFacts): boolean {
  const { principalRepaymentType, interestPaymentType, principalPercentPerInstallment, installmentMultiple } = terms;
  if (terms.balloonPercent !== null || hasSplitFrequencies(terms)) return false;
  const isInParts =
    principalRepaymentType === PAYMENT_TYPE.ProRated || principalRepaymentType === PAYMENT_TYPE.EqualInstalments;
  if (!isInParts || principalPercentPerInstallment !== null) return false;
  if (interestPaymentType === PAYMENT_TYPE.EqualInstalments) return installmentMultiple !== null;
  const hasMoratorium = grace.principal > 0 || grace.interest > 0;
  return (
    principalRepaymentType === PAYMENT_TYPE.EqualInstalments &&
    interestPaymentType === PAYMENT_TYPE.ProRated &&
    !hasMoratorium
  );
}

function principalBesideInterest(loan: ScheduleFacts, earned: readonly bigint[]): bigint[] {
  const { terms, grace, rounding, repayable } = loan;
  const count = terms.numberOfRepayments - grace.principal;
  const isEqualInterest = terms.interestPaymentType === PAYMENT_TYPE.EqualInstalments;
  const levelTotal = rounding.instalment(repayable + sumOf(earned), BigInt(terms.numberOfRepayments));
  // With equal interest, principal and interest are rounded to the multiple separately, as in Fineract.
  const partOfPrincipal = rounding.instalment(repayable, BigInt(count));
  let left = repayable;
  return plannedInterest(loan, earned).instalments.map((interest, index) => {
    const wanted = isEqualInterest
      ? partOfPrincipal + rounding.instalment(interest, 1n) - interest
      : levelTotal - interest;
    const isLast = index === terms.numberOfRepayments - 1;
    const principal = isLast ? left : index < grace.principal ? 0n : between(0n, wanted, left);
    left -= principal;
    return principal;
  });
}

/** The wanted amount, limited to the range from `least` to `most`. */
export function between(least: bigint, wanted: bigint, most: bigint): bigint {
  if (wanted < least) return least;
  return wanted > most ? most : wanted;
}
