import type { SettingDefinition } from '../../institutions/settings/setting-definition';
import {
  KYC_LIMIT_DEFAULTS,
  KYC_LIMIT_KINDS,
  KYC_LIMITS_ENABLED,
  KYC_TIERS,
  kycLimitKey,
  type KycLimitKind,
} from '../../ledger/engine/kyc-limits';
import { KYC_NUMBERS_REQUIRED } from '../customers/kyc-numbers';

const LIMIT_DESCRIPTIONS: Record<KycLimitKind, string> = {
  MAX_SINGLE_DEPOSIT: 'the largest single deposit',
  MAX_BALANCE: 'the largest balance of an account',
  DAILY_LIMIT: 'the largest total of transfers and bill payments from an account in a day',
};

/** Configuration keys of the KYC limits, with the Nigerian figures of 2026 (`docs/domain/nigeria.md#kyc-tiers`). */
export const kycLimitsSettings: readonly SettingDefinition[] = [
  {
    key: KYC_LIMITS_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Applies the limits of the KYC tiers to accounts of individual customers.',
  },
  {
    key: KYC_NUMBERS_REQUIRED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'Accounts of individual customers need the identity numbers of their KYC tier: BVN or NIN for tier 1, both for ' +
      'tiers 2 and 3.',
  },
  ...KYC_TIERS.flatMap((tier) =>
    KYC_LIMIT_KINDS.map((kind): SettingDefinition => {
      const byDefault = KYC_LIMIT_DEFAULTS[tier][kind];
      return {
        key: kycLimitKey(tier, kind),
        type: 'naira',
        secret: false,
        description:
          `KYC tier ${tier}: ${LIMIT_DESCRIPTIONS[kind]}, in Naira` +
          `${byDefault === undefined ? '; without a value there is no limit' : ''}.`,
        ...(byDefault === undefined ? {} : { default: byDefault }),
      };
    }),
  ),
];
