import { faultOf, inputsOf, valuesOf } from './field-values';
import type { Fields } from './fields';

const FIELDS: Fields = {
  name: { k: 'string', r: 1, len: 5 },
  amount: { k: 'naira', min: 0.01 },
  years: { k: 'integer', max: 30 },
  isOpen: { k: 'boolean' },
  codes: { k: 'array', i: { k: 'string' } },
  level: { k: 'integer', o: [0, 1], l: ['Low', 'High'] },
  terms: { k: 'object', f: { rate: { k: 'number' } } },
  legs: { k: 'array', i: { k: 'object', r: 1, f: { account: { k: 'string', r: 1 }, amount: { k: 'naira' } } } },
};

describe('the body from the inputs of a form', () => {
  it('has the kinds of the document and leaves out what is empty', () => {
    const inputs = {
      name: ' Ada ',
      amount: '2,500.50',
      years: '3',
      isOpen: false,
      codes: 'A, B\nC',
      level: '1',
      terms: { rate: '' },
      legs: [{ account: '1000000011', amount: '₦10' }],
    };
    expect(valuesOf(FIELDS, inputs, 'Africa/Lagos')).toStrictEqual({
      name: 'Ada',
      amount: 2500.5,
      years: 3,
      isOpen: false,
      codes: ['A', 'B', 'C'],
      level: 1,
      legs: [{ account: '1000000011', amount: 10 }],
    });
  });

  it('sends a text that is no amount as it is, so that the server names the fault', () => {
    expect(valuesOf({ amount: { k: 'naira' } }, { amount: 'ten' }, 'UTC')).toStrictEqual({ amount: 'ten' });
  });

  it('has the object of a JSON text, and the text itself where it is none, so that the server names the fault', () => {
    const fields: Fields = { definition: { k: 'json', r: 1 } };
    expect(valuesOf(fields, inputsOf(fields, { definition: { firesAt: 60 } }, 'UTC'), 'UTC')).toStrictEqual({
      definition: { firesAt: 60 },
    });
    expect(valuesOf(fields, { definition: '{"firesAt": ' }, 'UTC')).toStrictEqual({ definition: '{"firesAt":' });
  });

  it('comes back from a record’s values', () => {
    const record = { name: 'Ada', amount: 2500.5, isOpen: true, codes: ['A', 'B'], level: 0, legs: [{ account: '1' }] };
    expect(valuesOf(FIELDS, inputsOf(FIELDS, record, 'Africa/Lagos'), 'Africa/Lagos')).toStrictEqual(record);
  });
});

describe('faultOf', () => {
  it.each([
    [FIELDS.name!, '', 'Required.'],
    [FIELDS.name!, 'Adaeze', 'At most 5 characters.'],
    [FIELDS.amount!, '1.234', 'An amount in Naira with at most two decimals, for example 2,500.00.'],
    [FIELDS.amount!, '0', 'At least 0.01.'],
    [FIELDS.years!, '2.5', 'A whole number.'],
    [FIELDS.years!, '31', 'At most 30.'],
    [{ k: 'string', pat: '^[A-Z]+$' } as const, 'abc', 'Not in the expected form.'],
    [{ k: 'array', r: 1, i: { k: 'string' } } as const, '', 'Enter at least one.'],
    [{ k: 'json' } as const, '[1]', 'JSON in braces, with quotes around names and texts.'],
  ])('of %j with %p is %p', (field, input, fault) => expect(faultOf(field, input)).toBe(fault));

  it('is none for what may be sent', () => {
    expect(faultOf(FIELDS.amount!, '')).toBeUndefined();
    expect(faultOf(FIELDS.years!, '30')).toBeUndefined();
  });
});
