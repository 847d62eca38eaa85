import { InstalledCluster } from './installed-postgres';

/** The name by which a primary knows its standby. */
export const STANDBY = 'second';

/** After a crash of the primary, its standby is back within moments. */
const RECONNECTS_AFTER = { wal_retrieve_retry_interval: '200ms' };

/**
 * A standby from a base backup of the running primary, which goes on working meanwhile.
 * @param settings of the server, as the primary has them
 * @param port where the standby finds the primary
 */
export async function buildStandby(
  primary: InstalledCluster,
  settings: Record<string, string> = {},
  port = primary.port,
): Promise<InstalledCluster> {
  const standby = await InstalledCluster.prepare(primary.binDir);
  const from = new URL(`${primary.url('postgres')}?application_name=${STANDBY}`);
  from.port = String(port);
  const args = ['-D', standby.dataFolder, '-R', '-X', 'stream', '-c', 'fast', '-d', from.href];
  try {
    await standby.runBeside('pg_basebackup', args);
    await standby.start({ ...settings, ...RECONNECTS_AFTER }, 'standby');
  } catch (error) {
    await standby.remove();
    throw error;
  }
  return standby;
}

/** A statement for a primary: from now on every commit waits until the standby has it. */
export const COMMITS_WAIT = `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`;
