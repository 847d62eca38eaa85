import type { SettingDefinition } from '../../institutions/settings/setting-definition';

export const AML_FREEZE_ENDS_BY_AML = 'AML_FREEZE_ENDS_BY_AML';

/** Configuration keys of the status of accounts (docs/api/accounts.md#several-freezes). */
export const statusSettings: readonly SettingDefinition[] = [
  {
    key: AML_FREEZE_ENDS_BY_AML,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'Whether only staff who decide on AML holds approve the end of a freeze by AML, besides the permission for ' +
      'changes of the status of accounts.',
  },
];
