import { randomInt } from 'node:crypto';
import { wallClock } from '../../common/time/calendar';

const INSTITUTION_DIGITS = 6;
const RANDOM_DIGITS = 12;

/**
 * A NIP session: thirty digits, made of the six of the sending institution, yyMMddHHmmss on its wall clock and twelve random
 * ones.
 * @param institutionCode six digits.
 */
export function newSessionId(institutionCode: string, now: Date, timeZone: string): string {
  const stamp = wallClock(now, timeZone).replace(/\D/g, '').slice(2);
  return `${institutionCode}${stamp}${String(randomInt(10 ** RANDOM_DIGITS)).padStart(RANDOM_DIGITS, '0')}`;
}

/** The six digits that stand for an institution which has not been told its NIP code: its own code after zeros. */
export function derivedInstitutionCode(code: string): string {
  return code.padStart(INSTITUTION_DIGITS, '0');
}
