import { isCalendarDate } from '../../common/time/calendar';

/** Rates of one portfolio, in percent. */
export interface PortfolioRates {
  /** Probability of default within 12 months. */
  pd12Month: number;
  /** Probability of default within the first 1, 2, 3 … years; the last one holds for longer lives. */
  pdLifetime: readonly number[];
  /** Loss given default without and with a pledged collateral, at present value. */
  lgdUnsecured: number;
  lgdSecured: number;
  /** Exposure at default in percent of the exposure today; above 100 where interest runs on until default. */
  ead: number;
}

/** The institution's tables of expected loss, from a date on. */
export interface ImpairmentTables {
  effectiveFrom: string;
  /** First day past due of stage 2, and of stage 3. */
  stage2FromDays: number;
  stage3FromDays: number;
  /** Days after a restructure in which a loan is in stage 2 at least. */
  restructuredDays: number;
  /** By product code; `*` for every other product. */
  portfolios: Readonly<Record<string, PortfolioRates>>;
}

/** The rates of every product that has none of its own. */
export const OTHER_PRODUCTS = '*';

/**
 * More than 30 days past due is a significant increase of risk (IFRS 9, 5.5.11), and default is no later than 90 days
 * past due (IFRS 9, B5.5.37), unless the institution has rebutted the presumption.
 */
export const DEFAULT_STAGES = { stage2FromDays: 31, stage3FromDays: 90, restructuredDays: 365 };

const MAX_DAYS = 3_650;
const MAX_YEARS = 30;
const MAX_EAD_PERCENT = 200;
const FIELDS = ['portfolios', ...Object.keys(DEFAULT_STAGES)];
const RATE_FIELDS = ['pd12Month', 'pdLifetime', 'lgdUnsecured', 'lgdSecured', 'ead'];
const DECIMALS_MAX = 4;

type StoredTables = Record<string, Partial<typeof DEFAULT_STAGES> & Pick<ImpairmentTables, 'portfolios'>>;

/** The tables that hold on a date; undefined before the first. @param value accepted by `impairmentTablesViolation` */
export function impairmentTablesOn(value: string, date: string): ImpairmentTables | undefined {
  return Object.entries(JSON.parse(value) as StoredTables)
    .map(([effectiveFrom, tables]) => ({ effectiveFrom, ...DEFAULT_STAGES, ...tables }))
    .filter(({ effectiveFrom }) => effectiveFrom <= date)
    .reduce<ImpairmentTables | undefined>(
      (latest, tables) => (latest && latest.effectiveFrom > tables.effectiveFrom ? latest : tables),
      undefined,
    );
}

/**
 * The problem of a value of `LOAN_IMPAIRMENT_TABLES`, in words that follow "The value"; undefined for a valid one.
 * @param value a JSON object
 */
export function impairmentTablesViolation(value: string): string | undefined {
  const tables = JSON.parse(value) as Record<string, unknown>;
  const dates = Object.keys(tables);
  if (dates.length < 1 || dates.length > 20 || !dates.every(isCalendarDate))
    return 'must name 1 to 20 dates (YYYY-MM-DD), each with its portfolios';
  for (const date of dates) {
    const problem = tableViolation(tables[date]);
    if (problem !== undefined) return `of ${date} ${problem}`;
  }
  return undefined;
}

function tableViolation(table: unknown): string | undefined {
  if (!isObject(table) || !Object.keys(table).every((name) => FIELDS.includes(name)) || !isObject(table['portfolios']))
    return `must be an object with portfolios and, where they differ, ${Object.keys(DEFAULT_STAGES).join(', ')}`;
  const { portfolios, ...own } = table;
  if (!Object.values(own).every((days) => Number.isInteger(days) && isWithin(days as number, MAX_DAYS)))
    return `must have whole days from 0 to ${MAX_DAYS}`;
  const stages = { ...DEFAULT_STAGES, ...(own as Partial<typeof DEFAULT_STAGES>) };
  if (stages.stage2FromDays < 1 || stages.stage3FromDays <= stages.stage2FromDays)
    return 'must begin stage 2 after day 0 and stage 3 later';
  if (!(OTHER_PRODUCTS in (portfolios as object)))
    return `must have a portfolio ${OTHER_PRODUCTS} for all other products`;
  for (const [code, rates] of Object.entries(portfolios as object)) {
    const problem = ratesViolation(rates);
    if (problem !== undefined) return `has a portfolio ${code} that ${problem}`;
  }
  return undefined;
}

function ratesViolation(rates: unknown): string | undefined {
  if (!isObject(rates) || !RATE_FIELDS.every((name) => name in rates) || Object.keys(rates).length > RATE_FIELDS.length)
    return `must have ${RATE_FIELDS.join(', ')}`;
  const { pdLifetime, ead, ...others } = rates;
  if (!Array.isArray(pdLifetime) || pdLifetime.length < 1 || pdLifetime.length > MAX_YEARS)
    return `must have pdLifetime for 1 to ${MAX_YEARS} years`;
  if (![...(pdLifetime as unknown[]), ...Object.values(others)].every((percent) => isPercent(percent, 100)))
    return `must have percentages from 0 to 100 with at most ${DECIMALS_MAX} decimals`;
  if (!isPercent(ead, MAX_EAD_PERCENT)) return `must have an ead from 0 to ${MAX_EAD_PERCENT}`;
  const years = [others['pd12Month'], ...(pdLifetime as unknown[])] as number[];
  return years.every((percent, index) => index === 0 || percent >= years[index - 1]!)
    ? undefined
    : 'must have a pdLifetime that begins at no less than pd12Month and does not fall';
}

function isPercent(value: unknown, most: number): boolean {
  return typeof value === 'number' && isWithin(value, most) && Number(value.toFixed(DECIMALS_MAX)) === value;
}

function isWithin(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
