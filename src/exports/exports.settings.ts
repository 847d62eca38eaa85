import type { SettingDefinition } from '../institutions/settings/setting-definition';

const count = (key: string, value: string, description: string, max: number): SettingDefinition => ({
  key,
  type: 'count',
  secret: false,
  default: value,
  description,
  check: (text) => (Number(text) <= max ? undefined : `must be at most ${max}`),
});

export const LIST_EXPORTS_OF_MEMBER_MAX = 'LIST_EXPORTS_OF_MEMBER_MAX';
export const LIST_EXPORTS_OF_INSTITUTION_MAX = 'LIST_EXPORTS_OF_INSTITUTION_MAX';
export const LIST_EXPORT_ROWS_MAX = 'LIST_EXPORT_ROWS_MAX';
export const LIST_EXPORT_DAYS = 'LIST_EXPORT_DAYS';

/** Configuration keys of exports (docs/api/exports.md#limits). A sheet of Excel has room for 1,048,576 rows. */
export const exportsSettings: readonly SettingDefinition[] = [
  count(LIST_EXPORTS_OF_MEMBER_MAX, '2', 'Exports of one member of staff that wait or run at a time.', 20),
  count(LIST_EXPORTS_OF_INSTITUTION_MAX, '10', 'Exports of the institution that wait or run at a time.', 100),
  count(LIST_EXPORT_ROWS_MAX, '500000', 'Rows of an export; one with more fails.', 999_999),
  count(LIST_EXPORT_DAYS, '7', 'Days after which the file of an export is removed.', 30),
];
