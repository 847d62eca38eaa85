import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const CLEARANCE_DAYS = 'WATCH_LIST_CLEARANCE_DAYS';

/** Configuration keys of name screening (docs/api/watch-lists.md#clearance). */
export const nameScreeningSettings: readonly SettingDefinition[] = [
  {
    key: CLEARANCE_DAYS,
    type: 'count',
    secret: false,
    default: '365',
    description: 'Days for which a closed alert clears the pair of a customer and an entry of a watch-list.',
  },
];
