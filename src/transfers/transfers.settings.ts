import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { DEFAULT_FEE_TIERS, feeTiersViolation } from './outward/fee-tiers';

/** The largest fee that a caller may name in a local transfer, as a fraction of the amount. */
export const LOCAL_TRANSFER_FEE_MAX_RATE = 'LOCAL_TRANSFER_FEE_MAX_RATE';
export const TRANSFER_INSTITUTION_CODE = 'TRANSFER_INSTITUTION_CODE';
export const INWARD_TRANSFER_LEDGER = 'INWARD_TRANSFER_LEDGER_CODE';
export const INWARD_SUSPENSE_LEDGER = 'INWARD_TRANSFER_SUSPENSE_LEDGER_CODE';
export const BULK_TRANSFER_LEDGER = 'BULK_TRANSFER_LEDGER_CODE';
export const INSTANT_TRANSFER_LIMITS = ['TRANSFER_LIMIT_INDIVIDUAL', 'TRANSFER_LIMIT_CORPORATE'] as const;

/** Configuration keys of transfers, beside those of the integration. */
export const transfersSettings: readonly SettingDefinition[] = [
  {
    key: TRANSFER_INSTITUTION_CODE,
    type: 'text',
    secret: false,
    check: (value) => (/^\d{6}$/.test(value) ? undefined : 'must be six digits'),
    description:
      "Six-digit code of the institution at the switch, with which its session ids begin. Default: the institution's " +
      'code with leading zeros.',
  },
  {
    key: LOCAL_TRANSFER_FEE_MAX_RATE,
    type: 'rate',
    secret: false,
    default: '1',
    description:
      'Largest feeCharge of a local transfer as a fraction of its amount, such as 0.05. Default 1: as large as the ' +
      'amount.',
  },
  {
    key: 'TRANSFER_FEE_TIERS',
    type: 'text',
    secret: false,
    default: DEFAULT_FEE_TIERS,
    check: feeTiersViolation,
    description:
      'Fees of transfers to other institutions as JSON, in Naira: one tier for each upper amount, the last with ' +
      'upTo null.',
  },
  {
    key: 'TRANSFER_FEE_INCOME_LEDGER_CODE',
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that earns the fees of transfers to other institutions. Without it no fee is charged.',
  },
  {
    key: 'TRANSFER_VAT_ENABLED',
    type: 'boolean',
    secret: false,
    description: 'Charge VAT on fees of transfers to other institutions. Default: true when VAT_LEDGER_CODE is set.',
  },
  {
    key: 'TRANSFER_STAMP_DUTY_ENABLED',
    type: 'boolean',
    secret: false,
    description:
      'Charge stamp duty on transfers to other institutions. Default: true when STAMP_DUTY_LEDGER_CODE is set.',
  },
  {
    key: 'TRANSFER_LIMIT_INDIVIDUAL',
    type: 'naira',
    secret: false,
    description:
      'Largest transfer of an individual to another institution, in Naira. The limit of the Central Bank without an ' +
      'indemnity is 1000000. Default: no limit.',
  },
  {
    key: 'TRANSFER_LIMIT_CORPORATE',
    type: 'naira',
    secret: false,
    description:
      'Largest transfer of a company or group to another institution, in Naira. The limit of the Central Bank ' +
      'without an indemnity is 10000000. Default: no limit.',
  },
  {
    key: INWARD_TRANSFER_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that is debited for transfers from other institutions, which the switch settles.',
  },
  {
    key: BULK_TRANSFER_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The ledger that carries the sum of a bulk transfer to its rows. It is empty when no file is being posted.',
  },
  {
    key: INWARD_SUSPENSE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that is credited for transfers from other institutions that the account cannot take.',
  },
];
