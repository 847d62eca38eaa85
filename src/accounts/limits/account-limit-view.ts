import { koboToNaira } from '../../common/money/naira';
import { type KycLimits, kycLimitsOf } from '../../ledger/engine/kyc-limits';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { usedTodayKobo } from '../../ledger/engine/posting-rules';
import type { AccountLimitView } from './limits.dto';

/** The date of the daily counters, and the institution's KYC limits when they are switched on. */
export interface LimitDay {
  calendarDate: string;
  kycLimits: KycLimits | undefined;
}

type LimitedAccount = Pick<
  LedgerAccount,
  'number' | 'singleLimitKobo' | 'dailyLimitKobo' | 'dailyUsedKobo' | 'dailyUsedOn' | 'kycTier' | 'customerType'
>;

const nairaOrNull = (kobo: bigint | null | undefined): number | null =>
  kobo === null || kobo === undefined ? null : koboToNaira(kobo);

/** The limits of an account, their use today and the remaining amount. */
export function accountLimitView(account: LimitedAccount, { calendarDate, kycLimits }: LimitDay): AccountLimitView {
  const kyc = kycLimitsOf(kycLimits, account);
  const usedKobo = usedTodayKobo(account, calendarDate);
  return {
    accountNumber: account.number,
    userSingleTransactionLimit: nairaOrNull(account.singleLimitKobo),
    userDailyTransactionLimit: nairaOrNull(account.dailyLimitKobo),
    usedToday: koboToNaira(usedKobo),
    remainingToday: nairaOrNull(remainingKobo([account.dailyLimitKobo, kyc?.dailyLimitKobo ?? null], usedKobo)),
    kycTier: account.kycTier,
    kycDailyLimit: nairaOrNull(kyc?.dailyLimitKobo),
    kycMaxSingleDeposit: nairaOrNull(kyc?.maxSingleDepositKobo),
    kycMaxBalance: nairaOrNull(kyc?.maxBalanceKobo),
  };
}

/** The unused part of the lowest limit, not below 0; null when there is no limit. */
function remainingKobo(limits: (bigint | null)[], usedKobo: bigint): bigint | null {
  const set = limits.filter((limit) => limit !== null);
  if (set.length === 0) return null;
  const lowest = set.reduce((least, limit) => (limit < least ? limit : least));
  return lowest > usedKobo ? lowest - usedKobo : 0n;
}
