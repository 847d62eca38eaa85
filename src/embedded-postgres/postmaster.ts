import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolderOf } from './cluster';
import { ClusterStartError, endingReason } from './cluster-start-error';
import { commandLine, waitUntilGone } from './process-liveness';
import { ServerAccount, serverEnvironment } from './server-account';

const START_TIMEOUT_MS = 60_000;
const FAST_STOP_TIMEOUT_MS = 15_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 10;
const RETRY_DELAY_MS = 250;
const LOG_SIZE_MAX_BYTES = 10 * 1024 * 1024;
/** A server that was just killed holds its lock for a moment, and another process may take the free port in between. */
const WORTH_RETRYING = /lock file|pre-existing shared memory|Address already in use/;

export interface ServerStart {
  home: string;
  binDir: string;
  account: ServerAccount;
  /** Chosen by the operating system when absent. */
  port?: number;
  args: string[];
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws ClusterStartError with the server's reason.
 */
export async function startPostmaster(start: ServerStart): Promise<{ child: ChildProcess; port: number }> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = start.port ?? (await freePort());
    const logStart = rotateLog(start.home);
    const child = spawnPostmaster(start, port);
    if (await becomesReady(child, start.home, deadline)) return { child, port };
    const words = readFileSync(logFileOf(start.home)).subarray(logStart).toString().slice(-4000);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGQUIT');
      throw notStarted(start.home, `it was not ready after ${START_TIMEOUT_MS} ms`);
    }
    if (!WORTH_RETRYING.test(words) || performance.now() > deadline) {
      throw notStarted(start.home, endingReason(words));
    }
    await sleep(RETRY_DELAY_MS);
  }
}

function notStarted(home: string, reason: string): ClusterStartError {
  return new ClusterStartError(
    `the embedded PostgreSQL in ${home} does not start: ${reason}. Its log is ${logFileOf(home)}; put that right, or ` +
      'set DATA_DIR to another folder.',
  );
}

/**
 * Stops a server that a killed process left running in this home. It is not reused: its watchdog may be stopping it,
 * and it runs with its old settings.
 *
 * @returns true when a server was running.
 * @throws ClusterStartError when that server does not stop.
 */
export async function stopLeftover(home: string): Promise<boolean> {
  const pid = readPidFile(home)?.pid;
  if (pid === undefined || !commandLine(pid).includes(dataFolderOf(home))) return false;
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_TIMEOUT_MS],
    ['SIGQUIT', IMMEDIATE_STOP_TIMEOUT_MS],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    if (await waitUntilGone(pid, timeoutMs)) return true;
  }
  throw new ClusterStartError(
    `the PostgreSQL left behind in ${home} does not stop; end process ${pid}, then start again`,
  );
}

/** Stops our own server: clients are disconnected and a checkpoint is written. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(impatience);
}

function spawnPostmaster({ home, binDir, account, args }: ServerStart, port: number): ChildProcess {
  const log = openSync(logFileOf(home), 'a', 0o600);
  // In its own session, because Ctrl-C in a terminal must reach the API first and the server last.
  const child = spawn(path.join(binDir, 'postgres'), ['-D', dataFolderOf(home), '-p', String(port), ...args], {
    ...account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  // A failed spawn also appears as "not ready"; without a listener it would end this process.
  child.once('error', () => undefined);
  return child;
}

async function becomesReady(child: ChildProcess, home: string, deadline: number): Promise<boolean> {
  while (
    child.pid !== undefined &&
    child.exitCode === null &&
    child.signalCode === null &&
    performance.now() < deadline
  ) {
    const pidFile = readPidFile(home);
    if (pidFile?.pid === child.pid && pidFile.status === 'ready') return true;
    await sleep(POLL_INTERVAL_MS);
  }
  return false;
}

/** The server keeps its process id in the first line of postmaster.pid and its state in the eighth. */
function readPidFile(home: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(path.join(dataFolderOf(home), 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
  } catch {
    return undefined;
  }
}

function logFileOf(home: string): string {
  return path.join(home, 'postgres.log');
}

/**
 * Limits the size of the log.
 * @returns the position at which the next start begins to write.
 */
function rotateLog(home: string): number {
  const file = logFileOf(home);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_SIZE_MAX_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
