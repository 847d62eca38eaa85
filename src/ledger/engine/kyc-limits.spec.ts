import { KYC_TIERS, kycLimitKey, kycLimitsFrom, kycLimitsOf } from './kyc-limits';

describe('kycLimitsFrom', () => {
  it('uses the defaults of the three tiers when no limit is set', () => {
    const limits = kycLimitsFrom({ KYC_LIMITS_ENABLED: 'true' });
    expect(KYC_TIERS.map((tier) => limits.get(tier))).toEqual([
      { maxSingleDepositKobo: 5_000_000n, maxBalanceKobo: 30_000_000n, dailyLimitKobo: 3_000_000n },
      { maxSingleDepositKobo: 10_000_000n, maxBalanceKobo: 50_000_000n, dailyLimitKobo: 20_000_000n },
      { maxSingleDepositKobo: null, maxBalanceKobo: null, dailyLimitKobo: 500_000_000n },
    ]);
  });

  it("uses the institution's settings before the defaults, to the kobo", () => {
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
    { name: 'limits a person', customerType: 'Individual', kycTier: 2, isLimited: true },
    { name: 'does not limit a company', customerType: 'Corporate', kycTier: 2, isLimited: false },
    { name: 'does not limit a group', customerType: 'Group', kycTier: 1, isLimited: false },
    { name: 'does not limit a ledger', customerType: null, kycTier: null, isLimited: false },
    { name: 'does not limit a person without a tier', customerType: 'Individual', kycTier: null, isLimited: false },
  ])('$name', ({ customerType, kycTier, isLimited }) => {
    expect(kycLimitsOf(limits, { customerType, kycTier })).toBe(isLimited ? limits.get(kycTier!) : undefined);
  });

  it('limits nobody while KYC limits are off', () =>
    expect(kycLimitsOf(undefined, { customerType: 'Individual', kycTier: 1 })).toBeUndefined());
});
