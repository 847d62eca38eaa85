import { IsCalendarDate } from '../common/time/is-calendar-date';

/** The date to which the clock of the sandbox institution moves. */
export class MoveClockBody {
  /** A date after today in the institution, at most 731 days ahead.
   * @example "2026-11-22" */
  @IsCalendarDate()
  date!: string;
}

export const CLOCK_STATUSES = ['Standing', 'Moving', 'Stopped'] as const;

/** The clock of the sandbox institution. */
export class SandboxClockView {
  /** The institution's present instant.
   * @example "2027-12-31T09:15:00.000Z" */
  now!: string;

  /** Today in the institution's time zone.
   * @example "2027-12-31" */
  calendarDate!: string;

  /** The date on which postings are booked now.
   * @example "2027-12-31" */
  businessDate!: string;

  /** Days by which the clock is ahead of real time; negative while a new sandbox is filled with its history.
   * @example 405 */
  daysAhead!: number;

  /** `Moving` while ends of day run; `Stopped` when one of them needs staff.
   * @example "Standing" */
  status!: (typeof CLOCK_STATUSES)[number];

  /** The date that a moving clock will reach; null when it stands.
   * @example null */
  movesTo!: string | null;

  /** The reason why the clock stopped; null otherwise.
   * @example null */
  problem!: string | null;
}
