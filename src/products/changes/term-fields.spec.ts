import type { LoanTerms } from '../terms/loan-terms.dto';
import { changedTerms, nested, termFields } from './term-fields';

const LEDGERS = { loanLoss: '5020', interestIncome: '4010' };
const TERMS = { minTenure: 1, maxTenure: 12, penaltyRate: null, allocationOrder: ['fee'], ledgers: LEDGERS };
const present = { loanTerms: TERMS as unknown as LoanTerms };

describe('terms as fields of a change', () => {
  it('are one field for each term and each ledger, and lists stay whole', () => {
    expect(termFields({ ...present, savingsTerms: null })).toEqual({
      'loanTerms.minTenure': 1,
      'loanTerms.maxTenure': 12,
      'loanTerms.penaltyRate': null,
      'loanTerms.allocationOrder': ['fee'],
      'loanTerms.ledgers.loanLoss': '5020',
      'loanTerms.ledgers.interestIncome': '4010',
    });
  });

  it('become the terms again, with what a change leaves as it is', () => {
    expect(changedTerms(termFields(present), {})).toEqual(present);
    expect(changedTerms({ 'loanTerms.penaltyRate': 2, 'loanTerms.ledgers.loanLoss': '5030' }, present)).toEqual({
      loanTerms: { ...TERMS, penaltyRate: 2, ledgers: { ...LEDGERS, loanLoss: '5030' } },
    });
    expect(changedTerms({ 'loanTerms.penaltyRate': null }, present)).toEqual(present);
  });

  it('are absent from a change of other fields', () => {
    expect(changedTerms({ productName: 'Other', interestRate: 2 }, present)).toEqual({});
  });

  it('are shown below the terms that they belong to', () => {
    expect(nested({ productName: 'Other', 'loanTerms.maxTenure': 2, 'loanTerms.ledgers.loanLoss': '5030' })).toEqual({
      productName: 'Other',
      loanTerms: { maxTenure: 2, ledgers: { loanLoss: '5030' } },
    });
  });
});
