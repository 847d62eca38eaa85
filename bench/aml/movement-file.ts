import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CsvError, parse } from 'csv-parse';
import {
  MOVEMENT_CHANNELS,
  MOVEMENT_PURPOSES,
  type MovementChannel,
  type MovementPurpose,
  type ScenarioMovement,
} from '../../src/aml/scenarios/scenario-movement';
import { nairaToKobo } from '../../src/common/money/naira';
import { isCalendarDate } from '../../src/common/time/calendar';
import type { LabelledMovement } from './town';

/** Names of a column in common files, without case, spaces and signs; the first is ours. */
const COLUMNS = {
  id: ['id', 'transactionid', 'reference'],
  time: ['time', 'timestamp', 'date', 'datetime'],
  from: ['fromaccount', 'from', 'nameorig', 'debitaccount', 'sender'],
  to: ['toaccount', 'to', 'namedest', 'creditaccount', 'receiver'],
  amount: ['amount', 'amountpaid'],
  channel: ['channel', 'type', 'paymentformat'],
  label: ['label', 'islaundering', 'isfraud', 'kind'],
  instance: ['instance', 'scheme', 'patternid'],
  narration: ['narration', 'description'],
  purpose: ['purpose'],
  agent: ['agent'],
  agentState: ['agentstate'],
  terminal: ['terminal'],
  device: ['device'],
  outcome: ['outcome', 'status'],
  customerType: ['customertype'],
  tier: ['tier'],
  accountAge: ['accountagedays'],
  income: ['declaredmonthlyincome'],
  turnover: ['statedmonthlyturnover'],
  ageYears: ['ageyears'],
} as const;

type Column = keyof typeof COLUMNS;
type Row = Partial<Record<Column, string>>;

const ORDINARY = new Set(['', '0', 'false', 'no', 'none', 'ordinary']);
const MINUTE_MS = 60_000;
const LAGOS_MINUTES = 60;
const LAGOS = '+01:00';

interface CsvRecord {
  record: Record<string, unknown>;
  info: { lines: number };
}

/** A row as a file has it, and the line where it ends. */
interface FileRow {
  line: number;
  fields: Record<string, unknown>;
}

/** A row of a file that cannot be read as a movement. */
export class MovementFileError extends Error {
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
  }
}

/**
 * Reads labelled movements from a file of anybody's, in order of time: CSV with a header, or one JSON object a line (a
 * name that ends with .jsonl or .ndjson). Columns that are not known are left out. Both sides of a movement are given,
 * each with its label.
 * @throws MovementFileError with the line and the reason
 */
export async function* movementsFrom(path: string): AsyncGenerator<LabelledMovement> {
  const ids = new Map<string, number>();
  let latest = 0;
  for await (const { line, fields } of /\.(jsonl|ndjson)$/.test(path) ? jsonRows(path) : csvRows(path)) {
    const sides = sidesOf(named(fields), line, ids);
    const { at } = sides[0]!.movement;
    if (at < latest) throw new MovementFileError(line, 'it is earlier than a movement before it; sort by time.');
    latest = at;
    yield* sides;
  }
}

async function* csvRows(path: string): AsyncGenerator<FileRow> {
  const options = { columns: true, trim: true, bom: true, relax_column_count: true, info: true } as const;
  try {
    for await (const { record, info } of createReadStream(path).pipe(parse(options)) as AsyncIterable<CsvRecord>)
      yield { line: info.lines, fields: record };
  } catch (error) {
    if (error instanceof CsvError) throw new MovementFileError(Number(error.lines ?? 1), error.message);
    throw error;
  }
}

async function* jsonRows(path: string): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() !== '') yield { line, fields: jsonObject(text, line) };
  }
}

function jsonObject(text: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MovementFileError(line, 'it is no JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MovementFileError(line, 'it is no JSON object.');
  return value as Record<string, unknown>;
}

function named(fields: Record<string, unknown>): Row {
  const plain = new Map(
    Object.entries(fields).map(([name, value]) => [name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), value]),
  );
  const row: Row = {};
  for (const [column, names] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const name = names.find((candidate) => plain.has(candidate));
    const value = name === undefined ? undefined : plain.get(name);
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isText && value !== '') row[column] = String(value);
  }
  return row;
}

function sidesOf(row: Row, line: number, ids: Map<string, number>): LabelledMovement[] {
  const amountKobo = nairaToKobo(Number(row.amount));
  if (amountKobo === undefined || amountKobo <= 0n)
    throw new MovementFileError(line, `amount "${row.amount ?? ''}" is no positive number with at most two decimals.`);
  if (!row.from && !row.to)
    throw new MovementFileError(line, 'a movement needs a from account, a to account, or both.');
  const facts = { ...optionalFacts(row), at: timeOf(row.time, line), amountKobo };
  const label = labelOf(row, line);
  const sides = [
    { direction: 'outflow' as const, own: row.from, other: row.to },
    { direction: 'inflow' as const, own: row.to, other: row.from },
  ];
  return sides.flatMap(({ direction, own, other }): LabelledMovement[] => {
    if (!own) return [];
    const id = idOf(own, ids);
    const counterparty = other ? { counterparty: { key: `account:${other}`, accountId: idOf(other, ids) } } : {};
    const movement: ScenarioMovement = {
      ...facts,
      postingId: line,
      utcOffsetMinutes: LAGOS_MINUTES,
      direction,
      account: { id, ...figures({ tier: row.tier, ageDays: row.accountAge }) },
      customer: customerOf(row, id),
      ...counterparty,
    };
    return [label ? { movement, label } : { movement }];
  });
}

/** Figures that a row gives for a customer count for both sides, unless the file gives none. */
function customerOf(row: Row, id: number): NonNullable<ScenarioMovement['customer']> {
  const kobo = (text: string | undefined): bigint | undefined =>
    text === undefined ? undefined : nairaToKobo(Number(text));
  const income = kobo(row.income);
  const turnover = kobo(row.turnover);
  return {
    id,
    ...(row.customerType === undefined ? {} : { type: row.customerType }),
    ...figures({ ageYears: row.ageYears }),
    ...(income === undefined ? {} : { declaredMonthlyIncomeKobo: income }),
    ...(turnover === undefined ? {} : { statedMonthlyTurnoverKobo: turnover }),
  };
}

function figures(given: Record<string, string | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) =>
      text === undefined || Number.isNaN(Number(text)) ? [] : [[name, Number(text)]],
    ),
  );
}

function optionalFacts(
  row: Row,
): Pick<ScenarioMovement, 'channel' | 'endpoint' | 'outcome'> & Partial<ScenarioMovement> {
  const channel = row.channel?.toLowerCase();
  const purpose = row.purpose?.toLowerCase();
  const texts = {
    narration: row.narration,
    agent: row.agent,
    agentState: row.agentState,
    terminal: row.terminal,
    device: row.device,
  };
  return {
    channel: MOVEMENT_CHANNELS.includes(channel as MovementChannel) ? (channel as MovementChannel) : 'transfer',
    endpoint: 'local-transfer',
    outcome: row.outcome?.toLowerCase() === 'declined' ? 'declined' : 'posted',
    ...(MOVEMENT_PURPOSES.includes(purpose as MovementPurpose) ? { purpose: purpose as MovementPurpose } : {}),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
  };
}

function labelOf({ label, instance }: Row, line: number): LabelledMovement['label'] {
  if (label === undefined || ORDINARY.has(label.toLowerCase())) return undefined;
  return { kind: label, instance: instance ?? `line ${line}` };
}

/** ISO text, in Lagos where it names no zone, or seconds or milliseconds since 1970. */
function timeOf(text: string | undefined, line: number): number {
  const number = Number(text);
  const time = Number.isFinite(number) ? (number > 1e11 ? number : number * 1_000) : isoTimeOf(text ?? '');
  if (text === undefined || Number.isNaN(time) || time < MINUTE_MS)
    throw new MovementFileError(line, `time "${text ?? ''}" is neither ISO 8601 nor seconds since 1970.`);
  return time;
}

/** Milliseconds; NaN for other texts, such as 01/06/2026, of which nobody knows the month. */
function isoTimeOf(text: string): number {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (!found || !isCalendarDate(found[1])) return Number.NaN;
  const [, date, time = '00:00', zone = LAGOS] = found;
  return Date.parse(`${date}T${time}${zone.replace(/^(...)(\d\d)$/, '$1:$2').toUpperCase()}`);
}

function idOf(account: string, ids: Map<string, number>): number {
  const known = ids.get(account);
  if (known !== undefined) return known;
  ids.set(account, ids.size + 1);
  return ids.size;
}
