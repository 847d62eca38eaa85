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
    ['the account alone', { dailyLimitKobo: 20_000n }, undefined, 79.5],
    ['the tier alone', {}, limits, 179.5],
    ['the account, which is lower', { dailyLimitKobo: 20_000n }, limits, 79.5],
    ['the tier, which is lower', { dailyLimitKobo: 90_000n }, limits, 179.5],
    ['a limit below what was used', { dailyLimitKobo: 10_000n }, limits, 0],
    ['a limit of zero', { dailyLimitKobo: 0n }, undefined, 0],
  ])('shows the remaining amount under %s', (_, facts, kycLimits, remainingToday) => {
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
