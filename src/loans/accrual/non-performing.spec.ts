import { isNonPerforming, suspenseChange } from './non-performing';

const CLASSES = ['Substandard', 'Doubtful', 'Lost'];

describe('isNonPerforming', () => {
  it.each([
    ['a performing loan', 'Performing', null, 90, false],
    ['a loan of the class before', 'PassAndWatch', '2026-01-01', 90, false],
    ['a loan of a non-performing class', 'Substandard', '2026-01-01', 90, true],
    ['a loan on the last day that its stricter product allows', 'PassAndWatch', '2026-02-19', 10, false],
    ['a loan one day later', 'PassAndWatch', '2026-02-18', 10, true],
    ['a loan whose product allows more days than the class', 'Lost', '2026-01-01', 400, true],
  ] as const)('of %s', (_, classification, overdueSince, suspenseAfterDays, expected) => {
    const loan = { classification, overdueSince };
    expect(isNonPerforming(loan, { suspenseAfterDays }, CLASSES, '2026-03-01')).toBe(expected);
  });
});

describe('suspenseChange', () => {
  it.each([
    ['of a performing loan is none', null, null, false, undefined],
    ['of a loan that becomes non-performing suspends its income', null, null, true, 'Suspend'],
    ['of a non-performing loan in suspense is none', '2026-01-01', null, true, undefined],
    ['of a loan in suspense that performs begins the cure', '2026-01-01', null, false, 'Cure'],
    ['a day before the end of the cure is none', '2026-01-01', '2026-02-20', false, undefined],
    ['at the end of the cure resumes its income', '2026-01-01', '2026-02-19', false, 'Resume'],
    ['of a loan that fails in the cure ends the cure', '2026-01-01', '2026-02-01', true, 'Relapse'],
  ] as const)('%s', (_, suspendedSince, curingSince, isLoanNonPerforming, expected) => {
    expect(suspenseChange({ suspendedSince, curingSince }, isLoanNonPerforming, '2026-03-01', 10)).toBe(expected);
  });
});
