import type { Field } from './fields';
import { reportFindings } from './report-findings';

const FIELDS: Field[] = [
  {
    element: 'client_number',
    key: 'client_number',
    isRequired: true,
    leaf: { kind: 'pattern', pattern: /^\d{11}$/, max: 11, words: 'a BVN of 11 digits' },
  },
  { element: 'branch', key: 'branch', isRequired: true, leaf: { kind: 'text', min: 1, max: 255 } },
];

describe('findings about a missing field', () => {
  it('say what to record where the name of the element does not', () => {
    const root: Field = { element: 'account', key: 'account', isRequired: true, fields: FIELDS };
    expect(reportFindings(root, {}, {}).map(({ path, message }) => [path, message])).toEqual([
      ['client_number', 'is missing; record a BVN of 11 digits and check the report again.'],
      ['branch', 'is missing; record it and check the report again.'],
    ]);
  });
});
