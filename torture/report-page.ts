import type { Report } from './report';

/** A run of `--hours`, with its report or the reason why there is none. */
export interface RunOfMany {
  /** ISO 8601 in UTC. */
  startedAt: string;
  seed: number;
  report: Report | undefined;
  failure?: string;
}

const BROKEN_MAX = 20;

/** The report of many runs as a page in Markdown: what was done, what was broken, and how to repeat a run. */
export function pageOf(runs: readonly RunOfMany[]): string {
  const reports = runs.flatMap(({ report }) => report ?? []);
  const held = reports.filter((report) => report.held).length;
  return [
    '# Torture report',
    '',
    held === runs.length
      ? `Every promise held in ${held} of ${runs.length} runs.`
      : `**A promise was broken, or a run could not be carried out, in ${runs.length - held} of ${runs.length} runs.**`,
    '',
    ...table(
      ['Figure', 'Sum'],
      [
        ['hours of load', (sum(reports, ({ loadSec }) => loadSec) / 3600).toFixed(2)],
        ['operations', sum(reports, ({ operations }) => operations.total)],
        ['requests', sum(reports, ({ operations }) => operations.attempts)],
        ['restarts of the API', sum(reports, ({ restarts }) => restarts.api)],
        ['restarts of PostgreSQL', sum(reports, ({ restarts }) => restarts.database)],
        ['upgrades', sum(reports, ({ upgrades }) => upgrades)],
        ['promotions', sum(reports, ({ promotions }) => promotions)],
        ['days closed', sum(reports, ({ daysClosed }) => daysClosed)],
        ['days killed in the middle', sum(reports, ({ daysKilled }) => daysKilled)],
        ...summed(reports.map(({ faults }) => faults)).map(([name, count]) => [`fault: ${name}`, count]),
        ...summed(reports.map(({ lies }) => lies)).map(([name, count]) => [`lie of the gateway: ${name}`, count]),
      ],
    ),
    '',
    ...withoutPart(reports),
    '## Checks',
    '',
    ...table(['Check', 'Looked at', 'Broken in runs'], checksOf(reports)),
    '',
    ...brokenPart(runs),
    '## Runs',
    '',
    ...table(
      ['Began', 'Seed', 'Load', 'Operations', 'Result'],
      runs.map(({ startedAt, seed, report, failure }) => [
        startedAt,
        seed,
        report ? `${report.loadSec} s` : '–',
        report?.operations.total ?? '–',
        report ? (report.held ? 'held' : 'BROKEN') : `not carried out: ${failure}`,
      ]),
    ),
    '',
    'A seed repeats the choices of a run, not its timing: `npm run torture -- --seconds 600 --seed SEED`.',
    '',
  ].join('\n');
}

/** What runs did without although it was wanted. */
function withoutPart(reports: readonly Report[]): string[] {
  const reasons = summed(reports.map(({ without }) => Object.fromEntries(without.map((reason) => [reason, 1]))));
  if (reasons.length === 0) return [];
  return ['## Without', '', ...reasons.map(([reason, count]) => `- ${count} runs without ${reason}`), ''];
}

function brokenPart(runs: readonly RunOfMany[]): string[] {
  const broken = runs.flatMap(({ seed, report }) =>
    (report?.checks ?? []).flatMap(({ check, violations }) =>
      violations.map((violation) => `- seed ${seed}: ${check}: ${violation}`),
    ),
  );
  if (broken.length === 0) return [];
  const more = broken.length > BROKEN_MAX ? [`- and ${broken.length - BROKEN_MAX} more`] : [];
  return ['## Broken', '', ...broken.slice(0, BROKEN_MAX), ...more, ''];
}

function checksOf(reports: readonly Report[]): (string | number)[][] {
  const names = [...new Set(reports.flatMap(({ checks }) => checks.map(({ check }) => check)))];
  return names.map((name) => {
    const own = reports.flatMap(({ checks }) => checks.filter(({ check }) => check === name));
    return [name, own.reduce((looked, check) => looked + check.looked, 0), own.filter((check) => !check.held).length];
  });
}

const sum = (reports: readonly Report[], of: (report: Report) => number): number =>
  reports.reduce((total, report) => total + of(report), 0);

function summed(counts: readonly Record<string, number>[]): [string, number][] {
  const totals = new Map<string, number>();
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) totals.set(name, (totals.get(name) ?? 0) + count);
  return [...totals];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}
