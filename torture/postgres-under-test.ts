import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  removeAbandonedCluster,
  startEmbeddedPostgres,
} from '../src/embedded-postgres/embedded-postgres';
import type { DatabaseUnderTest, Primary } from './database-under-test';

const POLL_MS = 200;
const START_ATTEMPTS_MAX = 50;

/** One embedded PostgreSQL with fsync that is restarted on the same port after every kill. */
export class PostgresUnderTest implements DatabaseUnderTest {
  private server!: EmbeddedPostgres;
  private stopping = false;
  private watching: Promise<void> | undefined;
  restarts = 0;

  constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly onPrimary: (primary: Primary) => void,
  ) {}

  async start(): Promise<void> {
    this.server = await this.launch();
    this.announce();
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

  private announce(): void {
    this.onPrimary({ pid: this.server.pid, url: this.urlFor('corebank') });
  }

  private async watch(): Promise<void> {
    while (!this.stopping) {
      await sleep(POLL_MS);
      if (this.stopping || isAlive(this.server.pid)) continue;
      await this.server.stop();
      this.server = await this.launch();
      this.restarts += 1;
      this.announce();
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
