import { COUNTRIES } from '../../geography/gazetteer';

/**
 * Code lists of goAML 4.5 (docs/api/nfiu-reports.md#codes). Codes whose meaning is not published are accepted and never
 * chosen.
 */
export const SUBMISSION_CODES = ['E', 'M'] as const;
export const REPORT_CODES = ['AIF', 'CTR', 'EFT', 'IFT', 'LRFI', 'M', 'SAR', 'STR', 'UTR'] as const;
export const CONDUCTION_CODES = ['A', 'B', 'C', 'E', 'k', 'T'] as const;
export const FUNDS_CODES = ['A', 'B', 'C', 'DW', 'E', 'F', 'G', 'H', 'J', 'K', 'L', 'MM', 'P'] as const;
export const ACCOUNT_TYPES = ['A', 'B', 'C', 'D', 'E', 'I', 'L', 'O', 'P', 'T', 'U', 'Y'] as const;
export const ACCOUNT_STATUS_CODES = ['A', 'B', 'C', 'CL', 'h'] as const;
export const IDENTIFICATION_TYPES = ['A', 'B', 'C', 'E', 'N', 'O', 'R'] as const;
export const CONTACT_TYPES = ['B', 'P'] as const;
export const COMMUNICATION_TYPES = ['L', 'M', 'F', 'S', 'P', 'E', 'O'] as const;
export const GENDERS = ['-', 'F', 'M'] as const;
export const LEGAL_FORMS = ['-', 'A', 'B', 'G', 'R'] as const;
export const ACCOUNT_PERSON_ROLES = ['D', 'F', 'N', 'S', 'Si'] as const;
export const ENTITY_PERSON_ROLES = ['A', 'B', 'C', 'F', 'N', 'P', 'S'] as const;

/** The currencies that the runtime knows, and `-` for none. */
export const CURRENCIES: readonly string[] = ['-', ...Intl.supportedValuesOf('currency')];
export const COUNTRY_CODES: readonly string[] = ['-', ...COUNTRIES.map(({ countryCode2 }) => countryCode2)];

/** The indicator of every CTR. */
export const THRESHOLD_INDICATOR = 'THRESHOLDREPORT';

/** Families of indicators with the number of their last. */
const INDICATOR_FAMILIES: Readonly<Record<string, number>> = {
  CILPA: 37,
  CMIA: 28,
  FGAD: 29,
  FXCD: 53,
  ILA: 29,
  LGAAR: 26,
  MA: 42,
  MOMCA: 10,
  NEWTC: 10,
  P_Offence: 63,
  RECSO: 15,
  SGAD: 17,
  TRML: 21,
};

export const INDICATORS: readonly string[] = [
  THRESHOLD_INDICATOR,
  ...Object.entries(INDICATOR_FAMILIES).flatMap(([family, last]) =>
    Array.from({ length: last }, (_, index) => `${family}${index + 1}`),
  ),
];
