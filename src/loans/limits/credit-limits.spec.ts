import { borrowerGroups, borrowerGroupsViolation } from './borrower-groups';
import { CENTRAL_BANK_LIMITS, creditLimitViolation } from './credit-limit-violation';
import { creditLimitsViolation } from './own-credit-limits';

const FUNDS_KOBO = 10_000_000_00n;

describe('creditLimitViolation', () => {
  const limits = CENTRAL_BANK_LIMITS.CommercialBank;
  const nobody = { borrowerKobo: 0n, group: undefined, insidersKobo: 0n };

  it('allows exactly the limit and refuses a kobo more, naming both figures', () => {
    expect(creditLimitViolation(limits, FUNDS_KOBO, { ...nobody, borrowerKobo: 2_000_000_00n })).toBeUndefined();
    expect(creditLimitViolation(limits, FUNDS_KOBO, { ...nobody, borrowerKobo: 2_000_000_01n })).toBe(
      'With this loan the borrower would owe ₦2,000,000.01; the limit is ₦2,000,000.00 (20 % of shareholders’ funds). ' +
        'Lend at most what is left of it.',
    );
  });

  it('names the overdraft that would exceed it', () => {
    const exposures = { ...nobody, borrowerKobo: 2_000_000_01n };
    expect(creditLimitViolation(limits, FUNDS_KOBO, exposures, 'overdraft')).toMatch(
      /^With this overdraft the borrower/,
    );
  });

  it('limits related borrowers together, and insiders more strictly', () => {
    const group = { name: 'Bello', exposureKobo: 2_000_000_01n, isInsider: false };
    expect(creditLimitViolation(limits, FUNDS_KOBO, { ...nobody, group })).toMatch('the related borrowers Bello');
    const insider = { ...group, exposureKobo: 500_000_01n, isInsider: true };
    expect(creditLimitViolation(limits, FUNDS_KOBO, { ...nobody, group: insider })).toMatch('the insiders Bello');
    const small = { ...insider, exposureKobo: 1n };
    expect(creditLimitViolation(limits, FUNDS_KOBO, { ...nobody, group: small, insidersKobo: 1_000_000_01n })).toMatch(
      'all insiders would owe ₦1,000,000.01',
    );
  });
});

describe('borrowerGroupsViolation', () => {
  const groups = { A: { customers: ['1', '2'], insider: true }, B: { customers: ['3'], insider: false } };

  it('accepts groups and reads them', () => {
    expect(borrowerGroupsViolation(JSON.stringify(groups))).toBeUndefined();
    expect(borrowerGroups(JSON.stringify(groups))[0]).toEqual({ name: 'A', customerIDs: ['1', '2'], isInsider: true });
    expect(borrowerGroups(undefined)).toEqual([]);
  });

  it.each([
    ['a customer in two groups', { ...groups, B: { customers: ['1'], insider: false } }],
    ['a customer twice', { A: { customers: ['1', '1'], insider: true } }],
    ['a group of nobody', { A: { customers: [], insider: true } }],
    ['a group that does not say whether it is of insiders', { A: { customers: ['1'] } }],
    ['an unknown field', { A: { customers: ['1'], insider: true, limit: 5 } }],
    ['a group without a name', { '': { customers: ['1'], insider: true } }],
  ])('refuses %s', (_, value) => {
    expect(borrowerGroupsViolation(JSON.stringify(value))).toEqual(expect.any(String));
  });
});

describe('creditLimitsViolation', () => {
  it('accepts percentages of the known limits', () => {
    expect(creditLimitsViolation('{"borrower": 12.5}')).toBeUndefined();
  });

  it.each(['{"borrower": 101}', '{"borrower": -1}', '{"borrower": "5"}', '{"director": 5}', '{"group": 1.001}'])(
    'refuses %s',
    (value) => {
      expect(creditLimitsViolation(value)).toMatch(/^must have percentages/);
    },
  );
});
