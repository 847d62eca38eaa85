import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../../src/seed/seed-sandbox';
import { InstalledCluster } from './installed-postgres';
import { buildStandby, COMMITS_WAIT } from './standby';
import { prepareTemplate } from './template';

const ROLES = readFileSync(path.resolve(__dirname, '..', '..', 'deploy', 'postgresql', 'roles.sql'), 'utf8');

/** A database with a sandbox on a primary server, and a standby for which every commit waits. */
export class ReplicatedClusters {
  private constructor(
    readonly primary: InstalledCluster,
    readonly standby: InstalledCluster,
    readonly sandbox: Sandbox,
  ) {}

  static async create(binDir: string): Promise<ReplicatedClusters> {
    const primary = await InstalledCluster.create(binDir);
    primary.run('psql', ['-Xq', '-c', 'CREATE DATABASE corebank', primary.url('postgres')]);
    sql(primary, ROLES);
    const sandbox = await prepareTemplate(primary.url('corebank', 'corebank_owner'));
    sql(primary, ROLES);
    const standby = await buildStandby(primary);
    sql(primary, `${COMMITS_WAIT}; SELECT pg_reload_conf();`);
    return new ReplicatedClusters(primary, standby, sandbox);
  }

  /** Runs statements on the primary as its superuser. @returns what psql prints */
  onPrimary(text: string): string {
    return sql(this.primary, text);
  }

  async remove(): Promise<void> {
    await this.standby.remove();
    await this.primary.remove();
  }
}

function sql(cluster: InstalledCluster, text: string): string {
  return cluster.run('psql', ['-X', '-qAt', '-v', 'ON_ERROR_STOP=1', '-f', '-', cluster.url('corebank')], {}, text);
}
