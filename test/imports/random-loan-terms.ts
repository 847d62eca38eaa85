import { randomNumbers } from '../support/random-numbers';

/** Terms of a loan product, and a tenure that fits them. */
export interface RandomTerms {
  terms: Record<string, unknown>;
  tenure: number;
}

/** Loan terms that products may have, the same for the same seed: every form of schedule, penalty and prepayment. */
export function randomLoanTerms(seed: number, count: number): RandomTerms[] {
  const next = randomNumbers(seed);
  const pick = <Value>(...values: readonly Value[]): Value => values[Math.floor(next() * values.length)]!;
  return Array.from({ length: count }, () => {
    const frequency = pick(0, 0, 0, 2);
    const every = frequency === 2 ? 1 : pick(1, 2, 3);
    const interestComputationModel = pick(0, 1, 2);
    const isAnnuity = interestComputationModel === 2;
    const principalRepaymentType = isAnnuity ? pick(1, 3) : pick(0, 1, 3);
    const interestPaymentType = pick(0, 1, 1, 1, 2, 3);
    const moratorium = pick(0, 0, 0, 1, 2, 3);
    const interestPaymentEvery = isAnnuity || moratorium !== 0 ? null : pick(null, every * 2, every * 4);
    const hasShares = principalRepaymentType !== 0 && !isAnnuity;
    const part = principalRepaymentType === 0 ? 'none' : pick('none', 'balloon', hasShares ? 'percent' : 'none');
    const canRemake = interestComputationModel !== 0 && interestPaymentType !== 2;
    const penaltyKind = pick('None', 'Flat', 'Percentage', 'Percentage');
    const tenure = every * 8;
    return {
      tenure,
      terms: {
        principalRepaymentFrequency: frequency,
        principalRepaymentEvery: every,
        minTenure: tenure,
        maxTenure: tenure * 2,
        interestComputationModel,
        principalRepaymentType,
        interestPaymentType,
        interestPaymentEvery,
        moratorium,
        moratoriumPeriods: moratorium === 0 ? 0 : pick(1, 2),
        moratoriumInterest: pick('DEFER', 'SPREAD', 'CAPITALISE', 'FREE'),
        dayCount: pick('ACT/365', 'ACT/360', '30/360', 'ACT/ACT'),
        installmentMultiple: pick(null, 10, 0.5),
        emiSmoothing: pick(true, false),
        monthEnd: pick('CLAMP', 'ROLL'),
        balloonPercent: part === 'balloon' ? pick(10, 33.3333) : null,
        principalPercentPerInstallment: part === 'percent' ? pick(5, 12.5) : null,
        prepaymentEffect: canRemake ? pick('PaysAhead', 'ReduceTenure', 'ReduceInstalment') : 'PaysAhead',
        penaltyKind,
        penaltyAmount: penaltyKind === 'Flat' ? 250 : null,
        penaltyRate: penaltyKind === 'Percentage' ? pick(1, 2.5) : null,
        penaltyBase: pick('OverdueAmount', 'OverduePrincipal', 'WholeInstalment'),
        penaltyGraceDays: penaltyKind === 'None' ? 0 : pick(0, 1),
        suspenseAfterDays: pick(2, 90),
      },
    };
  });
}
