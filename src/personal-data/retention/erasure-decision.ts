/** Facts of a person that decide on erasure, read under the lock of the customer. Dates are `YYYY-MM-DD`. */
export interface PersonFacts {
  id: number;
  isErased: boolean;
  /** The person is under a legal hold in force. */
  isHeld: boolean;
  /** What keeps the relationship open, such as `account`; empty when nothing does. */
  open: readonly string[];
  /** The date on which the last of its accounts, loans, deposits, cards and liens ended. */
  endedOn: string;
  /** Tax was withheld from interest of the person. */
  isTaxed: boolean;
}

/** The institution's periods in years. */
export interface RetentionYears {
  identity: number;
  tax: number;
}

export type ErasureDecision = 'erased' | 'open' | 'kept' | 'held' | 'due';

/** The date a number of years later. 29 February becomes 1 March, so that no period is a day too short. */
export function addYears(date: string, years: number): string {
  const [year, rest] = [Number(date.slice(0, 4)) + years, date.slice(4)];
  const moved = `${String(year).padStart(4, '0')}${rest}`;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return rest === '-02-29' && !isLeap ? `${moved.slice(0, 4)}-03-01` : moved;
}

/**
 * Decides whether a person is erased (docs/api/personal-data.md#erasure). The period is over on the anniversary of the
 * end of the relationship.
 * @param date the business date that closes.
 */
export function decideErasure(person: PersonFacts, years: RetentionYears, date: string): ErasureDecision {
  if (person.isErased) return 'erased';
  if (person.open.length > 0) return 'open';
  const period = person.isTaxed ? Math.max(years.identity, years.tax) : years.identity;
  if (date < addYears(person.endedOn, period)) return 'kept';
  return person.isHeld ? 'held' : 'due';
}
