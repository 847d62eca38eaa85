import type { SettingDefinition } from '../../institutions/settings/setting-definition';
import { layoutViolation } from './statement-layout';

export const STATEMENT_LAYOUT = 'STATEMENT_LAYOUT';

/** Configuration keys of financial statements. */
export const statementsSettings: readonly SettingDefinition[] = [
  {
    key: STATEMENT_LAYOUT,
    type: 'json',
    secret: false,
    check: layoutViolation,
    description:
      'Own lines of the balance sheet and of the profit and loss account: lines, each with title, category and the ' +
      'codes of its ledgers, where * at the end stands for all codes that begin so. Ledgers that no line names are in ' +
      'the last line of their category.',
  },
];
