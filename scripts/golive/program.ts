import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = path.resolve(__dirname, '..', '..');
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** The result of a command with `--json`. */
type CommandData = Record<string, unknown> & { ok: boolean };

/** The program as an operator runs it: its commands, and its server in production mode. */
export class Program {
  private server: ChildProcess | undefined;

  /**
   * @param environment the operator's variables
   * @param fromSources runs the sources instead of `dist`, for tests
   */
  constructor(
    private readonly environment: Record<string, string>,
    private readonly fromSources: boolean,
  ) {}

  /** Runs `corebank WORDS --json`. @throws Error with its output where the exit code is another than expected */
  async corebank(
    words: string[],
    more: Record<string, string> = {},
    expected: readonly number[] = [0],
  ): Promise<CommandData> {
    const child = spawn(process.execPath, [...this.entry('cli'), ...words, '--json'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...this.variables(), ...more },
    });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [status] = await ended;
    if (status === null || !expected.includes(status))
      throw new Error(`corebank ${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as CommandData;
  }

  /** Starts the server and waits until it is ready. */
  async start(): Promise<void> {
    this.server = spawn(process.execPath, this.entry('main'), {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: this.variables(),
    });
    const ready = `http://127.0.0.1:${this.environment.MANAGEMENT_PORT}/health/ready`;
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadline && this.server.exitCode === null) {
      const isReady = await fetch(ready).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await sleep(POLL_MS);
    }
    throw new Error('The server did not become ready.');
  }

  /** Stops the server as a deployment does. @returns its exit code */
  async stop(): Promise<number | null> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return null;
    if (server.exitCode !== null) return server.exitCode;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    return server.exitCode;
  }

  private entry(name: 'cli' | 'main'): string[] {
    return this.fromSources ? ['-r', './scripts/lib/register-swc.cjs', `src/${name}.ts`] : [`dist/${name}.js`];
  }

  /** Only what a server in production has: nothing of the operator's own shell but the path. */
  private variables(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...this.environment };
  }
}
