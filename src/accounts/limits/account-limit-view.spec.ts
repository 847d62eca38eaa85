import { kycLimitsFrom } from '../../ledger/engine/kyc-limits';
import { accountLimitView } from './account-limit-view';

const account = {
  number: '0000010021',
  singleLimitKobo: null,
  dailyLimitKobo: null,
  dailyUsedKobo: 12_050n,
  dailyUsedOn: '2026-11-21',
  kycTier: 1,
  customerType: 'Individual',
};
const today = { calendarDate: '2026-11-21', kycLimits: undefined };
const limits = kycLimitsFrom({
  KYC_TIER_1_DAILY_LIMIT: '300',
  KYC_TIER_1_MAX_BALANCE: '900.5',
  KYC_TIER_1_MAX_SINGLE_DEPOSIT: '100',
});

describe('accountLimitView', () => {
  it('shows null for each limit that is not set', () => {
    expect(accountLimitView(account, today)).toEqual({
      accountNumber: '0000010021',
      userSingleTransactionLimit: null,
      userDailyTransactionLimit: null,
      usedToday: 120.5,
      remainingToday: null,
      kycTier: 1,
      kycDailyLimit: null,
      kycMaxSingleDeposit: null,
      kycMaxBalance: null,
    });
  });

  it("does not count yesterday's use", () => {
    expect(
      accountLimitView({ ...account, dailyLimitKobo: 20_000n }, { ...today, calendarDate: '2026-11-22' }),
    ).toMatchObject({ usedToday: 0, remainingToday: 200 });
  });

  it.each([
    { name: 'the account alone', facts: { dailyLimitKobo: 20_000n }, kycLimits: undefined, remainingToday: 79.5 },
    { name: 'the tier alone', facts: {}, kycLimits: limits, remainingToday: 179.5 },
    {
      name: 'the account, which is lower',
      facts: { dailyLimitKobo: 20_000n },
      kycLimits: limits,
      remainingToday: 79.5,
    },
    { name: 'the tier, which is lower', facts: { dailyLimitKobo: 90_000n }, kycLimits: limits, remainingToday: 179.5 },
    { name: 'a limit below what was used', facts: { dailyLimitKobo: 10_000n }, kycLimits: limits, remainingToday: 0 },
    { name: 'a limit of zero', facts: { dailyLimitKobo: 0n }, kycLimits: undefined, remainingToday: 0 },
  ])('shows the remaining amount under $name', ({ facts, kycLimits, remainingToday }) => {
    expect(accountLimitView({ ...account, ...facts }, { ...today, kycLimits })).toMatchObject({ remainingToday });
  });

  it('shows the limits of the KYC tier for individual customers only', () => {
    expect(accountLimitView(account, { ...today, kycLimits: limits })).toMatchObject({
      kycDailyLimit: 300,
      kycMaxSingleDeposit: 100,
      kycMaxBalance: 900.5,
    });
    expect(accountLimitView({ ...account, customerType: 'Corporate' }, { ...today, kycLimits: limits })).toMatchObject({
      kycTier: 1,
      kycDailyLimit: null,
      remainingToday: null,
    });
  });
});
