import { type ChildProcess, spawn } from 'node:child_process';
import { Client } from 'pg';
import serverFlags from '../scripts/lib/server-flags.cjs';
import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';
import { ACCOUNT_EVENTS, EventSink, presentMoment } from '../torture/event-sink';
import type { BenchAccounts } from './accounts';
import { createEndpoint } from './events';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const WORKERS = 24;
/** Few accounts, so that many events are of one resource. */
const ACCOUNTS = 500;
/** How long a process works before it is killed, counted from its first answer. */
const WORKS_MS = 12_000;
const SETTLE_MS = 600_000;
/** A delivery that a kill interrupted comes when the lease of its endpoint has ended. */
const QUIET_MS = 45_000;

/** A further process of the program beside the first, which is killed and started again. */
class KilledProcess {
  private child: ChildProcess | undefined;
  kills = 0;

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    readonly port: number,
  ) {}

  start(): void {
    this.child = spawn(process.execPath, [...serverFlags, 'dist/main.js'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...this.environment, PORT: String(this.port), MIGRATE_ON_START: 'false', SANDBOX: 'false' },
    });
  }

  async kill(): Promise<void> {
    this.kills += 1;
    const gone = new Promise((resolve) => this.child?.once('exit', resolve));
    this.child?.kill('SIGKILL');
    await gone;
  }

  /** @returns whether the process answers */
  answers(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/`).then(
      (answer) => answer.text().then(() => true),
      () => false,
    );
  }

  stop(): void {
    this.child?.kill('SIGTERM');
  }
}

/** Sends transfers to whichever process answers, until enough events have been written. */
async function drive(ports: number[], token: string, numbers: string[], isEnough: () => boolean): Promise<void> {
  let sent = 0;
  const pick = (): string => numbers[Math.floor(Math.random() * numbers.length)]!;
  const work = async (): Promise<void> => {
    while (!isEnough()) {
      const debitAccount = pick();
      const creditAccount = pick();
      if (debitAccount === creditAccount) continue;
      sent += 1;
      const body = { debitAccount, creditAccount, amount: 1.5, narration: 'Kill', postingsTransactionType: 3 };
      await fetch(`http://127.0.0.1:${ports[sent % ports.length]}/api/transfer/v1/localfundtransfer`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'request-reference': `KILL-${process.pid}-${sent}`,
        },
        body: JSON.stringify(body),
        // The process may have been killed; the books, not the answers, say what happened.
      }).then(
        (answer) => answer.text(),
        () => new Promise((resolve) => setTimeout(resolve, 50)),
      );
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

/**
 * `--event-kills EVENTS`: two processes post and deliver, and are killed in turns; afterwards every entry of an account
 * must have come to the receiver, in the order of the account's entries.
 */
export async function measureEventKills(
  server: RunningServer,
  databaseUrl: string,
  { numbers }: BenchAccounts,
  environment: NodeJS.ProcessEnv,
  wanted: number,
  print: Print,
): Promise<void> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const sink = new EventSink();
  const id = await createEndpoint(server, await sink.listen(), ACCOUNT_EVENTS);
  const token = await authenticate(server);
  const begun = await presentMoment(database);
  await server.stop();
  const processes = [server.port + 1, server.port + 2].map((port) => new KilledProcess(environment, port));
  for (const started of processes) started.start();
  let written = 0;
  const count = async (): Promise<number> =>
    Number(
      (await database.query<{ n: string }>('SELECT count(*) AS n FROM posting_entry WHERE posted_at > $1', [begun]))
        .rows[0]!.n,
    );
  let isKilling = true;
  const killer = killInTurns(processes, () => isKilling);
  const counter = setInterval(() => void count().then((n) => (written = n)), 1_000);
  const progress = setInterval(() => {
    const kills = processes.reduce((sum, each) => sum + each.kills, 0);
    process.stderr.write(`${written} events written, ${sink.size} delivered, ${kills} kills\n`);
  }, 10_000);
  await drive(
    processes.map(({ port }) => port),
    token,
    numbers.slice(0, ACCOUNTS),
    () => written >= wanted,
  );
  clearInterval(counter);
  const total = await count();
  // Half of the kills come while only deliveries are left.
  await waitUntil(() => sink.size >= total / 2, SETTLE_MS);
  isKilling = false;
  await killer;
  const isDelivered = await waitUntil(() => sink.size >= total, SETTLE_MS);
  if (!isDelivered) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const { lost, outOfOrder } = await sink.compare(database, SANDBOX_INSTITUTION.institutionId, begun);
  print({
    scenario: 'event-kills',
    events: total,
    kills: processes.reduce((sum, { kills }) => sum + kills, 0),
    received: sink.received,
    repeated: sink.received - sink.size,
    lost,
    outOfOrder,
    endpoint: id,
  });
  clearInterval(progress);
  for (const running of processes) running.stop();
  sink.close();
  await database.end();
  if (lost.length > 0 || outOfOrder.length > 0) throw new Error('Events were lost or came out of their order.');
}

/** Kills the processes in turns, each after it has worked for a while, and starts it again. */
async function killInTurns(processes: KilledProcess[], goesOn: () => boolean): Promise<void> {
  for (let turn = 0; goesOn(); turn += 1) {
    const victim = processes[turn % processes.length]!;
    while (goesOn() && !(await victim.answers())) await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise((resolve) => setTimeout(resolve, WORKS_MS));
    if (!goesOn()) return;
    await victim.kill();
    victim.start();
  }
}

async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
  return isDone();
}
