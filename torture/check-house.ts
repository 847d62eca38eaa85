import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Exit } from './api-processes';
import type { Finding } from './fates';
import { type Answer, type Fault, faultsOf, type HistoryLine } from './history';

/** A pool closes a connection after ten idle seconds, so one that stays open longer was never released. */
export const LEAKED_AFTER_SEC = 14;

/** Connections that two processes in rest may have open: jobs are looked for all the time, slowly on a slow machine. */
const BACKENDS_AT_REST = 12;
const LOOKS = 3;
const LOOK_AGAIN_MS = 5_000;

/**
 * No job waits for ever, and no connection or lock stays taken. Timers are late on a slow machine, so a violation
 * counts only if it persists.
 */
export async function checkLeftovers(
  database: Client,
  institutionId: number,
  backendsBefore: number,
): Promise<Finding> {
  for (let look = 1; ; look += 1) {
    const finding = await lookForLeftovers(database, institutionId, Math.max(backendsBefore, BACKENDS_AT_REST));
    if (finding.violations.length === 0 || look === LOOKS) return finding;
    await sleep(LOOK_AGAIN_MS);
  }
}

async function lookForLeftovers(database: Client, institutionId: number, backendsMax: number): Promise<Finding> {
  const violations: string[] = [];
  const stuck = await database.query<{ kind: string; status: string; count: string }>(
    `SELECT j.kind, j.status, count(*) FROM job j LEFT JOIN job_due d ON d.institution_id = j.institution_id AND d.job_id = j.id
      WHERE j.institution_id = $1 AND (j.status = 'dead' OR (j.status = 'queued' AND (d.job_id IS NULL OR d.due_at < now() - interval '1 minute'))) GROUP BY 1, 2`,
    [institutionId],
  );
  for (const { kind, status, count } of stuck.rows)
    violations.push(`${count} jobs ${kind} are ${status} and nobody does them`);
  const idle = await count(
    database,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'`,
  );
  if (idle > 0) violations.push(`${idle} connections are idle in a transaction`);
  const silent = await count(
    database,
    `SELECT count(*) FROM payout p WHERE p.institution_id = $1 AND p.status IN ('Pending', 'Processing', 'PendingTSQ')
      AND NOT EXISTS (SELECT 1 FROM job j WHERE j.institution_id = p.institution_id AND j.status = 'queued' AND j.payload::text LIKE '%' || p.id || '%')`,
    [institutionId],
  );
  if (silent > 0) violations.push(`${silent} payouts are not final and no job is there for them`);
  const leaked = await count(
    database,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND state = 'idle' AND state_change < now() - interval '${LEAKED_AFTER_SEC} seconds'`,
  );
  if (leaked > 0) violations.push(`${leaked} connections were never given back to their pool`);
  const backends = await openBackends(database);
  if (backends > backendsMax)
    violations.push(`${backends} connections are open; in rest there are at most ${backendsMax}`);
  return { check: 'nothing is stuck, and no connection is kept', looked: backends, violations };
}

/** Connections of the API that are open. */
export function openBackends(database: Client): Promise<number> {
  return count(
    database,
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

async function count(database: Client, statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ count: string }>(statement, values);
  return Number(rows[0]!.count);
}

/** The settings that durability rests on; killing processes cannot show that one of them is off. */
export async function checkDatabase(database: Client): Promise<Finding> {
  const violations: string[] = [];
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await database.query<Record<string, string>>(`SHOW ${setting}`);
    if (rows[0]![setting] !== 'on') violations.push(`${setting} is ${rows[0]![setting]}`);
  }
  await database.query('CREATE EXTENSION IF NOT EXISTS amcheck');
  const { rows: indexes } = await database.query<{ oid: string; name: string }>(
    `SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE a.amname = 'btree' AND c.relkind = 'i' AND n.nspname = 'public'`,
  );
  for (const { oid, name } of indexes) {
    await database
      .query('SELECT bt_index_check($1::oid::regclass, true)', [oid])
      .catch((error: Error) => violations.push(`${name}: ${error.message}`));
  }
  return { check: 'the database is durable and its indexes are sound', looked: indexes.length, violations };
}

/**
 * A process that was killed ends as it was told; one that served ends for no other reason, and with a clean exit when
 * it was asked to stop.
 */
export function checkProcesses(exits: readonly Exit[], lines: readonly HistoryLine[]): Finding {
  const told = faultsOf(lines);
  const kills = killsOf(told);
  const isKilled = (pid: number): boolean => kills.some(({ pids }) => pids.includes(pid));
  const asked = new Map(
    told
      .filter(({ fault }) => fault === 'stop-api' || fault === 'replace-api')
      .map((stop) => [stop.details?.pid, stop]),
  );
  const ofPresent = stopsOf(told);
  const served = exits.filter((exit) => exit.served);
  const violations = served.flatMap(({ process, pid, code, signal }) => {
    if (isKilled(pid)) return [];
    const stop = asked.get(pid);
    if (!stop) return [`process ${process} (${pid}) ended by itself with ${signal ?? code}`];
    if (code === 0 || !ofPresent.includes(stop)) return [];
    return [`process ${process} (${pid}) was asked to stop and ended with ${signal ?? code}`];
  });
  return { check: 'no process ends unless it is told to, and then cleanly', looked: served.length, violations };
}

/**
 * When a process of the present program was asked to stop. Until it is replaced, a process runs the previous release,
 * whose faults are known.
 */
function stopsOf(faults: readonly Fault[]): Fault[] {
  const replacements = faults.filter(({ fault }) => fault === 'replace-api');
  const replacedAt = new Map(replacements.map(({ at, details }) => [details?.process, at]));
  return faults.filter(
    ({ fault, at, details }) => fault === 'stop-api' && at > (replacedAt.get(details?.process) ?? -Infinity),
  );
}

/** When processes of the API were killed, and which. */
function killsOf(faults: readonly Fault[]): { at: number; pids: number[] }[] {
  return faults
    .filter(({ fault }) => fault === 'kill-api' || fault === 'kill-in-end-of-day')
    .map(({ at, details }) => ({ at, pids: (details?.pids ?? [details?.pid]) as number[] }));
}

/** Requests are under way on the wire for a moment before the process has them. */
const ON_THE_WIRE_MS = 50;

/**
 * Every request that a process had taken before it was asked to stop was answered. What is lost when a stopping process
 * is killed was not lost by the stop.
 */
export function checkStops(lines: readonly HistoryLine[]): Finding {
  const faults = faultsOf(lines);
  const kills = killsOf(faults);
  const answers = lines.filter((line): line is Answer => line.type === 'answer');
  const underWay = stopsOf(faults).flatMap(({ at: stoppedAt, details }) => {
    const killedAt = kills.find(({ pids }) => pids.includes(details?.pid as number))?.at ?? Infinity;
    return answers
      .filter(({ process }) => process === details?.process)
      .filter(({ begunAt, endedAt }) => begunAt < stoppedAt - ON_THE_WIRE_MS && endedAt >= stoppedAt)
      .map((answer) => ({ answer, stoppedAt, killedAt }));
  });
  const lost = underWay.filter(
    ({ answer: { httpStatus, failure, endedAt }, killedAt }) =>
      httpStatus === null && failure !== 'TimeoutError' && failure !== 'ECONNREFUSED' && endedAt < killedAt,
  );
  return {
    check: 'a process that stops answers what it was asked',
    looked: underWay.length,
    violations: lost.map(
      ({ answer: { id, process, failure, endedAt }, stoppedAt }) =>
        `the request ${id} at process ${process} was lost ${endedAt - stoppedAt} ms after the stop began: ${failure}`,
    ),
  };
}
