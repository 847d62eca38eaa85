import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  removeAbandonedCluster,
  startEmbeddedPostgres,
} from '../src/embedded-postgres/embedded-postgres';

const POLL_MS = 200;
const START_ATTEMPTS_MAX = 50;

/** A PostgreSQL with fsync that is restarted on the same port after every kill. */
export class PostgresUnderTest {
  private server!: EmbeddedPostgres;
  private stopping = false;
  private watching: Promise<void> | undefined;
  restarts = 0;

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly onPid: (pid: number) => void,
  ) {}

  async start(): Promise<void> {
    this.server = await this.launch();
    this.onPid(this.server.pid);
    this.watching = this.watch();
  }

  urlFor(database: string): string {
    return this.server.urlFor(database);
  }

  /** Stops it for good and removes its files. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.watching;
    await this.server.stop();
    await removeAbandonedCluster(this.dataDir);
  }

  private async watch(): Promise<void> {
    while (!this.stopping) {
      await sleep(POLL_MS);
      if (this.stopping || isAlive(this.server.pid)) continue;
      await this.server.stop();
      this.server = await this.launch();
      this.restarts += 1;
      this.onPid(this.server.pid);
    }
  }

  /** The processes of a killed server take a moment to go, and a new one refuses to start beside them. */
  private async launch(): Promise<EmbeddedPostgres> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await startEmbeddedPostgres({
          dataDir: this.dataDir,
          port: this.port,
          database: 'corebank',
          settings: { max_connections: '200' },
        });
      } catch (error) {
        if (attempt === START_ATTEMPTS_MAX) throw error;
        await sleep(POLL_MS);
      }
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
