import { remedyForUndistributed } from '../common/database/distribution/undistributed';
import { remedyForRights } from '../common/database/serving-rights';
import { checked, type CheckItem } from '../common/health/check-item';
import { archiveCheck, type Replication, replicationChecks } from './doctor-replication';

/** Facts of the machine, the database and the program, as `corebank doctor` finds them. */
export interface Observations {
  nodeVersion: string;
  programVersion: string;
  /** Version of the server, such as `17.10`. */
  serverVersion: string;
  /** Major versions of `pg_dump` on the path; undefined where there is none. */
  dumpMajor: number | undefined;
  /** Milliseconds by which the database's clock is ahead of this machine's. */
  clockDifferenceMs: number;
  /** Settings of the server by name. */
  settings: Record<string, string>;
  /** Migrations that the database does not have. */
  pendingMigrations: string[];
  /** Tables of a distributed database that are on the coordinator only. */
  undistributedTables: string[];
  servingRole: string;
  /** Grants that the serving role lacks, as statements; undefined where there is no such role. */
  missingRights: string[] | undefined;
  /** Undefined behind a pooler, whose own limits count. */
  poolSize: number | undefined;
  /** Bytes of the database, and free bytes where the data folder is. */
  databaseBytes: number;
  freeBytes: number;
  replication: Replication;
  /** The refusal of the program to serve this database, such as a master key that does not fit. */
  startRefusal: string | undefined;
}

const MIB = 1_048_576;
const CLOCK_TOLERANCE_MS = 1_000;
const FREE_BYTES_MIN = 2_048 * MIB;
const SERVER_MAJOR_MIN = 14;
/** Settings without which an acknowledged movement can be lost. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;
/** Connections of a process beside its pool: the ledger's eight, and the one that gives out identifiers. */
const CONNECTIONS_BESIDE_POOL = 9;
/** Connections that the server must take beside a pool: the process's others, and one for an operator. */
const CONNECTIONS_RESERVED = CONNECTIONS_BESIDE_POOL + 1;

const majorOf = (version: string): number => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

/** Judges what `corebank doctor` observed (docs/operations.md#doctor). */
export function doctorChecks(seen: Observations): CheckItem[] {
  return [
    ...versionChecks(seen),
    ...databaseChecks(seen),
    ...replicationChecks(seen.replication),
    ...machineChecks(seen),
  ];
}

function versionChecks({ nodeVersion, programVersion, serverVersion, dumpMajor }: Observations): CheckItem[] {
  const serverMajor = majorOf(serverVersion);
  const isNodeNew = majorOf(nodeVersion) >= 20;
  const checks = [
    checked(
      'node',
      isNodeNew,
      isNodeNew ? `Node ${nodeVersion}.` : `Node ${nodeVersion} is too old: use 20.19 or newer.`,
    ),
    checked('program', true, `corebank ${programVersion}.`),
    checked(
      'postgresql',
      serverMajor >= SERVER_MAJOR_MIN,
      serverMajor >= SERVER_MAJOR_MIN
        ? `PostgreSQL ${serverVersion}.`
        : `PostgreSQL ${serverVersion} is too old: use ${SERVER_MAJOR_MIN} or newer.`,
    ),
  ];
  if (dumpMajor === undefined)
    return [...checks, checked('tools', true, 'There is no pg_dump here; backups must run elsewhere.')];
  const dumps = dumpMajor >= serverMajor;
  return [
    ...checks,
    checked(
      'tools',
      dumps,
      dumps
        ? `pg_dump ${dumpMajor}.`
        : `pg_dump ${dumpMajor} cannot dump PostgreSQL ${serverMajor}: install its tools.`,
    ),
  ];
}

function databaseChecks(seen: Observations): CheckItem[] {
  const { settings, pendingMigrations, startRefusal } = seen;
  const unsafe = DURABLE.filter((name) => settings[name] === 'off');
  return [
    checked(
      'start',
      startRefusal === undefined,
      startRefusal ?? 'The program accepts the database and the master key.',
    ),
    checked(
      'migrations',
      pendingMigrations.length === 0,
      pendingMigrations.length === 0
        ? 'The schema is up to date.'
        : `Missing: ${pendingMigrations.length}, of which the first is ${pendingMigrations[0]}. Run corebank migrate.`,
    ),
    ...distributionCheck(seen),
    rightsCheck(seen),
    checked(
      'durability',
      unsafe.length === 0,
      unsafe.length === 0
        ? `synchronous_commit is ${settings.synchronous_commit ?? 'unknown'}.`
        : `Off: ${unsafe.join(', ')}. A crash can lose acknowledged movements: turn them on.`,
    ),
    connectionsCheck(seen),
    archiveCheck(settings.archive_mode, seen.replication.failedArchiveFile),
  ];
}

function connectionsCheck({ settings, poolSize }: Observations): CheckItem {
  const connections = Number(settings.max_connections ?? 0);
  if (poolSize === undefined)
    return checked(
      'connections',
      true,
      `The server takes ${connections} connections; the pooler says how many it uses.`,
    );
  const enough = connections >= poolSize + CONNECTIONS_RESERVED;
  return checked(
    'connections',
    enough,
    enough
      ? `The server takes ${connections} connections; a process uses up to ${poolSize + CONNECTIONS_BESIDE_POOL}.`
      : `The server takes ${connections} connections: too few for a pool of ${poolSize} and ${CONNECTIONS_RESERVED} ` +
          'more. Raise max_connections, or lower DATABASE_POOL_SIZE.',
  );
}

/** Only a distributed database has such tables; of any other there is nothing to say. */
function distributionCheck({ undistributedTables }: Observations): CheckItem[] {
  const remedy = remedyForUndistributed(undistributedTables);
  return remedy === undefined ? [] : [checked('distribution', false, remedy)];
}

function rightsCheck({ servingRole, missingRights }: Observations): CheckItem {
  if (missingRights === undefined)
    return checked(
      'rights',
      false,
      `There is no role ${servingRole}: run deploy/postgresql/roles.sql as a superuser, or correct DATABASE_ROLE.`,
    );
  const isComplete = missingRights.length === 0;
  return checked(
    'rights',
    isComplete,
    isComplete
      ? `The serving role ${servingRole} has every right that migrations grant.`
      : `The serving role ${servingRole} lacks rights. ${remedyForRights(missingRights)}`,
  );
}

function machineChecks({ clockDifferenceMs, databaseBytes, freeBytes }: Observations): CheckItem[] {
  const isClockRight = Math.abs(clockDifferenceMs) <= CLOCK_TOLERANCE_MS;
  const isRoomy = freeBytes >= FREE_BYTES_MIN;
  return [
    checked(
      'clock',
      isClockRight,
      isClockRight
        ? `The database's clock differs by ${clockDifferenceMs} ms.`
        : `The database's clock differs by ${clockDifferenceMs} ms: synchronise both machines.`,
    ),
    checked('database-size', true, `The database has ${Math.ceil(databaseBytes / MIB)} MiB.`),
    checked(
      'disk',
      isRoomy,
      `${Math.floor(freeBytes / MIB)} MiB are free in the data folder` +
        (isRoomy ? '.' : '; 2,048 MiB are needed: enlarge the disk of DATA_DIR, or remove what is not needed.'),
    ),
  ];
}
