import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { RETAINED_EARNINGS_LEDGER_CODE } from '../ledger/chart/retained-earnings-ledger';

/** Configuration keys of accounting periods. */
export const endOfDaySettings: readonly SettingDefinition[] = [
  {
    key: RETAINED_EARNINGS_LEDGER_CODE,
    type: 'ledger-code',
    secret: false,
    description:
      'Equity ledger that receives the profit or loss of a year when the year is closed. Without it no ' +
      'year can be closed.',
  },
];
