import { setTimeout as sleep } from 'node:timers/promises';
import { InstalledCluster } from '../test/support/installed-postgres';
import { freePort } from '../test/support/server-process';
import { buildStandby, COMMITS_WAIT, STANDBY } from '../test/support/standby';
import type { DatabaseUnderTest, Primary } from './database-under-test';
import { FaultyProxy } from './faulty-proxy';
import { withClient } from './with-client';

const SETTINGS = { max_connections: '200', wal_keep_size: '1GB' };
const POLL_MS = 200;
const ATTEMPTS_MAX = 50;
/** How far a standby is behind that nobody waits for, where the run is sabotaged. */
const BEHIND_MS = 3_000;
const FOR_EVER_MS = 2 ** 31 - 1;
const STANDBY_STREAMS = `SELECT 1 FROM pg_stat_replication WHERE application_name = '${STANDBY}' AND state = 'streaming'`;

/**
 * A primary with fsync, restarted after every kill, and a standby for which every commit waits: from the installed
 * PostgreSQL, because the embedded one has no `pg_basebackup`.
 */
export class ReplicatedPostgres implements DatabaseUnderTest {
  private primary!: InstalledCluster;
  private standby: InstalledCluster | undefined;
  private stopping = false;
  private promoting = false;
  private watching: Promise<void> | undefined;
  private readonly slowLines: FaultyProxy[] = [];
  restarts = 0;

  /**
   * @param isSynchronous false takes the promise away: commits wait for nobody, and the standby is seconds behind
   * @param onPrimary told of every server that becomes the primary
   */
  constructor(
    private readonly binDir: string,
    private readonly isSynchronous: boolean,
    private readonly onPrimary: (primary: Primary) => void,
  ) {}

  async start(): Promise<void> {
    this.primary = await InstalledCluster.create(this.binDir, SETTINGS);
    await withClient(this.primary.url('postgres'), (client) => client.query('CREATE DATABASE corebank'));
    this.announce();
    this.watching = this.watch();
    await this.giveStandby();
  }

  urlFor(database: string): string {
    return this.primary.url(database);
  }

  /**
   * Kills the primary for good and makes the standby the primary, without a standby of its own so far.
   * @returns the killed one, for the caller to remove
   */
  async promote(): Promise<InstalledCluster> {
    const { primary: old, standby } = this;
    if (standby === undefined) throw new Error('There is no standby to promote.');
    this.promoting = true;
    try {
      await old.stop('SIGKILL');
      await withClient(standby.url('postgres'), (client) => client.query('SELECT pg_promote(true, 60)'));
      this.primary = standby;
      this.standby = undefined;
      this.announce();
      return old;
    } finally {
      this.promoting = false;
    }
  }

  /** Builds a standby beside the load, again when the primary is killed meanwhile; then commits wait for it. */
  async giveStandby(): Promise<void> {
    for (let attempt = 1; !this.stopping; attempt += 1) {
      try {
        this.standby ??= await buildStandby(this.primary, SETTINGS, await this.lineToPrimary());
        await this.makeSynchronous();
        return;
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error;
        await sleep(POLL_MS);
      }
    }
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.watching;
    await this.standby?.remove();
    await this.primary?.remove();
    for (const line of this.slowLines) await line.close();
  }

  private async lineToPrimary(): Promise<number> {
    if (this.isSynchronous) return this.primary.port;
    const line = new FaultyProxy(this.primary.port);
    const port = await freePort();
    await line.listen(port);
    line.slow(BEHIND_MS, FOR_EVER_MS);
    this.slowLines.push(line);
    return port;
  }

  private async makeSynchronous(): Promise<void> {
    await withClient(this.primary.url('postgres'), async (client) => {
      if (this.isSynchronous) {
        await client.query(COMMITS_WAIT);
        await client.query('SELECT pg_reload_conf()');
      }
      while (!this.stopping && (await client.query(STANDBY_STREAMS)).rowCount === 0) await sleep(POLL_MS);
    });
  }

  /** Starts the primary again after every kill. */
  private async watch(): Promise<void> {
    while (!this.stopping) {
      await sleep(POLL_MS);
      if (this.stopping || this.promoting || this.primary.isRunning) continue;
      await this.startAgain(this.primary);
    }
  }

  private async startAgain(primary: InstalledCluster): Promise<void> {
    const isWanted = (): boolean => !this.stopping && !this.promoting && this.primary === primary;
    if (!(await startAfterKill(primary, isWanted))) return;
    this.restarts += 1;
    this.announce();
  }

  private announce(): void {
    this.onPrimary({ pid: this.primary.pid, url: this.urlFor('corebank') });
  }
}

/**
 * Starts a killed server; its last processes take a moment to go, and a new one refuses to start beside them.
 * @returns false when it is not wanted any more
 */
export async function startAfterKill(cluster: InstalledCluster, isWanted = (): boolean => true): Promise<boolean> {
  for (let attempt = 1; isWanted(); attempt += 1) {
    try {
      await cluster.start(SETTINGS);
      return isWanted();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
      await sleep(POLL_MS);
    }
  }
  return false;
}
