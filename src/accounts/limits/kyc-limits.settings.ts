import type { SettingDefinition } from '../../institutions/settings/setting-definition';
import {
  KYC_LIMIT_DEFAULTS,
  KYC_LIMIT_KINDS,
  KYC_LIMITS_ENABLED,
  KYC_TIERS,
  kycLimitKey,
  type KycLimitKind,
} from '../../ledger/engine/kyc-limits';

const WHAT: Record<KycLimitKind, string> = {
  MAX_SINGLE_DEPOSIT: 'the largest amount that may be paid in at once',
  MAX_BALANCE: 'the most that an account may hold',
  DAILY_LIMIT: 'the most that transfers and bills may take out of an account in a day',
};

/** Configuration keys of the know-your-customer limits, with the Nigerian figures of 2026 as defaults. */
export const kycLimitsSettings: readonly SettingDefinition[] = [
  {
    key: KYC_LIMITS_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Whether the accounts of individual customers are under the limits of their know-your-customer tier.',
  },
  ...KYC_TIERS.flatMap((tier) =>
    KYC_LIMIT_KINDS.map((kind): SettingDefinition => {
      const byDefault = KYC_LIMIT_DEFAULTS[tier][kind];
      return {
        key: kycLimitKey(tier, kind),
        type: 'naira',
        secret: false,
        description: `KYC tier ${tier}: ${WHAT[kind]}, in Naira${byDefault === undefined ? '; without a value there is no limit' : ''}.`,
        ...(byDefault === undefined ? {} : { default: byDefault }),
      };
    }),
  ),
];
