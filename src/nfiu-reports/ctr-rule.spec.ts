import { type CtrEntry, type CtrRule, needsCtr, reportedParts } from './ctr-rule';

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

describe('reportedParts', () => {
  const CASH = 1;
  const entry = (side: CtrEntry['side'], amountKobo: bigint, customerId: number | null, accountId = 9): CtrEntry => ({
    ...{ side, amountKobo, customerId, accountId },
    customerType: customerId === null ? null : 'Individual',
  });
  const parts = (entries: CtrEntry[], rule = RULE): [number, bigint][] =>
    reportedParts(rule, entries, new Set([CASH])).map(({ customerId, amountKobo }) => [customerId, amountKobo]);

  it('reports a transaction of one payer and one payee once, under the payer', () => {
    expect(parts([entry('debit', 501n, 1), entry('credit', 501n, 2)])).toEqual([[1, 501n]]);
    expect(parts([entry('debit', 501n, null), entry('credit', 501n, 2)])).toEqual([[2, 501n]]);
  });

  it('reports what a run before has reported no second time, under nobody', () => {
    const again = (entries: CtrEntry[], done: number[]): number[] =>
      reportedParts(RULE, entries, new Set(), new Set(done)).map(({ customerId }) => customerId);
    expect(again([entry('debit', 501n, 1), entry('credit', 501n, 2)], [2])).toEqual([]);
    const several = [entry('debit', 2_000n, 1), entry('credit', 600n, 2), entry('credit', 1_400n, 3)];
    expect(again(several, [2])).toEqual([1, 3]);
  });

  it('reports every customer of a posting of more entries whose part is large enough', () => {
    const payees = [entry('credit', 600n, 2), entry('credit', 900n, 3), entry('credit', 500n, 4)];
    const found: [number, bigint][] = [
      [2, 600n],
      [3, 900n],
    ];
    expect(parts([entry('debit', 2_000n, null), ...payees])).toEqual(found);
    expect(parts([entry('debit', 2_000n, 1), ...payees])).toEqual([[1, 2_000n], ...found]);
  });

  it('adds up what one posting moves on several accounts of a customer', () => {
    const credits = [entry('credit', 300n, 2, 21), entry('credit', 300n, 2, 22)];
    expect(parts([entry('debit', 600n, null), ...credits])).toEqual([[2, 600n]]);
    expect(parts([entry('debit', 600n, null, CASH), ...credits], { ...RULE, onlyCash: true })).toEqual([[2, 600n]]);
    expect(parts([entry('debit', 600n, null), ...credits], { ...RULE, onlyCash: true })).toEqual([]);
  });
});
