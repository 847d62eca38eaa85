import type { FactDefinition, FactSource } from './fact-types';
import type { FactType, FactValue } from './fact-values';
import { localTimeOf } from './scenario-movement';
import {
  DAY_RING,
  distinctParties,
  HOUR_RING,
  IN_DAYS,
  IN_HOURS,
  IN_MONTH,
  lastWake,
  MONTH_RING,
  outflowHistory,
  PAYEES,
  quietDays,
  recentOutflows,
  SENDERS,
  type WindowState,
  windowTotal,
} from './window-state';

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

interface WindowFigure {
  name: string;
  type: FactType;
  title: string;
  of: (state: WindowState, source: FactSource) => FactValue | undefined;
}

const figure = (name: string, type: FactType, title: string, of: WindowFigure['of']): WindowFigure => ({
  name,
  type,
  title,
  of,
});

/** A figure above every threshold, for what has no measure. */
const BEYOND = 1_000_000;

/** Whole percent, rounded down; sums of a day are below 2^53, their hundredfold goes through bigint. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? BEYOND : Math.min(BEYOND, Number((BigInt(part) * 100n) / BigInt(whole)));
}

/** Figures of one packed state; the movement itself is counted in them. */
const FIGURES: WindowFigure[] = [
  figure('inflowKobo24h', 'kobo', 'Inflow of 24 hours', (s) => windowTotal(s, HOUR_RING, IN_HOURS.inflowKobo, 6, 8)),
  figure('outflowKobo24h', 'kobo', 'Outflow of 24 hours', (s) => windowTotal(s, HOUR_RING, IN_HOURS.outflowKobo, 6, 8)),
  figure('outflowPercent24h', 'int', 'Outflow of 24 hours in percent of the inflow; 1,000,000 without inflow', (s) =>
    percentOf(
      windowTotal(s, HOUR_RING, IN_HOURS.outflowKobo, 6, 8),
      windowTotal(s, HOUR_RING, IN_HOURS.inflowKobo, 6, 8),
    ),
  ),
  figure('inflowCount24h', 'int', 'Inflows in 24 hours', (s) => windowTotal(s, HOUR_RING, IN_HOURS.inflows, 1, 8)),
  figure('outflowCount24h', 'int', 'Outflows in 24 hours', (s) => windowTotal(s, HOUR_RING, IN_HOURS.outflows, 1, 8)),
  figure('inBandCount24h', 'int', 'Inflows of 24 hours just below the reporting threshold', (s) =>
    windowTotal(s, HOUR_RING, IN_HOURS.inBand, 1, 8),
  ),
  figure('inflowKobo72h', 'kobo', 'Inflow of 72 hours', (s) => windowTotal(s, DAY_RING, IN_DAYS.inflowKobo, 6, 3)),
  figure('outflowKobo72h', 'kobo', 'Outflow of 72 hours', (s) => windowTotal(s, DAY_RING, IN_DAYS.outflowKobo, 6, 3)),
  figure('inflowKobo7d', 'kobo', 'Inflow of 7 days', (s) => windowTotal(s, DAY_RING, IN_DAYS.inflowKobo, 6, 7)),
  figure('outflowKobo7d', 'kobo', 'Outflow of 7 days', (s) => windowTotal(s, DAY_RING, IN_DAYS.outflowKobo, 6, 7)),
  figure('inBandCount7d', 'int', 'Inflows of 7 days just below the reporting threshold', (s) =>
    windowTotal(s, DAY_RING, IN_DAYS.inBand, 1, 7),
  ),
  figure('nightCount7d', 'int', 'Large movements at night in 7 days', (s) =>
    windowTotal(s, DAY_RING, IN_DAYS.nights, 1, 7),
  ),
  figure('inflowKobo30d', 'kobo', 'Inflow of 30 days', (s) => windowTotal(s, MONTH_RING, IN_MONTH.inflowKobo, 6, 6)),
  figure('inflowCount30d', 'int', 'Inflows in 30 days', (s) => windowTotal(s, MONTH_RING, IN_MONTH.inflows, 2, 6)),
  figure('outflowCount5m', 'int', 'Outflows in 5 minutes, six at most', (s) => recentOutflows(s, 5 * MINUTE)),
  figure('outflowCount1h', 'int', 'Outflows in one hour, six at most', (s) => recentOutflows(s, 60 * MINUTE)),
  figure('largeOutflowCount1h', 'int', 'Large outflows in one hour, six at most', (s, { settings }) =>
    recentOutflows(s, 60 * MINUTE, Number(settings.largeItemKobo)),
  ),
  figure('senders24h', 'int', 'Different senders in 24 hours, ten at most', (s) =>
    distinctParties(s, SENDERS, DAY_MINUTES),
  ),
  figure('senders7d', 'int', 'Different senders in 7 days, ten at most', (s) =>
    distinctParties(s, SENDERS, 7 * DAY_MINUTES),
  ),
  figure('payees8h', 'int', 'Different payees in 8 hours, eight at most', (s) =>
    distinctParties(s, PAYEES, DAY_MINUTES / 3),
  ),
  figure('payees24h', 'int', 'Different payees in 24 hours, eight at most', (s) =>
    distinctParties(s, PAYEES, DAY_MINUTES),
  ),
  figure('wakeQuietDays', 'int', 'Days without movement before the latest wake', (s) => lastWake(s)?.quietDays ?? 0),
  figure(
    'hoursSinceWake',
    'int',
    'Hours since the latest wake; 1,000,000 without one',
    (s) => lastWake(s)?.hoursSince ?? BEYOND,
  ),
];

const ofAccount = ({ name, type, title, of }: WindowFigure): FactDefinition => ({
  name: `window.${name}`,
  group: 'window',
  type,
  history: 'folded',
  title: `${title}, of the account.`,
  read: (source) => of(source.after, source),
});

const ofCustomer = ({ name, type, title, of }: WindowFigure): FactDefinition => ({
  name: `customerWindow.${name}`,
  group: 'customerWindow',
  type,
  history: 'folded',
  title: `${title}, of all accounts of the customer.`,
  read: (source) => (source.customerAfter ? of(source.customerAfter, source) : undefined),
});

const before = (
  name: string,
  type: FactType,
  title: string,
  read: (source: FactSource) => FactValue | undefined,
): FactDefinition => ({ name: `window.${name}`, group: 'window', type, history: 'folded', title, read });

/** Facts of windows, under the account's lock. All count the movement itself, but for those that say otherwise. */
export const WINDOW_FACTS: FactDefinition[] = [
  ...FIGURES.map(ofAccount),
  before('quietDays', 'int', 'Days without movement before this one.', ({ before: state, movement }) =>
    quietDays(state, localTimeOf(movement)),
  ),
  before(
    'earlierOutflowCount',
    'int',
    'Outflows before this movement.',
    ({ before: state }) => outflowHistory(state).count,
  ),
  before(
    'meanOutflowKobo',
    'kobo',
    'Mean of the outflows before this movement; 0 without any.',
    ({ before: state }) => outflowHistory(state).meanKobo,
  ),
  ...FIGURES.map(ofCustomer),
];
