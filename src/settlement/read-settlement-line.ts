import { isCalendarDate } from '../common/time/calendar';
import type { SettlementDirection, SettlementOutcome } from './settlement-line.entity';
import { comparable, type SettlementMapping } from './settlement-mapping';

/** What a line of a report says. */
export interface ReportedTransfer {
  direction: SettlementDirection;
  sessionId: string;
  amountKobo: bigint;
  outcome: SettlementOutcome;
  /** `YYYY-MM-DD`; undefined where reports have no date. */
  settledOn: string | undefined;
}

const SESSION_ID = /^[A-Za-z0-9/_-]{1,60}$/;
/** Naira with at most two decimals, with or without commas between thousands; below 10^12. */
const NAIRA = /^(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2}))?$/;
const KOBO = /^\d{1,14}$/;

/**
 * Reads one record of a report by the provider's mapping.
 * @returns the transfer, or the reason why the line is refused
 */
export function readSettlementLine(
  fields: Readonly<Record<string, string>>,
  mapping: SettlementMapping,
): ReportedTransfer | string {
  const text = (column: string): string => (fields[column] ?? '').trim();
  const sessionId = text(mapping.sessionId);
  if (!SESSION_ID.test(sessionId))
    return `${mapping.sessionId} must be a session id of 1 to 60 letters, digits, slashes, dashes or underscores`;
  const amountKobo = readAmount(text(mapping.amount), mapping.unit);
  if (amountKobo === undefined)
    return `${mapping.amount} must be an amount above 0 in ${mapping.unit}, such as ${EXAMPLES[mapping.unit]}`;
  const outcome = readWord(mapping.status, text, 'paid', 'notPaid');
  if (outcome === undefined) return `${mapping.status?.column} has a word that the mapping does not know`;
  const direction = readWord(mapping.direction, text, 'outward', 'inward');
  if (direction === undefined) return `${mapping.direction?.column} has a word that the mapping does not know`;
  const settledOn = mapping.date && readDate(text(mapping.date.column), mapping.date.format);
  if (mapping.date && settledOn === undefined)
    return `${mapping.date.column} must begin with a date, ${mapping.date.format}`;
  return {
    direction: direction === 'outward' ? 'Outward' : 'Inward',
    sessionId,
    amountKobo,
    outcome: outcome === 'paid' ? 'Paid' : 'NotPaid',
    settledOn,
  };
}

const EXAMPLES = { naira: '1,250.50', kobo: '125050' };

function readAmount(text: string, unit: SettlementMapping['unit']): bigint | undefined {
  const match = (unit === 'kobo' ? KOBO : NAIRA).exec(text);
  if (!match) return undefined;
  const [whole, naira = '', decimals = ''] = match;
  const kobo = unit === 'kobo' ? BigInt(whole) : BigInt(naira.replaceAll(',', '') + decimals.padEnd(2, '0'));
  return kobo > 0n ? kobo : undefined;
}

/** Which of two lists has the word of the column; the first where the mapping has no such column. */
function readWord<First extends string, Second extends string>(
  choice: ({ column: string } & Record<First | Second, string[]>) | undefined,
  text: (column: string) => string,
  first: First,
  second: Second,
): First | Second | undefined {
  if (!choice) return first;
  const word = comparable(text(choice.column));
  const has = (words: string[]): boolean => words.some((known) => comparable(known) === word);
  if (has(choice[first])) return first;
  return has(choice[second]) ? second : undefined;
}

/** The first ten characters as a date; a time may follow. */
function readDate(text: string, format: string): string | undefined {
  const start = text.slice(0, 10);
  const [day, month, year] = [start.slice(0, 2), start.slice(3, 5), start.slice(6)];
  const separator = format[2];
  const date = format === 'YYYY-MM-DD' ? start : `${year}-${month}-${day}`;
  if (format !== 'YYYY-MM-DD' && (start[2] !== separator || start[5] !== separator)) return undefined;
  return isCalendarDate(date) && date >= '1900-01-01' ? date : undefined;
}
