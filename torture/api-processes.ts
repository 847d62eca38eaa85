import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ApiSettings {
  /** Folder with the built program; a sabotaged copy in some runs. */
  dist: string;
  ports: readonly number[];
  env: Record<string, string>;
  /** Told of the process ids whenever they change. */
  onPids: (pids: number[]) => void;
}

const READY_TIMEOUT_MS = 60_000;
const RESTART_DELAY_MS = 200;

/** The processes of the API. One that dies is started again, as a supervisor would. */
export class ApiProcesses {
  private readonly children: (ChildProcess | undefined)[];
  private stopping = false;
  restarts = 0;

  constructor(private readonly settings: ApiSettings) {
    this.children = settings.ports.map(() => undefined);
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
        await sleep(100);
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.children.map((child) => (child ? ended(child) : Promise.resolve())));
  }

  private launch(index: number): void {
    const { dist, env, ports } = this.settings;
    const child = spawn(process.execPath, ['-r', path.join(__dirname, 'skewed-clock.cjs'), path.join(dist, 'main.js')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env, PORT: String(ports[index]) },
    });
    this.children[index] = child;
    this.settings.onPids(this.children.flatMap((each) => each?.pid ?? []));
    child.once('exit', () => {
      if (this.stopping) return;
      this.restarts += 1;
      setTimeout(() => this.stopping || this.launch(index), RESTART_DELAY_MS);
    });
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}
