import { classifyLoan, shownClassification } from './summarise-loan';

describe('classifyLoan', () => {
  it.each([
    [0, 'Performing'],
    [1, 'PassAndWatch'],
    [89, 'PassAndWatch'],
    [90, 'Substandard'],
    [179, 'Substandard'],
    [180, 'Doubtful'],
    [359, 'Doubtful'],
    [360, 'Lost'],
    [4000, 'Lost'],
  ] as const)('%i days past due make a loan %s', (days, classification) => {
    expect(classifyLoan(days)).toBe(classification);
  });
});

describe('shownClassification', () => {
  it('is the stored class, and Lost once the loan is written off', () => {
    expect(shownClassification({ status: 'Delinquent', classification: 'Substandard' })).toBe('Substandard');
    expect(shownClassification({ status: 'WrittenOff', classification: 'Performing' })).toBe('Lost');
  });
});
