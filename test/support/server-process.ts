import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { poolerSettings } from './pooler-settings';
import { MASTER_KEY } from './test-config';

const ROOT = path.resolve(__dirname, '..', '..');
const START_TIMEOUT_MS = 90_000;
/** Arguments of node that compile the server while it is loaded. */
const FROM_SOURCES = ['-r', './scripts/lib/register-swc.cjs', 'src/main.ts'];

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The whole server as a process of its own, for tests of memory, signals and exits. */
export class ServerProcess {
  /** Output so far: its log, one JSON object a line. */
  output = '';

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /**
   * Starts it against a database and waits until it is ready.
   * @param settings variables of its environment beside the usual ones.
   * @param healthPort the port of the health routes; by default the port of the API.
   * @param program arguments of node, where the server was compiled before.
   * @param node the program that runs it; by default the one that runs the tests.
   */
  static async start(
    databaseUrl: string,
    settings: Record<string, string> = {},
    healthPort?: number,
    program: readonly string[] = FROM_SOURCES,
    node = process.execPath,
  ): Promise<ServerProcess> {
    const port = settings.PORT ?? String(await freePort());
    const usual = {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      ...poolerSettings(databaseUrl),
      PORT: port,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      COREBANK_MASTER_KEY: MASTER_KEY,
    };
    const child = spawn(node, [...program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...usual, ...settings },
    });
    const server = new ServerProcess(child, `http://127.0.0.1:${port}`);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (server.output += text));
    await server.untilReady(`http://127.0.0.1:${healthPort ?? port}/health/ready`);
    return server;
  }

  /** Sends a signal and answers the exit code, null after a signal that is not handled. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
    return this.child.exitCode;
  }

  private async untilReady(healthUrl: string): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (
      !(await fetch(healthUrl).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (this.child.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
