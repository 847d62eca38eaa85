import { doctorChecks, type Observations } from './doctor-checks';

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
  servingRole: 'corebank_app',
  missingRights: [],
  poolSize: 16,
  databaseBytes: 1_048_576,
  freeBytes: 10_737_418_240,
  standbys: 1,
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
    ['missing migrations', { pendingMigrations: ['AddX1'] }, 'migrations', /^Missing: AddX1\. Run corebank migrate/],
    [
      'missing rights',
      { missingRights: ['GRANT SELECT ON "posting" TO "corebank_app";'] },
      'rights',
      /lacks rights\. As the owner of the schema run: GRANT SELECT ON "posting" TO "corebank_app";$/,
    ],
    ['a serving role that is not there', { missingRights: undefined }, 'rights', /^There is no role corebank_app: run/],
    ['fsync that is off', { settings: { ...HEALTHY.settings, fsync: 'off' } }, 'durability', /^Off: fsync\./],
    ['no archive', { settings: { ...HEALTHY.settings, archive_mode: 'off' } }, 'archiving', /nothing can be restored/],
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
