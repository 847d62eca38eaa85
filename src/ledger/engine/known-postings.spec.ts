import { type ExistingPosting, KnownPostings } from './known-postings';

const posting = (facts: Partial<ExistingPosting>): ExistingPosting => ({
  id: 1,
  kind: 'transfer',
  reference: 'A',
  transactionReference: null,
  status: 'Posted',
  ...facts,
});

describe('The postings that a batch knows', () => {
  const stored = [posting({}), posting({ id: 2, kind: 'outward-transfer', reference: 'B', transactionReference: 'T' })];
  let known: KnownPostings;
  beforeEach(() => (known = new KnownPostings(stored)));

  it('are found by reference within their kind', () => {
    expect(known.find({ kind: 'transfer', reference: 'A' })?.id).toBe(1);
    expect(known.find({ kind: 'outward-transfer', reference: 'A' })).toBeUndefined();
  });

  it('are found by their transaction reference whatever their kind', () => {
    expect(known.find({ kind: 'transfer', reference: 'C', transactionReference: 'T' })?.id).toBe(2);
  });

  it('are found by their own reference before another payment with their transaction reference', () => {
    expect(known.find({ kind: 'transfer', reference: 'A', transactionReference: 'T' })?.id).toBe(1);
  });

  it('are not found by a request without a transaction reference because they have none either', () => {
    expect(known.find({ kind: 'transfer', reference: 'C', transactionReference: null })).toBeUndefined();
    expect(known.find({ kind: 'transfer', reference: 'C' })).toBeUndefined();
  });
});
