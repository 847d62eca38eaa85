import { classifyLoan } from './classify-loan';

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
