import { COUNTRIES } from '../../geography/gazetteer';
import type { AccountStatus } from '../../ledger/engine/account-status';
import { cut } from './texts';

/** The institution's words as codes of the NFIU (docs/api/nfiu-reports.md#codes). */

/** A frozen account still takes credits, so it is blocked in part; the two below it take neither side. */
const STATUS_CODES: Readonly<Record<AccountStatus, string>> = {
  Active: 'A',
  Dormant: 'C',
  Frozen: 'B',
  Inactive: 'h',
  PendingApproval: 'h',
  Closed: 'CL',
};

export function accountStatusCode(status: AccountStatus): string {
  return STATUS_CODES[status];
}

/** Savings, current of a person, current of a company, other. */
export function accountTypeCode(productType: string, isCompany: boolean): string {
  if (productType === 'Savings') return 'C';
  if (productType === 'FixedDeposit') return 'I';
  if (productType === 'Current') return isCompany ? 'D' : 'E';
  return 'O';
}

/** `-` where the gender is not known: the list has a code for that. */
export function genderCode(gender: string | null): string {
  const letter = gender?.trim().charAt(0).toUpperCase();
  return letter === 'F' || letter === 'M' ? letter : '-';
}

const IDENTIFICATION_WORDS: readonly (readonly [RegExp, string])[] = [
  [/passport/, 'C'],
  [/driv/, 'A'],
  [/voter|pvc/, 'E'],
  [/national|nin\b|^nin/, 'B'],
  [/^rc|registration/, 'R'],
];

/** Other documents count as issued by a third party. */
export function identificationCode(type: string): string {
  const words = type.toLowerCase().replace(/[^a-z]/g, '');
  return IDENTIFICATION_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'O';
}

const NIGERIAN = /^nigeria/i;
const COUNTRY_BY_NAME = new Map<string, string>(
  COUNTRIES.flatMap(({ name, countryCode2, countryCode3 }) =>
    [name, countryCode2, countryCode3].map((word): [string, string] => [word.toLowerCase(), countryCode2]),
  ),
);

/**
 * The code of a country by its name or code, or of a Nigerian. Any other word stays as it is recorded, so that the
 * checks show it: nobody finds a record that is said to be missing and is there.
 */
export function countryCode(word: string | null): string | undefined {
  const recorded = cut(word, 60);
  if (recorded === undefined) return undefined;
  return COUNTRY_BY_NAME.get(recorded.toLowerCase()) ?? (NIGERIAN.test(recorded) ? 'NG' : recorded);
}
