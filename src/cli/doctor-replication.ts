import { Client } from 'pg';
import { checked, type CheckItem } from '../common/health/check-item';

/** A standby server, as the primary sees it. What a role without `pg_read_all_stats` may not see is null. */
export interface Standby {
  name: string;
  state: string | null;
  /** Bytes of the log that it has not applied. */
  lagBytes: number | null;
  lagSeconds: number | null;
}

/** A replication slot that no standby uses: the server keeps the log for it. */
export interface IdleSlot {
  name: string;
  keptBytes: number;
}

/** The database of `DATABASE_REPLICA_URL`. */
export type Replica =
  { refusal: string } | { isStandby: false } | { isStandby: true; lagBytes: number; lagSeconds: number };

/** Facts about replication and the archive that `corebank doctor` judges. */
export interface Replication {
  standbys: Standby[];
  idleSlots: IdleSlot[];
  /** `synchronous_standby_names`; empty where commits wait for no standby. */
  synchronousNames: string;
  /** Standbys for which commits wait; undefined when the role may not see them. */
  synchronousStandbys: number | undefined;
  /** The file that the archive refused last, where nothing was archived since. */
  failedArchiveFile: string | null;
  /** Undefined without `DATABASE_REPLICA_URL`. */
  replica: Replica | undefined;
}

type Rows = <Row>(text: string) => Promise<Row[]>;

const MIB = 1_048_576;
const LAG_BYTES_MAX = 64 * MIB;
const LAG_SECONDS_MAX = 60;
/** A slot that is idle for a moment, while its standby starts again, is nothing to act on. */
const SLOT_BYTES_MAX = 1_024 * MIB;

const STANDBYS = `SELECT coalesce(nullif(application_name, ''), host(client_addr), 'process ' || pid) AS name, state,
    sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS "lagBytes",
    extract(epoch FROM replay_lag)::float8 AS "lagSeconds" FROM pg_stat_replication
  WHERE state IS DISTINCT FROM 'backup' ORDER BY 1`;

const IDLE_SLOTS = `SELECT slot_name AS name,
    coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 AS "keptBytes"
  FROM pg_replication_slots WHERE NOT active ORDER BY 1`;

const FAILED_ARCHIVE = `SELECT last_failed_wal AS file FROM pg_stat_archiver
  WHERE last_failed_time > coalesce(last_archived_time, '-infinity')`;

const POSITION = 'SELECT pg_current_wal_lsn()::text AS lsn';

/** @param rows reads from the primary */
export async function observeReplication(rows: Rows, replicaUrl: string | undefined): Promise<Replication> {
  const standbys = await rows<Standby & { sync_state: string | null }>(STANDBYS);
  const [synchronous] = await rows<{ names: string }>(`SELECT current_setting('synchronous_standby_names') AS names`);
  const [failed] = await rows<{ file: string }>(FAILED_ARCHIVE);
  const [position] = await rows<{ lsn: string }>(POSITION);
  const isHidden = standbys.some(({ state }) => state === null);
  return {
    standbys: standbys.map(({ sync_state: _, ...standby }) => standby),
    idleSlots: await rows<IdleSlot>(IDLE_SLOTS),
    synchronousNames: synchronous!.names,
    synchronousStandbys: isHidden
      ? undefined
      : standbys.filter(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum').length,
    failedArchiveFile: failed?.file ?? null,
    replica: replicaUrl === undefined ? undefined : await observeReplica(replicaUrl, position!.lsn),
  };
}

/** @param position the end of the primary's log a moment ago */
async function observeReplica(url: string, position: string): Promise<Replica> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ isStandby: boolean; lagBytes: number; lagSeconds: number }>(
      `SELECT pg_is_in_recovery() AS "isStandby",
          greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 AS "lagBytes",
          greatest(0, extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 AS "lagSeconds"`,
      [position],
    );
    const { isStandby, lagBytes, lagSeconds } = rows[0]!;
    return isStandby ? { isStandby, lagBytes, lagSeconds: lagBytes > 0 ? (lagSeconds ?? 0) : 0 } : { isStandby };
  } catch (error) {
    return { refusal: (error as Error).message };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Judges what was observed (docs/operations.md#doctor). */
export function replicationChecks(seen: Replication): CheckItem[] {
  return [
    standbysCheck(seen),
    synchronousCheck(seen),
    slotsCheck(seen),
    ...(seen.replica === undefined ? [] : [replicaCheck(seen.replica)]),
  ];
}

/** Judges whether the write-ahead log is archived without failures. */
export function archiveCheck(archiveMode: string | undefined, failedFile: string | null): CheckItem {
  if (archiveMode === 'off')
    return checked(
      'archiving',
      false,
      'archive_mode is off, so between backups nothing can be restored: set archive_mode and archive_command ' +
        '(docs/backup.md#archive-and-point-in-time), and restart PostgreSQL.',
    );
  return checked(
    'archiving',
    failedFile === null,
    failedFile === null
      ? 'The write-ahead log is archived.'
      : `The archive refuses ${failedFile}, and PostgreSQL keeps its log until the disk is full: correct ` +
          'archive_command or its target; the log of PostgreSQL has the reason.',
  );
}

function lagOf({ lagBytes, lagSeconds }: { lagBytes: number | null; lagSeconds: number | null }): string {
  return `${Math.ceil((lagBytes ?? 0) / MIB)} MiB and ${Math.round(lagSeconds ?? 0)} s behind`;
}

function isLate({ lagBytes, lagSeconds }: { lagBytes: number | null; lagSeconds: number | null }): boolean {
  return (lagBytes ?? 0) > LAG_BYTES_MAX || (lagSeconds ?? 0) > LAG_SECONDS_MAX;
}

function standbysCheck({ standbys }: Replication): CheckItem {
  const late = standbys.filter((standby) => isLate(standby) || (standby.state ?? 'streaming') !== 'streaming');
  const named = late.map((standby) => `${standby.name} (${standby.state ?? 'state unknown'}) is ${lagOf(standby)}`);
  if (late.length > 0)
    return checked(
      'standbys',
      false,
      `${named.join('; ')}: look at its network, disk and log; a failover now loses what it has not received.`,
    );
  if (standbys.length === 0) return checked('standbys', true, 'No standby server is connected.');
  if (standbys.some(({ state }) => state === null))
    return checked(
      'standbys',
      true,
      `Standby servers: ${standbys.length}. To see how far they are, GRANT pg_read_all_stats to the role of ` +
        'DATABASE_MIGRATION_URL.',
    );
  return checked(
    'standbys',
    true,
    `Standby servers: ${standbys.map((standby) => `${standby.name}, ${lagOf(standby)}`).join('; ')}.`,
  );
}

function synchronousCheck({ synchronousNames, synchronousStandbys }: Replication): CheckItem {
  if (synchronousNames === '')
    return checked('synchronous', true, 'Commits wait for no standby (synchronous_standby_names is empty).');
  const isServed = synchronousStandbys !== 0;
  return checked(
    'synchronous',
    isServed,
    isServed
      ? `Commits wait for ${synchronousNames}.`
      : `Commits wait for ${synchronousNames}, and no such standby is connected, so every movement hangs: start the ` +
          'standby, or set synchronous_standby_names to what is there and reload PostgreSQL.',
  );
}

function slotsCheck({ idleSlots }: Replication): CheckItem {
  const large = idleSlots.filter(({ keptBytes }) => keptBytes > SLOT_BYTES_MAX);
  const named = large.map(({ name, keptBytes }) => `${name} keeps ${Math.ceil(keptBytes / MIB)} MiB of log`);
  return checked(
    'replication-slots',
    large.length === 0,
    large.length === 0
      ? `Idle replication slots: ${idleSlots.length}.`
      : `${named.join('; ')} for a standby that does not fetch it: start the standby, or SELECT ` +
          'pg_drop_replication_slot of the name, before the disk is full.',
  );
}

function replicaCheck(replica: Replica): CheckItem {
  if ('refusal' in replica)
    return checked(
      'replica',
      false,
      `The database of DATABASE_REPLICA_URL cannot be read (${replica.refusal}): correct the variable, or remove it, ` +
        'and reports read the main database.',
    );
  if (!replica.isStandby)
    return checked(
      'replica',
      false,
      'DATABASE_REPLICA_URL names a database that is no standby, so reports would read something else than the ' +
        'books: name a standby of the main database, or remove the variable.',
    );
  return checked(
    'replica',
    !isLate(replica),
    isLate(replica)
      ? `The replica of reports is ${lagOf(replica)}: look at its network, disk and log, or remove ` +
          'DATABASE_REPLICA_URL until it has caught up.'
      : `The replica of reports is ${lagOf(replica)}.`,
  );
}
