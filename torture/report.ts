import * as os from 'node:os';
import type { Exit } from './api-processes';
import { type Fate, fatesOf, type Finding } from './fates';
import { type Answer, faultsOf, type HistoryLine } from './history';
import type { Options } from './options';

/** Figures and findings of a run. */
export interface Report {
  seed: number;
  /** Duration of the load. */
  loadSec: number;
  /** From the first start to the last check. */
  tookSec: number;
  clients: number;
  sabotage: string | null;
  machine: { cpus: number; loadAverage: number };
  operations: { total: number; perSecond: number; attempts: number; byOperation: Record<string, Counts> };
  /** Why requests had no clear answer: an HTTP status with its code, or what became of the connection. */
  unanswered: Record<string, number>;
  faults: Record<string, number>;
  /** Ends of a day in the middle of which all of the API was killed. */
  daysKilled: number;
  daysClosed: number;
  restarts: { api: number; database: number };
  /** Times that all processes were replaced by the present program under load, and from which release. */
  upgrades: number;
  upgradedFrom: string | null;
  /** Times that the primary was lost for good and its standby promoted. */
  promotions: number;
  /** What the run did without although it was wanted, and why. */
  without: readonly string[];
  lies: Record<string, number>;
  checks: (Finding & { held: boolean })[];
  held: boolean;
}

type Counts = Record<Fate['final'], number>;

export interface Ran {
  options: Options;
  history: readonly HistoryLine[];
  findings: readonly Finding[];
  exits: readonly Exit[];
  databaseRestarts: number;
  changes: Pick<Report, 'upgrades' | 'upgradedFrom' | 'promotions' | 'without'>;
  lies: Record<string, number>;
  loadMs: number;
  tookMs: number;
}

export function reportOf(ran: Ran): Report {
  const { options, history, findings, exits, databaseRestarts, changes, lies, loadMs, tookMs } = ran;
  const { seed, clients, sabotage = null } = options;
  const fates = fatesOf(history);
  const faults = faultsOf(history);
  const answers = history.filter((line): line is Answer => line.type === 'answer');
  return {
    seed,
    loadSec: Math.round(loadMs / 1000),
    tookSec: Math.round(tookMs / 1000),
    clients,
    sabotage,
    machine: { cpus: os.cpus().length, loadAverage: os.loadavg()[0]! },
    operations: {
      total: fates.length,
      perSecond: Math.round(fates.length / (loadMs / 10_000)) / 10,
      attempts: fates.reduce((sum, { attempts }) => sum + attempts, 0),
      byOperation: countsOf(fates),
    },
    unanswered: tally(
      answers
        .filter((answer) => answer.class === 'unknown')
        .map(({ httpStatus, code, failure }) => failure ?? [httpStatus, code].filter(Boolean).join(' ')),
    ),
    faults: tally(faults.map(({ fault }) => fault)),
    daysKilled: faults.filter(({ fault, details }) => fault === 'kill-in-end-of-day' && details?.inTheMiddle === true)
      .length,
    daysClosed: findings.find(({ check }) => check === 'every day was closed once and whole')?.looked ?? 0,
    restarts: { api: exits.length, database: databaseRestarts },
    ...changes,
    lies,
    checks: findings.map((finding) => ({ ...finding, held: finding.violations.length === 0 })),
    held: findings.every(({ violations }) => violations.length === 0),
  };
}

function countsOf(fates: readonly Fate[]): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  for (const { intent, final } of fates) {
    const own = (counts[intent.operation] ??= { ok: 0, accepted: 0, refused: 0, unknown: 0 });
    own[final] += 1;
  }
  return counts;
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const EXAMPLES = 10;

/** The report for people. */
export function print(report: Report): string {
  const { operations, checks } = report;
  const table = [
    ['operation', 'ok', 'accepted', 'refused', 'unknown'],
    ...Object.entries(operations.byOperation).map(([name, { ok, accepted, refused, unknown }]) => [
      name,
      ok,
      accepted,
      refused,
      unknown,
    ]),
  ];
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  return [
    ...table.map(
      ([name, ...counts]) =>
        `  ${String(name).padEnd(14)}${counts.map((count) => String(count).padStart(10)).join('')}`,
    ),
    `operations: ${operations.total} in ${report.loadSec} s, ${operations.attempts} requests`,
    `without a clear answer: ${list(report.unanswered)}`,
    `faults: ${list(report.faults)}`,
    `restarts: ${report.restarts.api} of the API, ${report.restarts.database} of PostgreSQL; days closed: ${report.daysClosed}, ${report.daysKilled} of them killed in the middle`,
    `upgrades: ${report.upgrades}${report.upgradedFrom === null ? '' : ` from ${report.upgradedFrom}`}; promotions: ${report.promotions}`,
    ...report.without.map((reason) => `without ${reason}`),
    `lies of the gateway: ${list(report.lies)}`,
    ...checks.map(show),
    `seed ${report.seed}: ${report.held ? 'every promise held' : 'a promise was broken'} (${report.tookSec} s)`,
  ].join('\n');
}

function show({ check, looked, violations }: Finding): string {
  const more = violations.length > EXAMPLES ? ` and ${violations.length - EXAMPLES} more` : '';
  return violations.length === 0
    ? `  held    ${check} (${looked} looked at)`
    : `  BROKEN  ${check}: ${violations.slice(0, EXAMPLES).join('; ')}${more}`;
}
