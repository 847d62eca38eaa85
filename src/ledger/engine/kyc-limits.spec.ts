import { KYC_TIERS, kycLimitKey, kycLimitsFrom, kycLimitsOf } from './kyc-limits';

describe('kycLimitsFrom', () => {
  it('gives the defaults of the three tiers when nothing is set', () => {
    const limits = kycLimitsFrom({ KYC_LIMITS_ENABLED: 'true' });
    expect(KYC_TIERS.map((tier) => limits.get(tier))).toEqual([
      { maxSingleDepositKobo: 5_000_000n, maxBalanceKobo: 30_000_000n, dailyLimitKobo: 3_000_000n },
      { maxSingleDepositKobo: 10_000_000n, maxBalanceKobo: 50_000_000n, dailyLimitKobo: 20_000_000n },
      { maxSingleDepositKobo: null, maxBalanceKobo: null, dailyLimitKobo: 500_000_000n },
    ]);
  });

  it('prefers what the institution set, to the kobo', () => {
    const limits = kycLimitsFrom({
      KYC_TIER_1_MAX_BALANCE: '250.25',
      KYC_TIER_3_MAX_SINGLE_DEPOSIT: '0',
      [kycLimitKey(2, 'DAILY_LIMIT')]: '999999999999',
    });
    expect(limits.get(1)).toMatchObject({ maxBalanceKobo: 25_025n, dailyLimitKobo: 3_000_000n });
    expect(limits.get(2)).toMatchObject({ dailyLimitKobo: 99_999_999_999_900n });
    expect(limits.get(3)).toMatchObject({ maxSingleDepositKobo: 0n, maxBalanceKobo: null });
  });
});

describe('kycLimitsOf', () => {
  const limits = kycLimitsFrom({});
  it.each([
    ['a person', 'Individual', 2, true],
    ['a company', 'Corporate', 2, false],
    ['a group', 'Group', 1, false],
    ['a ledger', null, null, false],
    ['a person without a tier', 'Individual', null, false],
  ])('%s', (_, customerType, kycTier, isLimited) => {
    expect(kycLimitsOf(limits, { customerType, kycTier })).toBe(isLimited ? limits.get(kycTier!) : undefined);
  });

  it('is nothing while the switch is off', () =>
    expect(kycLimitsOf(undefined, { customerType: 'Individual', kycTier: 1 })).toBeUndefined());
});
