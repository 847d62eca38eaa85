import { shownClassification } from './summarise-loan';

describe('shownClassification', () => {
  it('is the stored class, and Lost once the loan is written off', () => {
    expect(shownClassification({ status: 'Delinquent', classification: 'Substandard' })).toBe('Substandard');
    expect(shownClassification({ status: 'WrittenOff', classification: 'Performing' })).toBe('Lost');
  });
});
