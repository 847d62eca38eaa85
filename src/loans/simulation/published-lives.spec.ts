import { readFileSync } from 'node:fs';
import path from 'node:path';
import { simulation } from './answer-simulation';

/** The state that another system published after so many of the events. */
interface PublishedState {
  after: number;
  date: string;
  status?: string;
  /** All that is still due. */
  outstanding: string;
  /** Due date, principal, interest, penalty and what was paid; rows of one due date are one. */
  rows?: [string, string, string, string, string][];
}

interface PublishedLife {
  name: string;
  terms: object;
  arrears?: object;
  events: object[];
  checks: PublishedState[];
}

const FILE = path.join(__dirname, '..', '..', '..', 'test', 'loans', 'life-cycles', 'fineract.json');
const { source, cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { source: string; cases: PublishedLife[] };
const COLUMNS = ['principal', 'interest', 'penalty', 'paid'] as const;

const kobo = (naira: unknown): bigint => BigInt(String(naira).replace('.', ''));

function rowsOf(schedule: Record<string, unknown>[]): [string, ...bigint[]][] {
  const rows = new Map<string, bigint[]>();
  for (const row of schedule) {
    const known = rows.get(String(row['dueDate'])) ?? COLUMNS.map(() => 0n);
    rows.set(
      String(row['dueDate']),
      COLUMNS.map((column, at) => known[at]! + kobo(row[column])),
    );
  }
  return [...rows].map(([dueDate, amounts]) => [dueDate, ...amounts]);
}

const outstandingOf = (rows: [string, ...bigint[]][]): bigint =>
  rows.reduce((sum, [, principal, interest, penalty, paid]) => sum + principal! + interest! + penalty! - paid!, 0n);

describe(`published life cycles: ${source}`, () => {
  const states = cases.flatMap((life) => life.checks.map((state) => ({ ...life, state })));
  it.each(states)('$name, after $state.after events', ({ terms, arrears, events, state }) => {
    const { after, date, status, outstanding, rows } = state;
    const { loan, schedule } = simulation(JSON.stringify({ terms, arrears, events: events.slice(0, after), date }));
    const found = rowsOf(schedule);
    expect(outstandingOf(found)).toBe(kobo(outstanding));
    if (status !== undefined) expect(loan['status']).toBe(status);
    if (rows) expect(found).toEqual(rows.map(([dueDate, ...amounts]) => [dueDate, ...amounts.map(kobo)]));
  });
});
