import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import serverFlags from '../scripts/lib/server-flags.cjs';

/** The line that the server prints for scripts once its sandbox is seeded. */
export interface SandboxFile {
  institutionCode: string;
  client: { clientId: string; clientSecret: string };
  staff: Record<string, { email: string; password: string }>;
  accounts: { accountNumber: string; accountName: string; balance: number }[];
  ledgers: { code: string; name: string }[];
}

export interface RunningServer {
  process: ChildProcess;
  port: number;
  sandbox: SandboxFile;
  /** Resident memory in MiB. */
  memoryMib(): number;
  /** Processor time used so far, in milliseconds. */
  cpuMs(): number;
  /** The environment of the process, for further processes on the same database. */
  environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 180_000;
const MS_PER_CLOCK_TICK = 10;

/**
 * Starts the built server as its users do, against the given database, with its sandbox.
 * @param flags further ones of V8
 */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  port: number,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX: 'true',
    LOG_LEVEL: 'warn',
    COREBANK_MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
  };
  const child = spawn(process.execPath, [...serverFlags, ...flags, 'dist/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The server did not become ready.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    process: child,
    port,
    environment,
    sandbox: JSON.parse(fs.readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile,
    memoryMib: () => residentMib(child.pid!),
    cpuMs: () => processCpuMs(child.pid!),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;
  } catch {
    return false;
  }
}

/** An access token of the sandbox's API client. */
export function authenticate({ port, sandbox }: RunningServer): Promise<string> {
  return tokenOf(port, '/api/auth/v1/authenticate', sandbox.client);
}

/** An access token of a member of the sandbox's staff, such as `administrator`. */
export function authenticateStaff({ port, sandbox }: RunningServer, part: string): Promise<string> {
  return tokenOf(port, '/api/admin/v1/login', sandbox.staff[part]);
}

async function tokenOf(port: number, path: string, credentials: unknown): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}

/** Processor time that a process has used, in milliseconds. */
export function processCpuMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_CLOCK_TICK;
}

/** Processor time that a process, its children and those that it has waited for have used, in milliseconds. */
export function familyCpuMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const waitedForMs = (Number(fields[13]) + Number(fields[14])) * MS_PER_CLOCK_TICK;
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const ofChild = (child: string): number => {
    try {
      return processCpuMs(Number(child));
    } catch {
      return 0;
    }
  };
  return children.map(ofChild).reduce((sum, ms) => sum + ms, processCpuMs(pid) + waitedForMs);
}

/** Resident memory of a process; 0 for one that has ended. */
export function residentMib(pid: number): number {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
