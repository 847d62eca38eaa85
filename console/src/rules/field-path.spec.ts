import { fieldPath, placeErrors } from './field-path';

describe('fieldPath', () => {
  it('writes the API’s indexes as a form does', () => {
    expect(fieldPath('entries[2].account')).toBe('entries.2.account');
    expect(fieldPath('loanTerms.ledgers.interestIncome')).toBe('loanTerms.ledgers.interestIncome');
  });
});

describe('placeErrors', () => {
  it('puts errors on shown inputs, joins those of one input, and keeps the others', () => {
    const { fields, others } = placeErrors(
      [
        { field: 'entries[0].amount', message: 'Too many decimals.' },
        { field: 'entries[0].amount', message: 'Too large.' },
        { field: 'surprise', message: 'Unknown field.' },
      ],
      new Set(['entries.0.amount']),
    );
    expect([...fields]).toStrictEqual([['entries.0.amount', 'Too many decimals. Too large.']]);
    expect(others).toStrictEqual([{ field: 'surprise', message: 'Unknown field.' }]);
  });
});
