import { type CtrRule, needsCtr } from './ctr-rule';

const RULE: CtrRule = { individualKobo: 500n, companyKobo: 1_000n, comparison: 'above', onlyCash: false };

describe('needsCtr', () => {
  it.each([
    ['a person above the threshold', RULE, 'Individual', 501n, false, true],
    ['a person at the threshold, where only what is above counts', RULE, 'Individual', 500n, false, false],
    [
      'a person at the threshold, where it counts',
      { ...RULE, comparison: 'at-least' },
      'Individual',
      500n,
      false,
      true,
    ],
    ['a company above the threshold of persons', RULE, 'Corporate', 999n, false, false],
    ['a company above its own threshold', RULE, 'Corporate', 1_001n, false, true],
    ['a group, which counts as a company', RULE, 'Group', 501n, false, false],
    ['a transfer, where only cash counts', { ...RULE, onlyCash: true }, 'Individual', 501n, false, false],
    ['cash, where only cash counts', { ...RULE, onlyCash: true }, 'Individual', 501n, true, true],
  ] as [string, CtrRule, string, bigint, boolean, boolean][])(
    '%s',
    (_, rule, customerType, amountKobo, isCash, expected) => {
      expect(needsCtr(rule, { customerType, amountKobo, isCash })).toBe(expected);
    },
  );
});
