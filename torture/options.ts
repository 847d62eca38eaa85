import { parseArgs } from 'node:util';
import { SABOTAGES } from './sabotage';

/** Options of a run. */
export interface Options {
  /** Least duration of the load and the faults; starting, settling and checking are added to it. */
  seconds: number;
  seed: number;
  /** Requests at a time. */
  clients: number;
  /** Days that pass meanwhile. */
  days: number;
  /** Times that the primary is lost for good and its standby promoted. */
  promotions: number;
  /** Whether the run begins with the program of the previous release. */
  upgrade: boolean;
  /** A promise to take out of the program first. */
  sabotage: string | undefined;
  /** File to write the figures to, as JSON. */
  report: string | undefined;
  /** Runs one after the other until so many hours have passed; 0 for one run. */
  hours: number;
  /** File to write the report of all runs to, as a page. */
  page: string | undefined;
}

/** The longest a client key may be unused is 14 days; the days of a run stay well below. */
const DAYS_MAX = 10;
const SECONDS_A_DAY = 8;
/** The load of each run of many: long enough for every fault, short enough to be checked whole in memory. */
const SECONDS_OF_MANY = 600;
/** A promotion, with the new standby and the return of the lost primary, takes about a minute. */
const SECONDS_A_PROMOTION = 300;
const PAGE_OF_MANY = 'torture-report.md';

const wholeNumber = (name: string, text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
  return value;
};

/** Hours may have a fraction, such as 0.5. */
function hoursOf(text: string | undefined): number {
  const hours = Number(text ?? 0);
  if (!Number.isFinite(hours) || hours < 0) throw new Error('--hours must be a number, such as 24 or 0.5.');
  return hours;
}

/** @throws Error for an option that does not exist or has no such value. */
export function optionsOf(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      seconds: text,
      seed: text,
      clients: text,
      days: text,
      promotions: text,
      'no-upgrade': { type: 'boolean' },
      sabotage: text,
      report: text,
      hours: text,
      page: text,
    },
  });
  const { sabotage, report } = values;
  if (sabotage !== undefined && SABOTAGES[sabotage] === undefined)
    throw new Error(`There is no sabotage ${sabotage}; there are ${Object.keys(SABOTAGES).join(', ')}.`);
  const hours = hoursOf(values.hours);
  const seconds = wholeNumber('seconds', values.seconds, hours > 0 ? SECONDS_OF_MANY : 60);
  const days = wholeNumber('days', values.days, Math.min(DAYS_MAX, Math.max(2, Math.floor(seconds / SECONDS_A_DAY))));
  if (days > DAYS_MAX) throw new Error(`--days must be at most ${DAYS_MAX}.`);
  return {
    seconds,
    seed: wholeNumber('seed', values.seed, Date.now() % 1_000_000),
    clients: wholeNumber('clients', values.clients, 16),
    days,
    promotions: wholeNumber('promotions', values.promotions, Math.ceil(seconds / SECONDS_A_PROMOTION)),
    // What is sabotaged is the present program.
    upgrade: values['no-upgrade'] !== true && sabotage === undefined,
    sabotage,
    report,
    hours,
    page: values.page ?? (hours > 0 ? PAGE_OF_MANY : undefined),
  };
}
