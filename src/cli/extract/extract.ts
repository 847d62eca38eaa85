import * as path from 'node:path';
import { DailyTotalsProgress } from '../../books/daily-totals/daily-totals-progress.entity';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { SequencerHead } from '../../common/sequencer/sequencer-head.entity';
import { isCalendarDate } from '../../common/time/calendar';
import { EVENT_STREAM } from '../../events/event-numbering';
import { assertInstitution } from '../known-institution';
import {
  type CommandResult,
  institutionNumber,
  missingOptions,
  type OperatorCommand,
  type OperatorContext,
  textOptions,
  UsageError,
} from '../operator-command';
import { EXTRACT_FORMATS, type ExtractFormat, writeExtract } from './extract-file';
import { extractedBalances, extractedEntries, extractedEvents } from './extract-queries';
import { BALANCE_COLUMNS, ENTRY_COLUMNS, EVENT_COLUMNS, type ExtractColumn, type ExtractRow } from './extract-table';

/** The extract of a command, once its options are known. */
interface Order {
  columns: readonly ExtractColumn[];
  batches: AsyncIterable<readonly ExtractRow[]>;
  /** Facts for the answer, such as the position from which the next extract goes on. */
  facts: Record<string, string | number>;
}

type Options = Partial<Record<'institution' | 'out' | 'format' | 'after' | 'through' | 'date' | 'basis', string>>;

/** `corebank extract entries`: legs of the postings of closed business dates (docs/extracts.md#entries). */
export const extractEntries: OperatorCommand = {
  name: 'extract entries',
  options: '--institution ID --out FILE [--format csv|parquet] [--after DATE] [--through DATE]',
  summary: 'Writes the entries of closed business dates for a warehouse, from a position on',
  run: (context, args) => extract(context, textOptions(args, [...COMMON, 'after', 'through']), entriesOrder),
};

/** `corebank extract balances`: every account at the end of a closed date (docs/extracts.md#balances). */
export const extractBalances: OperatorCommand = {
  name: 'extract balances',
  options: '--institution ID --date DATE --out FILE [--format csv|parquet] [--basis booking|value] [--through DATE]',
  summary: 'Writes the balances of all accounts and ledgers as of the end of a day',
  run: (context, args) => extract(context, textOptions(args, [...COMMON, 'date', 'basis', 'through']), balancesOrder),
};

/** `corebank extract events`: what happened, by number (docs/extracts.md#events). */
export const extractEvents: OperatorCommand = {
  name: 'extract events',
  options: '--institution ID --out FILE [--format csv|parquet] [--after NUMBER] [--through NUMBER]',
  summary: 'Writes the events that are kept, from a position on',
  run: (context, args) => extract(context, textOptions(args, [...COMMON, 'after', 'through']), eventsOrder),
};

const COMMON = ['institution', 'out', 'format'] as const;

async function extract(
  { services }: OperatorContext,
  options: Options,
  orderOf: (tx: Tx, institutionId: number, options: Options) => Promise<Order>,
): Promise<CommandResult> {
  const institutionId = institutionNumber(options.institution);
  if (options.out === undefined) throw missingOptions(['out']);
  const target = { file: path.resolve(options.out), format: formatOf(options.format) };
  const app = await services();
  await assertInstitution(app, institutionId);
  return app.get(UnitOfWork, { strict: false }).readReport(institutionId, async (tx) => {
    const { columns, batches, facts } = await orderOf(tx, institutionId, options);
    const rows = await writeExtract(target, columns, batches);
    const known = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    return {
      ok: true,
      text: [`${rows} rows in ${target.file}; ${known.join(', ')}.`],
      data: { rows, file: target.file, format: target.format, ...facts },
    };
  });
}

async function entriesOrder(tx: Tx, institutionId: number, options: Options): Promise<Order> {
  const after = options.after === undefined ? null : dateOf('after', options.after);
  const through =
    options.through === undefined
      ? await lastClosedDate(tx, institutionId)
      : await closedDate(tx, institutionId, ['through', options.through]);
  if (after !== null && after > through)
    throw new UsageError(`--after must not be later than ${through}, up to which entries are extracted.`);
  return {
    columns: ENTRY_COLUMNS,
    batches: extractedEntries(tx, institutionId, { after, through }),
    facts: { nextAfter: through },
  };
}

async function balancesOrder(tx: Tx, institutionId: number, options: Options): Promise<Order> {
  if (options.date === undefined) throw missingOptions(['date']);
  const { basis = 'booking' } = options;
  if (basis !== 'booking' && basis !== 'value') throw new UsageError('--basis must be booking or value.');
  const date = await closedDate(tx, institutionId, ['date', options.date]);
  if (basis === 'booking') {
    if (options.through !== undefined) throw new UsageError('--through goes with --basis value only.');
    return {
      columns: BALANCE_COLUMNS,
      batches: extractedBalances(tx, institutionId, { date, bookedThrough: null }),
      facts: { date, basis },
    };
  }
  const bookedThrough =
    options.through === undefined
      ? await lastClosedDate(tx, institutionId)
      : await closedDate(tx, institutionId, ['through', options.through]);
  if (bookedThrough < date) throw new UsageError('--through must not be before --date.');
  return {
    columns: BALANCE_COLUMNS,
    batches: extractedBalances(tx, institutionId, { date, bookedThrough }),
    facts: { date, basis, through: bookedThrough },
  };
}

async function eventsOrder(tx: Tx, institutionId: number, options: Options): Promise<Order> {
  const head = await tx.findOneBy(SequencerHead, { institutionId, stream: EVENT_STREAM });
  const last = head?.lastSeq ?? 0;
  const through = options.through === undefined ? last : numberOf('through', options.through);
  if (through > last) throw new UsageError(`--through must not be above ${last}, the last event.`);
  const after = options.after === undefined ? undefined : numberOf('after', options.after);
  if (after !== undefined && after > through) throw new UsageError(`--after must not be above ${through}.`);
  const oldest = await oldestEvent(tx, institutionId);
  // Rows that are no longer kept would be missing without a word.
  if (after !== undefined && after < through && (oldest === undefined || oldest > after + 1))
    throw new UsageError(
      `Events after ${after} are no longer kept; the oldest is ${oldest ?? 'none'}. Leave --after out to begin there.`,
    );
  const from = after ?? (oldest ?? last + 1) - 1;
  return {
    columns: EVENT_COLUMNS,
    batches: extractedEvents(tx, institutionId, { after: from, through }),
    facts: { after: from, nextAfter: through },
  };
}

/** The last business date that no posting can carry any more, and whose daily totals are written. */
async function lastClosedDate(tx: Tx, institutionId: number): Promise<string> {
  const progress = await tx.findOneBy(DailyTotalsProgress, { institutionId });
  if (progress?.through) return progress.through;
  throw new UsageError('No business date of the institution is closed yet; run the end of day first.');
}

async function oldestEvent(tx: Tx, institutionId: number): Promise<number | undefined> {
  const [row] = await tx.query<{ seq: string }[]>(
    'SELECT seq FROM event_record WHERE institution_id = $1 ORDER BY seq LIMIT 1',
    [institutionId],
  );
  return row && Number(row.seq);
}

function formatOf(text: string = 'csv'): ExtractFormat {
  const format = EXTRACT_FORMATS.find((known) => known === text);
  if (!format) throw new UsageError(`--format must be ${EXTRACT_FORMATS.join(' or ')}.`);
  return format;
}

function dateOf(name: string, text: string): string {
  if (!isCalendarDate(text)) throw new UsageError(`--${name} must be a date, YYYY-MM-DD.`);
  return text;
}

/** @throws UsageError for a date that is not closed, or that was never a business date */
async function closedDate(tx: Tx, institutionId: number, [name, text]: [string, string]): Promise<string> {
  const date = dateOf(name, text);
  const closed = await lastClosedDate(tx, institutionId);
  if (date > closed) throw new UsageError(`--${name} must not be later than ${closed}, the last closed business date.`);
  const runs = await tx.query<unknown[]>('SELECT 1 FROM end_of_day_run WHERE institution_id = $1 AND date = $2', [
    institutionId,
    date,
  ]);
  if (runs.length === 0) throw new UsageError(`--${name} must be a business date; the institution never had ${date}.`);
  return date;
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a number of an event.`);
  return Number(text);
}
