import { nairaToKobo } from '../../common/money/naira';

/** The switch of an institution's KYC limits; off by default. */
export const KYC_LIMITS_ENABLED = 'KYC_LIMITS_ENABLED';

export const KYC_TIERS = [1, 2, 3] as const;
export type KycTier = (typeof KYC_TIERS)[number];

export const KYC_LIMIT_KINDS = ['MAX_SINGLE_DEPOSIT', 'MAX_BALANCE', 'DAILY_LIMIT'] as const;
export type KycLimitKind = (typeof KYC_LIMIT_KINDS)[number];

/** The configuration key of one limit, such as `KYC_TIER_1_DAILY_LIMIT`. */
export function kycLimitKey(tier: KycTier, kind: KycLimitKind): string {
  return `KYC_TIER_${tier}_${kind}`;
}

/**
 * Naira as configuration values; a limit without a default does not exist until it is set. Deposits and balances are
 * CBN's for its three tiers, daily limits are those that banks publish (Nigeria, 2026).
 */
export const KYC_LIMIT_DEFAULTS: Record<KycTier, Partial<Record<KycLimitKind, string>>> = {
  1: { MAX_SINGLE_DEPOSIT: '50000', MAX_BALANCE: '300000', DAILY_LIMIT: '30000' },
  2: { MAX_SINGLE_DEPOSIT: '100000', MAX_BALANCE: '500000', DAILY_LIMIT: '200000' },
  3: { DAILY_LIMIT: '5000000' },
};

/** What an account of a tier may do, in kobo; null where there is no limit. */
export interface KycTierLimits {
  maxSingleDepositKobo: bigint | null;
  maxBalanceKobo: bigint | null;
  dailyLimitKobo: bigint | null;
}

/** The limits of every tier, by tier. */
export type KycLimits = ReadonlyMap<number, KycTierLimits>;

/**
 * SQL expression, `$1` being the institution: the KYC settings as the text of a JSON object, or NULL while the switch
 * is off. It is part of a statement that every batch sends anyway, so that a change holds from the next posting on.
 */
export const KYC_SETTINGS = `CASE WHEN (SELECT value FROM institution_setting WHERE institution_id = $1 AND key = '${KYC_LIMITS_ENABLED}') = 'true' THEN
  (SELECT jsonb_object_agg(key, value)::text FROM institution_setting WHERE institution_id = $1 AND key LIKE 'KYC\\_%') END`;

/** The limits that an institution's stored settings, by key, and the defaults make together. */
export function kycLimitsFrom(settings: Readonly<Record<string, string>>): KycLimits {
  const limitKobo = (tier: KycTier, kind: KycLimitKind): bigint | null => {
    const naira = settings[kycLimitKey(tier, kind)] ?? KYC_LIMIT_DEFAULTS[tier][kind];
    return naira === undefined ? null : (nairaToKobo(Number(naira)) ?? null);
  };
  return new Map(
    KYC_TIERS.map((tier) => [
      tier,
      {
        maxSingleDepositKobo: limitKobo(tier, 'MAX_SINGLE_DEPOSIT'),
        maxBalanceKobo: limitKobo(tier, 'MAX_BALANCE'),
        dailyLimitKobo: limitKobo(tier, 'DAILY_LIMIT'),
      },
    ]),
  );
}

/** The limits an account is under. Tiers are for persons; companies, groups and ledgers have none. */
export function kycLimitsOf(
  limits: KycLimits | undefined,
  account: { customerType: string | null; kycTier: number | null },
): KycTierLimits | undefined {
  if (!limits || account.customerType !== 'Individual' || account.kycTier === null) return undefined;
  return limits.get(account.kycTier);
}
