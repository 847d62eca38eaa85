import { Client } from 'pg';
import { InstalledCluster } from './installed-postgres';

const WORKERS = 2;

/** Databases are copies of one template, each with a daemon of Citus and many short connections between machines. */
const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: '400',
  max_prepared_transactions: '400',
  max_worker_processes: '64',
  wal_level: 'logical',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  'citus.node_conninfo': 'sslmode=disable',
};

/** A coordinator and its workers, each a server of its own on this machine. */
export class CitusCluster {
  private constructor(
    readonly coordinator: InstalledCluster,
    readonly workers: readonly InstalledCluster[],
    private readonly settings: Record<string, string>,
  ) {}

  /** @param settings of the servers beside the usual ones, which lose the last transactions of a killed server */
  static async create(binDir: string, settings: Record<string, string> = {}): Promise<CitusCluster> {
    const servers: InstalledCluster[] = [];
    try {
      for (let index = 0; index <= WORKERS; index += 1)
        servers.push(await InstalledCluster.create(binDir, { ...SETTINGS, ...settings }));
    } catch (error) {
      for (const server of servers) await server.remove();
      throw error;
    }
    return new CitusCluster(servers[0]!, servers.slice(1), { ...SETTINGS, ...settings });
  }

  get servers(): InstalledCluster[] {
    return [this.coordinator, ...this.workers];
  }

  /** Makes an empty database of this name on every machine, which the coordinator knows. */
  async createDatabase(name: string): Promise<string> {
    for (const server of this.servers) {
      await runStatements(server.url('postgres'), `CREATE DATABASE "${name}"`);
      await runStatements(server.url(name), 'CREATE EXTENSION citus');
    }
    const url = this.coordinator.url(name);
    await runStatements(
      url,
      `SELECT citus_set_coordinator_host('127.0.0.1', ${this.coordinator.port})`,
      ...this.workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
    );
    return url;
  }

  /** Starts a worker again that was stopped. */
  restart(worker: InstalledCluster): Promise<void> {
    return worker.start(this.settings);
  }

  async remove(): Promise<void> {
    for (const server of [...this.servers].reverse()) await server.remove();
  }
}

async function runStatements(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
