import type { ContractTerms } from '../../origination/contract-terms';
import {
  allocationText,
  arrearsText,
  dayCountText,
  feeText,
  methodText,
  moratoriumText,
  penaltyText,
  rateText,
  repaymentText,
  restructuredFeeText,
  securityText,
  tenureText,
} from './letter-wording';

const TERMS = {
  principalKobo: 12_000_000n,
  interestRate: '24.0000',
  rateBasis: 0,
  tenure: 6,
  numberOfRepayments: 6,
  frequency: 2,
  repaymentEvery: 1,
  principalEvery: 1,
  interestEvery: 1,
  interestComputationModel: 2,
  principalRepaymentType: 1,
  interestPaymentType: 1,
  dayCount: 'ACT/365',
  moratorium: 0,
  moratoriumPeriods: 0,
  moratoriumInterest: 'DEFER',
  arrearsInterestRate: '12.0000',
  arrearsInterestBase: 'OverduePrincipal',
  failedRepaymentGracePeriod: 3,
  arrearsInterestFromEndOfGrace: false,
  penaltyKind: 'Flat',
  penaltyAmountKobo: 50_000n,
  penaltyRate: null,
  penaltyBase: 'OverdueAmount',
  penaltyGraceDays: 5,
  fee: null,
  securityDepositKobo: 0n,
  allocationOrder: ['penalty', 'default', 'fee', 'interest', 'principal'],
  particulars: { lendingModel: 1 },
} as unknown as ContractTerms;
const FEE = {
  id: 1,
  name: 'Management fee',
  kind: 'Percentage' as const,
  amountKobo: null,
  rate: '1.0000',
  vatApplies: true,
  incomeGlAccountId: 1,
  charged: 'Disbursement' as const,
};
const terms = (fields: Partial<ContractTerms>): ContractTerms => ({ ...TERMS, ...fields });

describe('the words of a letter', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['a yearly rate', rateText(TERMS), '24 % a year'],
    ['a rate per period', rateText(terms({ rateBasis: 1, interestRate: '2.5000' })), '2.5 % for each month'],
    [
      'a rate per long period',
      rateText(terms({ rateBasis: 1, repaymentEvery: 2, frequency: 1 })),
      '24 % for each 2 weeks',
    ],
    ['flat', methodText(terms({ interestComputationModel: 0 })), 'On the whole principal over the whole term (flat)'],
    ['reducing', methodText(terms({ interestComputationModel: 1 })), 'On the principal still owed (reducing balance)'],
    ['by the day', dayCountText(TERMS), 'By the day (ACT/365)'],
    [
      '30/360',
      dayCountText(terms({ dayCount: '30/360' })),
      'By the day, with months of 30 days and years of 360 (30/360)',
    ],
    ['periodic', dayCountText(terms({ dayCount: 'PERIODIC' })), 'By the period, whatever its days (PERIODIC)'],
    ['per period', dayCountText(terms({ rateBasis: 1 })), 'By the repayment period'],
    ['months', tenureText(TERMS), '6 months in 6 instalments, one every month'],
    [
      'weeks',
      tenureText(terms({ frequency: 1, tenure: 24, repaymentEvery: 4 })),
      '24 weeks in 6 instalments, one every 4 weeks',
    ],
    ['one', tenureText(terms({ tenure: 1, numberOfRepayments: 1, frequency: 3 })), '1 year in 1 instalment'],
    ['both with each', repaymentText(TERMS), 'Principal and interest with every instalment'],
    [
      'bullet',
      repaymentText(terms({ principalRepaymentType: 0 })),
      'Principal at the end, interest with every instalment',
    ],
    [
      'all at the end',
      repaymentText(terms({ principalRepaymentType: 0, interestPaymentType: 0 })),
      'Principal and interest at the end',
    ],
    [
      'upfront',
      repaymentText(terms({ interestPaymentType: 2 })),
      'Principal with every instalment, interest when the loan is paid out',
    ],
    [
      'different frequencies',
      repaymentText(terms({ principalEvery: 3 })),
      'Principal with one instalment in 3, interest with every instalment',
    ],
    ['no moratorium', moratoriumText(TERMS), undefined],
    [
      'principal only',
      moratoriumText(terms({ moratorium: 1, moratoriumPeriods: 1 })),
      'The first instalment has no principal',
    ],
    [
      'both deferred',
      moratoriumText(terms({ moratorium: 3, moratoriumPeriods: 2 })),
      'The first 2 instalments have neither principal nor interest; the interest of that time falls due with the ' +
        'instalment after them',
    ],
    [
      'interest free',
      moratoriumText(terms({ moratorium: 2, moratoriumPeriods: 2, moratoriumInterest: 'FREE' })),
      'The first 2 instalments have no interest; the interest of that time is not charged',
    ],
    ...[
      [{ moratorium: 3, moratoriumInterest: 'CAPITALISE' }, 'is added to the principal'],
      [{ moratorium: 2, moratoriumInterest: 'CAPITALISE' }, 'falls due with the instalment after them'],
      [
        { moratorium: 3, moratoriumInterest: 'CAPITALISE', interestComputationModel: 0 },
        'falls due with the instalment after them',
      ],
      [{ moratorium: 3, interestComputationModel: 0, interestPaymentType: 3 }, 'is spread over the other instalments'],
      [{ moratorium: 3, interestPaymentType: 3 }, 'falls due with the instalment after them'],
      [{ moratorium: 3, interestComputationModel: 1, interestPaymentType: 0 }, 'falls due at the end'],
      [{ moratorium: 3, interestComputationModel: 1, interestPaymentType: 2 }, 'is taken when the loan is paid out'],
    ].map(([fields, expected]): [string, string | undefined, string] => [
      `the interest of a moratorium of ${JSON.stringify(fields)}`,
      moratoriumText(terms({ moratoriumPeriods: 2, ...(fields as Partial<ContractTerms>) }))?.split('of that time ')[1],
      expected as string,
    ]),
    ['no fee', feeText(TERMS, 0n), undefined],
    ['no fee of new terms', restructuredFeeText(TERMS, 0n), undefined],
    ['a fee that was charged at the payout', restructuredFeeText(terms({ fee: FEE }), 0n), undefined],
    [
      'a fee that goes on',
      restructuredFeeText(terms({ fee: { ...FEE, charged: 'PerInstalment' } }), 129_000n),
      'Management fee: ₦1,290.00 with VAT, with every instalment',
    ],
    [
      'a fee without VAT that goes on',
      restructuredFeeText(terms({ fee: { ...FEE, charged: 'PerInstalment', vatApplies: false } }), 120_000n),
      'Management fee: ₦1,200.00, with every instalment',
    ],
    [
      'a fee',
      feeText(terms({ fee: FEE }), 9_000n),
      'Management fee: ₦1,200.00 and VAT of ₦90.00, taken from the money paid out',
    ],
    [
      'a fee each time',
      feeText(terms({ fee: { ...FEE, kind: 'Flat', amountKobo: '10000', rate: null, charged: 'PerInstalment' } }), 0n),
      'Management fee: ₦100.00, with every instalment',
    ],
    ['no security', securityText(TERMS), undefined],
    ['a deposit', securityText(terms({ securityDepositKobo: 100n })), 'Deposit of ₦1.00, held on the linked account'],
    [
      'collateral',
      securityText(
        terms({
          particulars: {
            lendingModel: 1,
            collateralType: 0,
            collateralDescription: 'Plot 7',
            collateralValuation: 1_000_000.5,
          },
        }),
      ),
      'Land and building: Plot 7, valued at ₦1,000,000.50',
    ],
    [
      'no default interest',
      arrearsText(terms({ arrearsInterestRate: '0.0000' })),
      'No default interest is charged on an instalment that is late.',
    ],
    [
      'default interest',
      arrearsText(TERMS),
      'On an instalment that is late, default interest of 12 % a year is charged on the principal of the instalment ' +
        'that is unpaid, once the instalment is more than 3 days late, counted back to the day it fell due. There is ' +
        'no interest on default interest.',
    ],
    [
      'default interest at once',
      arrearsText(terms({ failedRepaymentGracePeriod: 0, arrearsInterestBase: 'OverdueInstalment' })),
      'On an instalment that is late, default interest of 12 % a year is charged on all of the instalment that is ' +
        'unpaid, from the day after it fell due. There is no interest on default interest.',
    ],
    [
      'default interest after grace',
      arrearsText(terms({ failedRepaymentGracePeriod: 1, arrearsInterestFromEndOfGrace: true })),
      'On an instalment that is late, default interest of 12 % a year is charged on the principal of the instalment ' +
        'that is unpaid, once the instalment is more than 1 day late, counted from the end of these days. There is ' +
        'no interest on default interest.',
    ],
    ['no penalty', penaltyText(terms({ penaltyKind: 'None' })), undefined],
    [
      'a penalty',
      penaltyText(TERMS),
      'A penalty of ₦500.00 is charged once for each instalment that is more than 5 days late.',
    ],
    [
      'a share',
      penaltyText(terms({ penaltyKind: 'Percentage', penaltyRate: '1.5000', penaltyGraceDays: 0 })),
      'A penalty of 1.5 % of what is unpaid of it is charged once for each instalment that is late.',
    ],
    [
      'a share of the principal',
      penaltyText(terms({ penaltyKind: 'Percentage', penaltyRate: '3.0000', penaltyBase: 'OverduePrincipal' })),
      'A penalty of 3 % of its principal that is unpaid is charged once for each instalment that is more than 5 days late.',
    ],
    [
      'a share of the whole instalment',
      penaltyText(terms({ penaltyKind: 'Percentage', penaltyRate: '10.0000', penaltyBase: 'WholeInstalment' })),
      'A penalty of 10 % of the whole instalment is charged once for each instalment that is more than 5 days late.',
    ],
    [
      'the order',
      allocationText(TERMS),
      'A payment pays the oldest instalment first, and of an instalment penalties, default interest, fees, interest ' +
        'and principal, in this order.',
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected);
  });
});
