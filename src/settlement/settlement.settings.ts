import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { mappingsViolation } from './settlement-mapping';

export const SETTLEMENT_REPORT_COLUMNS = 'SETTLEMENT_REPORT_COLUMNS';

/** Configuration keys of settlement reports. */
export const settlementSettings: readonly SettingDefinition[] = [
  {
    key: SETTLEMENT_REPORT_COLUMNS,
    type: 'json',
    secret: false,
    check: mappingsViolation,
    description:
      "Columns of the providers' settlement reports as JSON, by provider (docs/api/settlement.md). Default: the " +
      "columns of the sandbox's report.",
  },
];
