import { readPooledDatabase } from './database-pooler';
import { EnvironmentReader } from './environment-reader';

const POOLER = 'postgres://server@pooler.example:6432/corebank';
const POSTGRES = 'postgres://owner@db.example/corebank';

type Settings = ReturnType<typeof readPooledDatabase> & { problems: string[] };

function read(env: Record<string, string>): Settings {
  const reader = new EnvironmentReader(env);
  const settings = readPooledDatabase(reader, POOLER);
  return { ...settings, problems: reader.problems.map(({ name, message }) => `${name} ${message}`) };
}

describe('the settings of a pooler', () => {
  it('migrate through DATABASE_URL and prepare statements where there is no pooler', () => {
    expect(read({})).toEqual({
      databasePooler: 'none',
      preparedStatements: true,
      migrationUrl: POOLER,
      migrateOnStart: true,
      problems: [],
    });
  });

  it('migrate through an address of their own, and prepare no statement, behind a pooler', () => {
    const pooled = { DATABASE_POOLER: 'transaction', DATABASE_MIGRATION_URL: POSTGRES };
    expect(read(pooled)).toMatchObject({ preparedStatements: false, migrationUrl: POSTGRES, problems: [] });
    expect(read({ ...pooled, DATABASE_PREPARED_STATEMENTS: 'true' })).toMatchObject({ preparedStatements: true });
  });

  it('need no address for migrations where the server runs none', () => {
    const settings = read({ DATABASE_POOLER: 'transaction', MIGRATE_ON_START: 'false' });
    expect(settings).toMatchObject({ migrationUrl: undefined, problems: [] });
  });

  it('change nothing of the embedded database, which is behind no pooler', () => {
    const reader = new EnvironmentReader({ DATABASE_POOLER: 'transaction' });
    expect(readPooledDatabase(reader, undefined)).toMatchObject({ databasePooler: 'none', preparedStatements: true });
    expect(reader.problems).toEqual([]);
  });

  it.each([
    ['no address for migrations', {}, /^DATABASE_MIGRATION_URL is required with DATABASE_POOLER=transaction/],
    [
      'the pooler itself for migrations',
      { DATABASE_MIGRATION_URL: POOLER.replace('server', 'owner') },
      /not the pooler/,
    ],
    ['another pooler', { DATABASE_POOLER: 'session', MIGRATE_ON_START: 'false' }, /^DATABASE_POOLER must be one of/],
  ])('are refused with %s', (_name, env, problem) => {
    expect(read({ DATABASE_POOLER: 'transaction', ...env }).problems).toEqual([expect.stringMatching(problem)]);
  });

  it('accept another name of the database at the same pooler, which may keep sessions', () => {
    const DATABASE_MIGRATION_URL = 'postgres://owner@pooler.example:6432/corebank_session';
    expect(read({ DATABASE_POOLER: 'transaction', DATABASE_MIGRATION_URL }).problems).toEqual([]);
  });
});
