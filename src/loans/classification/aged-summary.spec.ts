import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { instalmentRow } from '../schedule/schedule-of-contract';
import { agedSummary, classByDays } from './aged-summary';
import { CENTRAL_BANK_SCALES } from './classification-scales';

const [scale] = CENTRAL_BANK_SCALES.MicrofinanceBank;
const DATE = '2026-06-30';

/** A row of ₦1,000.00 principal that is unpaid. */
function rowDue(dueDate: string): LoanInstalment {
  return instalmentRow({ institutionId: 1, id: 1, loanId: 1 } as Parameters<typeof instalmentRow>[0], {
    number: 1,
    periodStart: '2026-01-01',
    dueDate,
    openingBalanceKobo: 100_000n,
    closingBalanceKobo: 0n,
    earnedInterest: '0',
    capitalisedKobo: 0n,
    principalDueKobo: 100_000n,
    interestDueKobo: 0n,
    feeDueKobo: 0n,
    feeVatKobo: 0n,
  });
}

describe('agedSummary', () => {
  const lost = {
    classification: 'Lost' as const,
    inheritedClassification: null,
    suspendedSince: '2026-05-01',
    restructuredDate: '2026-06-30',
  };
  const future = [rowDue('2026-07-31')];
  const classOf = (loan: Partial<typeof lost> | object, rows = future, keepsRestructured = true): string =>
    agedSummary({ ...lost, ...loan }, rows, { scale: scale!, keepsRestructured }, DATE).classification;

  it('keeps the class of a loan that was restructured in suspense, where the institution says so', () => {
    expect(classOf({})).toBe('Lost');
    expect(classOf({ restructuredDate: '2026-05-01' })).toBe('Lost');
    expect(classOf({}, future, false)).toBe('Performing');
  });

  it.each([
    ['that was never restructured', { restructuredDate: null }],
    ['whose income is no longer in suspense', { suspendedSince: null }],
    ['whose new terms are from before its income went to suspense', { restructuredDate: '2026-04-30' }],
  ])('classifies by days past due a loan %s', (_, loan) => {
    expect(classOf(loan)).toBe('Performing');
  });

  it('makes a kept class worse by arrears of the new terms and by other loans, never better', () => {
    const doubtful = [rowDue('2026-04-30')];
    expect(classOf({ classification: 'Substandard' }, doubtful)).toBe('Doubtful');
    expect(classOf({ classification: 'Substandard', inheritedClassification: 'Lost' })).toBe('Lost');
    expect(classOf({}, doubtful)).toBe('Lost');
  });
});

describe('classByDays', () => {
  it('does not count a class that is kept', () => {
    const loan = { classification: 'Lost', inheritedClassification: null, overdueSince: '2026-06-29' };
    expect(classByDays(loan, scale!, DATE)).toBe('PassAndWatch');
    expect(classByDays({ ...loan, inheritedClassification: 'Doubtful' }, scale!, DATE)).toBe('Doubtful');
  });
});
