import { randomInt } from 'node:crypto';
import { wallClock } from '../../common/time/calendar';

const INSTITUTION_DIGITS = 6;
const RANDOM_DIGITS = 12;

/**
 * A NIP session id of thirty digits: six of the sending institution, yyMMddHHmmss in its local time, and twelve random
 * digits (docs/domain/nigeria.md#5-nip-interbank-transfers).
 * @param institutionCode six digits.
 */
export function newSessionId(institutionCode: string, now: Date, timeZone: string): string {
  const stamp = wallClock(now, timeZone).replace(/\D/g, '').slice(2);
  return `${institutionCode}${stamp}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')}`;
}

/** The six digits of an institution without a configured NIP code: its own code with leading zeros. */
export function derivedInstitutionCode(code: string): string {
  return code.padStart(INSTITUTION_DIGITS, '0');
}
