import type { SettingDefinition } from '../../institutions/settings/setting-definition';
import { returnLayoutsViolation } from './return-layouts';

export const RETURN_LAYOUTS = 'RETURN_LAYOUTS';

/** Configuration keys of returns. */
export const returnsSettings: readonly SettingDefinition[] = [
  {
    key: RETURN_LAYOUTS,
    type: 'json',
    secret: false,
    check: returnLayoutsViolation,
    description:
      'Own forms of the returns: lines (as in STATEMENT_LAYOUT), depositBands (upper ends in Naira), remittanceDays ' +
      '(day of the next month by tax) and creditBureau (columns with title and field). Parts that are left out stay as ' +
      'the program has them.',
  },
];
