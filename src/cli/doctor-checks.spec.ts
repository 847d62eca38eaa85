import { doctorChecks, type Observations } from './doctor-checks';
import type { Replication } from './doctor-replication';

const REPLICATION: Replication = {
  standbys: [{ name: 'lagos2', state: 'streaming', lagBytes: 4_096, lagSeconds: 0.2 }],
  idleSlots: [],
  synchronousNames: 'lagos2',
  synchronousStandbys: 1,
  failedArchiveFile: null,
  replica: { isStandby: true, lagBytes: 0, lagSeconds: 0 },
};
const replicated = (change: Partial<Replication>): Partial<Observations> => ({
  replication: { ...REPLICATION, ...change },
});
const GIB = 1_073_741_824;

const HEALTHY: Observations = {
  nodeVersion: 'v20.19.0',
  programVersion: '0.1.0',
  serverVersion: '17.10',
  dumpMajor: 17,
  clockDifferenceMs: -3,
  settings: {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    archive_mode: 'on',
  },
  pendingMigrations: [],
  undistributedTables: [],
  servingRole: 'corebank_app',
  missingRights: [],
  poolSize: 16,
  databaseBytes: 1_048_576,
  freeBytes: 10_737_418_240,
  replication: REPLICATION,
  startRefusal: undefined,
};

const wrong = (change: Partial<Observations>): [string, string][] =>
  doctorChecks({ ...HEALTHY, ...change })
    .filter(({ ok }) => !ok)
    .map(({ name, message }) => [name, message]);

describe('doctorChecks', () => {
  it('finds nothing wrong with a healthy installation, with or without tools for backups', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ dumpMajor: undefined })).toEqual([]);
    expect(wrong({ dumpMajor: 18 })).toEqual([]);
    expect(wrong(replicated({ replica: undefined, standbys: [], synchronousNames: '' }))).toEqual([]);
    const hidden = { name: 'lagos2', state: null, lagBytes: null, lagSeconds: null };
    expect(wrong(replicated({ standbys: [hidden], synchronousStandbys: undefined }))).toEqual([]);
  });

  it.each<[string, Partial<Observations>, string, RegExp]>([
    ['an old Node', { nodeVersion: 'v18.20.0' }, 'node', /use 20\.19 or newer/],
    ['an old server', { serverVersion: '13.4' }, 'postgresql', /use 14 or newer/],
    ['tools that are older than the server', { dumpMajor: 15 }, 'tools', /pg_dump 15 cannot dump PostgreSQL 17/],
    [
      'a start that is refused',
      { startRefusal: 'The master key does not fit.' },
      'start',
      /^The master key does not fit/,
    ],
    [
      'missing migrations',
      { pendingMigrations: ['AddX1', 'AddX2'] },
      'migrations',
      /^Missing: 2, .* first is AddX1\. Run/,
    ],
    [
      'tables of a later migration on the coordinator only',
      { undistributedTables: ['newer'] },
      'distribution',
      /^On the coordinator only: newer\. Run corebank distribute/,
    ],
    [
      'missing rights',
      { missingRights: ['GRANT SELECT ON "posting" TO "corebank_app";'] },
      'rights',
      /lacks rights\. As the owner of the schema run: GRANT SELECT ON "posting" TO "corebank_app";$/,
    ],
    ['a serving role that is not there', { missingRights: undefined }, 'rights', /^There is no role corebank_app: run/],
    ['fsync that is off', { settings: { ...HEALTHY.settings, fsync: 'off' } }, 'durability', /^Off: fsync\./],
    ['no archive', { settings: { ...HEALTHY.settings, archive_mode: 'off' } }, 'archiving', /nothing can be restored/],
    [
      'an archive that refuses',
      replicated({ failedArchiveFile: '0001' }),
      'archiving',
      /refuses 0001.*correct archive_command/,
    ],
    [
      'a standby that is late',
      replicated({ standbys: [{ name: 'lagos2', state: 'streaming', lagBytes: 1, lagSeconds: 61 }] }),
      'standbys',
      /^lagos2 \(streaming\) is 1 MiB and 61 s behind: look at/,
    ],
    [
      'a standby that does not stream',
      replicated({ standbys: [{ name: 'lagos2', state: 'catchup', lagBytes: 1, lagSeconds: null }] }),
      'standbys',
      /^lagos2 \(catchup\)/,
    ],
    [
      'commits that wait for a standby that is away',
      replicated({ synchronousStandbys: 0, standbys: [] }),
      'synchronous',
      /no such standby is connected.*start the standby, or set synchronous_standby_names/,
    ],
    [
      'a slot that keeps the log',
      replicated({ idleSlots: [{ name: 'old', keptBytes: 2 * GIB }] }),
      'replication-slots',
      /^old keeps 2048 MiB of log .*pg_drop_replication_slot/,
    ],
    ['a replica that is away', replicated({ replica: { refusal: 'refused' } }), 'replica', /\(refused\): correct the/],
    [
      'a replica that is none',
      replicated({ replica: { isStandby: false } }),
      'replica',
      /is no standby.*name a standby/,
    ],
    [
      'a replica that is late',
      replicated({ replica: { isStandby: true, lagBytes: 65 * 1_048_576, lagSeconds: 5 } }),
      'replica',
      /65 MiB and 5 s behind: look at/,
    ],
    ['too few connections', { poolSize: 91 }, 'connections', /too few for a pool of 91/],
    ['a clock that is behind', { clockDifferenceMs: -1_001 }, 'clock', /synchronise both machines/],
    ['a full disk', { freeBytes: 1_048_576 }, 'disk', /^1 MiB are free .*2,048 MiB are needed/],
  ])('names %s with its remedy, and nothing else', (_, change, name, message) => {
    expect(wrong(change)).toEqual([[name, expect.stringMatching(message)]]);
  });

  it('takes exactly the pool and ten more connections, and a second of difference between clocks', () => {
    expect(wrong({ poolSize: 90, clockDifferenceMs: 1_000 })).toEqual([]);
  });
});
