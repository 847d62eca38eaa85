import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ApiSettings {
  /** Folder with the built program that all of them run at first. */
  program: string;
  /** File of their standard output. */
  logFile: string;
  ports: readonly number[];
  env: Record<string, string>;
  /** Told of the processes whenever one begins, serves or ends. */
  onChange: (processes: { pid: number; serves: boolean }[]) => void;
}

interface Served {
  child: ChildProcess;
  /** Whether it has been ready to serve. */
  served: boolean;
}

/** End of a process of the API. */
export interface Exit {
  process: number;
  pid: number;
  at: number;
  code: number | null;
  signal: string | null;
  /** Whether it had been ready to serve. */
  served: boolean;
}

/** Long, because a machine may be busy with other work. */
const READY_TIMEOUT_MS = 180_000;
const RESTART_DELAY_MS = 200;
const LOOK_EVERY_MS = 200;
const PRELOADED = ['ends-with-parent.cjs', 'skewed-clock.cjs'];

/** The processes of the API. One that ends is started again, as a supervisor would. */
export class ApiProcesses {
  private readonly children: (Served | undefined)[];
  private readonly programs: string[];
  private stopping = false;
  readonly exits: Exit[] = [];

  constructor(private readonly settings: ApiSettings) {
    this.children = settings.ports.map(() => undefined);
    this.programs = settings.ports.map(() => settings.program);
  }

  async start(): Promise<void> {
    for (const index of this.children.keys()) this.launch(index);
    await this.untilReady();
  }

  /** Resolves once every process says that it is ready. */
  async untilReady(): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    for (const port of this.settings.ports) {
      while (!(await isReady(port))) {
        if (performance.now() > deadline) throw new Error(`The API on port ${port} did not become ready.`);
        await sleep(LOOK_EVERY_MS);
      }
    }
  }

  /**
   * Asks a process to stop and runs another program in its place; resolves once that serves.
   * @param onStop told of the process that is asked
   */
  async replace(index: number, program: string, onStop: (pid: number) => void): Promise<void> {
    const replaced = this.children[index]!;
    this.programs[index] = program;
    onStop(replaced.child.pid ?? 0);
    replaced.child.kill('SIGTERM');
    while (this.children[index] === replaced || !this.children[index]!.served) await sleep(LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.children.map((each) => (each ? ended(each.child) : Promise.resolve())));
  }

  private launch(index: number): void {
    const { logFile, env, ports } = this.settings;
    const log = fs.openSync(logFile, 'a');
    const preloaded = PRELOADED.flatMap((file) => ['-r', path.join(__dirname, file)]);
    const child = spawn(process.execPath, [...preloaded, path.join(this.programs[index]!, 'main.js')], {
      stdio: ['ignore', log, 'inherit'],
      env: { ...process.env, ...env, PORT: String(ports[index]) },
    });
    fs.closeSync(log);
    const served = { child, served: false };
    this.children[index] = served;
    this.changed();
    void this.watch(served, ports[index]!);
    child.once('exit', (code, signal) => {
      this.exits.push({ process: index, pid: child.pid ?? 0, at: Date.now(), code, signal, served: served.served });
      this.changed();
      if (!this.stopping) setTimeout(() => this.stopping || this.launch(index), RESTART_DELAY_MS);
    });
  }

  /** Notes when a process has become ready. */
  private async watch(served: Served, port: number): Promise<void> {
    while (!served.served && isAlive(served.child)) {
      await sleep(LOOK_EVERY_MS);
      served.served = await isReady(port);
    }
    this.changed();
  }

  private changed(): void {
    this.settings.onChange(
      this.children.flatMap((each) =>
        each ? [{ pid: each.child.pid ?? 0, serves: each.served && isAlive(each.child) }] : [],
      ),
    );
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

function ended(child: ChildProcess): Promise<void> {
  if (!isAlive(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (
      (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) })).status === 200
    );
  } catch {
    return false;
  }
}
