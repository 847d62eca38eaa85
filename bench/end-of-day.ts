import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type BenchAccounts, loadAccounts } from './accounts';
import { generateLoad } from './load-generator';
import { DAYS_TO_CLOSE, loadLoans } from './loan-data';
import { authenticate, authenticateStaff, type RunningServer } from './server';
import { StepMemory } from './step-memory';

export type Print = (line: Record<string, unknown>) => void;

export interface EndOfDaySize {
  accounts: number;
  loans: number;
}

/** Variants of the measured day. */
export interface EndOfDayOptions {
  /** The last day of a month, alone: the interest of every account is posted. */
  monthEnd: boolean;
  /** An instalment of every loan falls due on the first day. */
  allDue: boolean;
}

/** Body of the progress of an end of day. */
interface Progress {
  endOfDay: Omit<Day, 'steps'>;
  steps: Day['steps'];
}

interface Day {
  date: string;
  status: string;
  problem: string | null;
  startedAt: string;
  finishedAt: string | null;
  steps: {
    step: string;
    rowsDone: number;
    openExceptions: number;
    startedAt: string | null;
    finishedAt: string | null;
  }[];
}

/** Size of the measured institution. */
export interface LoadedHouse extends BenchAccounts, EndOfDaySize {}

const CONNECTIONS = 64;
const LOAD_MS = 15_000;
const POLL_MS = 250;
const RUN_TIMEOUT_MS = 30 * 60_000;

const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 100) / 10;

/**
 * `--end-of-day [--rows N] [--loans N] [--all-due]`: closes two days over N savings accounts and loans, the first one
 * alone, the second one beside online transfers, whose rate is compared with the rate on the idle machine.
 * `--month-end` closes the last day of the last month instead, alone.
 */
export async function measureEndOfDay(
  server: RunningServer,
  adminUrl: string,
  size: EndOfDaySize,
  options: EndOfDayOptions,
  print: Print,
): Promise<void> {
  const loaded = await loadAccounts(adminUrl, server.sandbox.institutionCode, size.accounts);
  await completeAccounts(adminUrl, loaded.institutionId);
  await loadLoans(server, adminUrl, size.loans);
  print({ scenario: 'end-of-day-load', ...size, rssMib: server.memoryMib() });
  await closeDays(server, adminUrl, { ...loaded, ...size }, options, print);
}

/** The days over accounts and loans that are loaded. */
export async function closeDays(
  server: RunningServer,
  adminUrl: string,
  loaded: LoadedHouse,
  options: EndOfDayOptions,
  print: Print,
): Promise<void> {
  const { institutionId, accounts, loans } = loaded;
  const idle = options.monthEnd ? 0 : await transfersPerSecond(server, loaded.numbers);
  if (!options.monthEnd)
    print({
      scenario: 'local-transfer',
      during: 'nothing',
      connections: CONNECTIONS,
      perSecond: idle,
      rssMib: server.memoryMib(),
    });
  const [first, second] = await setBack(adminUrl, institutionId, options);
  const headers = { authorization: `Bearer ${await authenticateStaff(server, 'administrator')}` };
  const started = await fetch(`http://127.0.0.1:${server.port}/api/admin/v1/end-of-day/run`, {
    method: 'POST',
    headers,
  });
  // The scheduler may have seen the date first.
  if (started.status >= 300 && started.status !== 409)
    throw new Error(`The end of the day did not start: ${await started.text()}`);
  await untilClosed(server, headers, first, { accounts, loans, online: false }, print);
  // The days from then to today are not measured.
  if (options.monthEnd) return;
  let closed = false;
  const closing = untilClosed(server, headers, second, { accounts, loans, online: true }, print).finally(
    () => (closed = true),
  );
  const during: number[] = [];
  while (!closed) during.push(await transfersPerSecond(server, loaded.numbers));
  await closing;
  // The last measure may have run on after the end of the day.
  const whole = during.length > 1 ? during.slice(0, -1) : during;
  const perSecond = Math.round(whole.reduce((sum, rate) => sum + rate, 0) / whole.length);
  print({
    scenario: 'local-transfer',
    during: 'end-of-day',
    connections: CONNECTIONS,
    perSecond,
    rssMib: server.memoryMib(),
  });
  print({
    scenario: 'ratio',
    name: 'transfers during end-of-day/idle',
    value: Math.round((perSecond / idle) * 100) / 100,
  });
}

/**
 * Sets the business date back by two days, or to the end of the last month. @returns the first two days that are to be
 * closed.
 */
export async function setBack(
  adminUrl: string,
  institutionId: number,
  { monthEnd, allDue }: EndOfDayOptions,
): Promise<[string, string]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const first = monthEnd
      ? `(date_trunc('month', business_date) - interval '1 day')::date`
      : `business_date - ${DAYS_TO_CLOSE}`;
    const { rows } = await client.query<{ days: number }>(
      `SELECT business_date - ${DAYS_TO_CLOSE} - (${first}) AS days FROM institution WHERE institution_id = $1`,
      [institutionId],
    );
    const { days } = rows[0]!;
    // All that the loading dated by today's date moves along.
    for (const table of ['posting', 'posting_entry'])
      await client.query(`UPDATE ${table} SET business_date = business_date - $2::int WHERE institution_id = $1`, [
        institutionId,
        days,
      ]);
    if (days !== 0)
      await moveLoans(client, institutionId, `(${-days})`, `accrued_through = accrued_through + (${-days})`);
    if (allDue)
      await moveLoans(
        client,
        institutionId,
        `((SELECT ${first} FROM institution WHERE institution_id = $1) - l.next_due_date)`,
        'accrued_through = accrued_through',
      );
    await client.query('VACUUM ANALYZE');
    const { rows: dates } = await client.query<{ first: string; second: string }>(
      `UPDATE institution SET business_date = ${first} WHERE institution_id = $1 RETURNING business_date::text AS first, (business_date + 1)::text AS second`,
      [institutionId],
    );
    return [dates[0]!.first, dates[0]!.second];
  } finally {
    await client.end();
  }
}

/** Moves the schedules of all loans. @param days SQL over the loan `l`. */
async function moveLoans(client: Client, institutionId: number, days: string, besides: string): Promise<void> {
  const moved = (columns: string[]): string => columns.map((column) => `${column} = ${column} + ${days}`).join(', ');
  await client.query(
    `UPDATE loan_instalment i SET due_date = due_date + ${days}, period_start = period_start + ${days} FROM loan l WHERE i.institution_id = $1 AND l.institution_id = $1 AND l.id = i.loan_id`,
    [institutionId],
  );
  await client.query(
    `UPDATE loan l SET ${moved(['start_date', 'disbursement_date', 'maturity_date', 'next_due_date'])}, ${besides} WHERE institution_id = $1`,
    [institutionId],
  );
}

export async function untilClosed(
  server: RunningServer,
  headers: Record<string, string>,
  date: string,
  { accounts, loans, online }: EndOfDaySize & { online: boolean },
  print: Print,
): Promise<void> {
  const memory = new StepMemory(() => server.memoryMib());
  const deadline = performance.now() + RUN_TIMEOUT_MS;
  for (;;) {
    await sleep(POLL_MS);
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/admin/v1/end-of-day/progress?Date=${date}`, {
      headers,
    });
    // The second day begins when the first one is closed.
    if (answer.status === 404) continue;
    if (answer.status !== 200) throw new Error(`The progress cannot be read: ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: Progress };
    const day: Day = { ...data.endOfDay, steps: data.steps };
    if (day.status === 'Stopped') throw new Error(`The end of the day stopped: ${day.problem}`);
    if (performance.now() > deadline) throw new Error('The end of the day took too long.');
    memory.sample(day.steps.find(({ startedAt, finishedAt }) => startedAt !== null && finishedAt === null)?.step);
    if (day.status !== 'Completed') continue;
    for (const step of day.steps)
      print({ scenario: 'end-of-day-step', online, ...stepLine(step), ...memory.of(step.step) });
    return print({
      scenario: 'end-of-day',
      date,
      accounts,
      loans,
      online,
      seconds: secondsBetween(day.startedAt, day.finishedAt),
      ...memory.ofDay(),
    });
  }
}

function stepLine({
  step,
  rowsDone,
  openExceptions,
  startedAt,
  finishedAt,
}: Day['steps'][number]): Record<string, unknown> {
  const seconds = secondsBetween(startedAt, finishedAt);
  return {
    step,
    rows: rowsDone,
    seconds,
    ...(seconds ? { perSecond: Math.round(rowsDone / seconds) } : {}),
    ...(openExceptions > 0 ? { openExceptions } : {}),
  };
}

async function transfersPerSecond(server: RunningServer, numbers: readonly string[]): Promise<number> {
  const pick = (): string => numbers[Math.floor(Math.random() * numbers.length)]!;
  const { perSecond } = await generateLoad({
    port: server.port,
    connections: CONNECTIONS,
    durationMs: LOAD_MS,
    warmUpMs: 1_000,
    path: '/api/transfer/v1/localfundtransfer',
    token: await authenticate(server),
    referencePrefix: `DAY-${process.pid}-${Date.now()}`,
    body: () => {
      const debitAccount = pick();
      let creditAccount = pick();
      while (creditAccount === debitAccount) creditAccount = pick();
      return JSON.stringify({
        debitAccount,
        creditAccount,
        amount: 150.5,
        narration: 'Bench transfer',
        postingsTransactionType: 3,
      });
    },
  });
  return perSecond;
}

/** The deposit accounts of the loaded accounts of record, which all belong to the sandbox's first customer. */
export async function completeAccounts(adminUrl: string, institutionId: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO deposit_account (institution_id, id, record_id, account_number, account_name, search_name, customer_id, product_id, branch_id, account_officer_staff_code, kyc_tier, date_opened, created_by, created_at)
       SELECT a.institution_id, a.id, gen_random_uuid(), a.number, a.name, lower(a.name), d.customer_id, a.product_id, d.branch_id, d.account_officer_staff_code, 3, current_date - 30, 'system:bench', now()
         FROM ledger_account a CROSS JOIN (SELECT * FROM deposit_account WHERE institution_id = $1 ORDER BY id LIMIT 1) d
        WHERE a.institution_id = $1 AND a.kind = 'customer' AND a.id > 1000000000`,
      [institutionId],
    );
    await client.query(
      `UPDATE ledger_account a SET branch_id = d.branch_id FROM deposit_account d WHERE d.institution_id = a.institution_id AND d.id = a.id AND a.institution_id = $1 AND a.branch_id IS NULL AND a.kind = 'customer'`,
      [institutionId],
    );
    // The money was there before the days that are closed.
    for (const table of ['posting', 'posting_entry'])
      await client.query(`UPDATE ${table} SET business_date = business_date - 30 WHERE institution_id = $1`, [
        institutionId,
      ]);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
