import { nairaToKobo } from '../../common/money/naira';

/** The setting that turns an institution's KYC limits on. They are off by default. */
export const KYC_LIMITS_ENABLED = 'KYC_LIMITS_ENABLED';

export const KYC_TIERS = [1, 2, 3] as const;
export type KycTier = (typeof KYC_TIERS)[number];

export const KYC_LIMIT_KINDS = ['MAX_SINGLE_DEPOSIT', 'MAX_BALANCE', 'DAILY_LIMIT'] as const;
export type KycLimitKind = (typeof KYC_LIMIT_KINDS)[number];

/** The setting key of one limit, such as `KYC_TIER_1_DAILY_LIMIT`. */
export function kycLimitKey(tier: KycTier, kind: KycLimitKind): string {
  return `KYC_TIER_${tier}_${kind}`;
}

/**
 * Amounts in Naira, as settings store them. A limit without a default does not exist until it is set. Limits of
 * deposits and balances are the CBN's for its three tiers; daily limits are those that banks publish
 * (docs/domain/nigeria.md#3-kyc-tiers-and-limits).
 */
export const KYC_LIMIT_DEFAULTS: Record<KycTier, Partial<Record<KycLimitKind, string>>> = {
  1: { MAX_SINGLE_DEPOSIT: '50000', MAX_BALANCE: '300000', DAILY_LIMIT: '30000' },
  2: { MAX_SINGLE_DEPOSIT: '100000', MAX_BALANCE: '500000', DAILY_LIMIT: '200000' },
  3: { DAILY_LIMIT: '5000000' },
};

/** The limits of one tier, in kobo; null means no limit. */
export interface KycTierLimits {
  maxSingleDepositKobo: bigint | null;
  maxBalanceKobo: bigint | null;
  dailyLimitKobo: bigint | null;
}

/** Limits by tier. */
export type KycLimits = ReadonlyMap<number, KycTierLimits>;

/**
 * SQL expression for the KYC settings of institution `$1`, as the text of a JSON object, or NULL while KYC limits are
 * off. It is part of a statement that every batch sends anyway, so a change applies from the next posting on.
 */
export const KYC_SETTINGS = `CASE WHEN (
    SELECT value FROM institution_setting WHERE institution_id = $1 AND key = '${KYC_LIMITS_ENABLED}') = 'true' THEN (
    SELECT jsonb_object_agg(key, value)::text FROM institution_setting
     WHERE institution_id = $1 AND key LIKE 'KYC\\_%') END`;

/** The limits of an institution: its stored settings, by key, and the defaults for the keys that are not set. */
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

/** The limits of one account. Only persons have tiers; companies, groups and ledgers have no KYC limits. */
export function kycLimitsOf(
  limits: KycLimits | undefined,
  account: { customerType: string | null; kycTier: number | null },
): KycTierLimits | undefined {
  if (!limits || account.customerType !== 'Individual' || account.kycTier === null) return undefined;
  return limits.get(account.kycTier);
}
