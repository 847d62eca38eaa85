import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { PROJECT_ROOT } from './source-tree';

const START_TIMEOUT_MS = 90_000;
const POLL_MS = 100;

/** A port that nobody has right now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The server as a process of its own, which a test may kill at any moment. */
export class KillableServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Resolves once it serves. `env` is its environment beside ours. */
  static async start(env: Record<string, string>): Promise<KillableServer> {
    const port = await freePort();
    const child = spawn(process.execPath, ['-r', './scripts/lib/register-swc.cjs', 'src/main.ts'], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent', ...env },
    });
    const server = new KillableServer(child, `http://127.0.0.1:${port}`);
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await fetch(`${server.url}/health/ready`).then((answer) => answer.ok, () => false))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return server;
  }

  /** `kill -9`: nothing is finished, released or told. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }
}
