import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import serverFlags from '../scripts/lib/server-flags.cjs';
import type { BenchAccounts } from './accounts';
import { createEndpoint } from './events';
import { authenticate, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const TYPES = ['account.debited', 'account.credited'];
const WORKERS = 24;
/** Few accounts, so that many events are of one resource. */
const ACCOUNTS = 500;
const KILL_EVERY_MS = 6_000;
const SETTLE_MS = 600_000;
/** A delivery that a kill interrupted comes when the lease of its endpoint has ended. */
const QUIET_MS = 45_000;

/** Keeps, for each account, the balances of its events in the order in which they first came. */
class OrderedSink {
  readonly balances = new Map<string, number[]>();
  readonly seen = new Set<string>();
  received = 0;
  readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.keep(JSON.parse(Buffer.concat(chunks).toString('utf8')) as SinkEvent);
      response.writeHead(204).end();
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  private keep({ id, resource, data }: SinkEvent): void {
    this.received += 1;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    const list = this.balances.get(resource.id);
    if (list) list.push(data.balance);
    else this.balances.set(resource.id, [data.balance]);
  }
}

interface SinkEvent {
  id: string;
  resource: { id: string };
  data: { balance: number };
}

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

  kill(): void {
    this.kills += 1;
    this.child?.kill('SIGKILL');
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
  const sink = new OrderedSink();
  const id = await createEndpoint(server, await sink.listen(), TYPES);
  const token = await authenticate(server);
  const { rows: begun } = await database.query<{ last: string }>('SELECT max(posting_id) AS last FROM posting_entry');
  await server.stop();
  const processes = [server.port + 1, server.port + 2].map((port) => new KilledProcess(environment, port));
  for (const started of processes) started.start();
  let written = 0;
  const count = async (): Promise<number> =>
    Number(
      (
        await database.query<{ n: string }>('SELECT count(*) AS n FROM posting_entry WHERE posting_id > $1', [
          begun[0]!.last,
        ])
      ).rows[0]!.n,
    );
  let turn = 0;
  const killer = setInterval(() => {
    const victim = processes[(turn += 1) % processes.length]!;
    victim.kill();
    setTimeout(() => victim.start(), 500);
  }, KILL_EVERY_MS);
  const counter = setInterval(() => void count().then((n) => (written = n)), 1_000);
  await drive(
    processes.map(({ port }) => port),
    token,
    numbers.slice(0, ACCOUNTS),
    () => written >= wanted,
  );
  clearInterval(counter);
  const total = await count();
  // Half of the kills come while only deliveries are left.
  await waitUntil(() => sink.seen.size >= total / 2, SETTLE_MS);
  clearInterval(killer);
  const isDelivered = await waitUntil(() => sink.seen.size >= total, SETTLE_MS);
  if (!isDelivered) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const result = await compare(database, Number(begun[0]!.last), sink);
  print({
    scenario: 'event-kills',
    events: total,
    kills: processes.reduce((sum, { kills }) => sum + kills, 0),
    received: sink.received,
    repeated: sink.received - sink.seen.size,
    ...result,
    endpoint: id,
  });
  for (const running of processes) running.stop();
  sink.server.closeAllConnections();
  sink.server.close();
  await database.end();
  if (result.lost > 0 || result.outOfOrder > 0) throw new Error('Events were lost or came out of their order.');
}

async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (!isDone() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 500));
  return isDone();
}

/** Compares what came with the entries of the books, account by account. */
async function compare(
  database: Client,
  after: number,
  sink: OrderedSink,
): Promise<{ accounts: number; lost: number; outOfOrder: number }> {
  const { rows } = await database.query<{ number: string; balances: string[] }>(
    `SELECT a.number, array_agg(e.balance_after_kobo::text ORDER BY e.seq) AS balances
       FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
      WHERE e.posting_id > $1 AND a.kind = 'customer' GROUP BY a.number`,
    [after],
  );
  let lost = 0;
  let outOfOrder = 0;
  for (const { number, balances } of rows) {
    const came = sink.balances.get(number) ?? [];
    lost += Math.max(0, balances.length - came.length);
    if (came.some((balance, index) => Math.round(balance * 100) !== Number(balances[index]))) outOfOrder += 1;
  }
  return { accounts: rows.length, lost, outOfOrder };
}
