import { stringsIn, typeScriptFiles } from '../support/source-tree';

/** They connect to PostgreSQL itself, as DATABASE_MIGRATION_URL or DATABASE_BACKUP_URL names it. */
const DIRECT = [
  'src/cli/backup/',
  'src/cli/distribution/',
  'src/common/database/migrate.ts',
  'src/common/database/migrations/',
  'src/embedded-postgres/',
];

/** What a connection of the server keeps when a transaction ends, and its next borrower meets. */
const KEPT: Record<string, RegExp> = {
  setting: /^\s*SET\s+(?!LOCAL\b|CONSTRAINTS\b|TRANSACTION\b)|;\s*SET\s+(?!LOCAL\b|CONSTRAINTS\b|TRANSACTION\b)/,
  'setting by function': /\bset_config\((?![^)]*,\s*true\s*\))/,
  lock: /\bpg_(?:try_)?advisory_(?:lock|unlock)/,
  listener: /\bLISTEN\s+\w/,
  'temporary table': /\b(?:TEMP|TEMPORARY)\s+(?:TABLE|VIEW|SEQUENCE)\b|\bpg_temp\b/,
  'cursor or statement': /\bWITH\s+HOLD\b|^\s*PREPARE\s+\w/,
};

const keeps = (text: string): string[] => Object.keys(KEPT).filter((kind) => KEPT[kind]!.test(text));

describe('SQL and the connections that a pooler lends', () => {
  it.each([
    ['SET app.institution_id = 1', 'setting'],
    ['BEGIN; SET ROLE corebank_app', 'setting'],
    [`SELECT set_config('app.institution_id', $1, false)`, 'setting by function'],
    ['SELECT pg_advisory_lock(1)', 'lock'],
    ['SELECT pg_try_advisory_lock_shared(1)', 'lock'],
    ['LISTEN outbox', 'listener'],
    ['CREATE TEMP TABLE due AS SELECT 1', 'temporary table'],
    ['DECLARE c CURSOR WITH HOLD FOR SELECT 1', 'cursor or statement'],
  ])('%s is found', (text, kind) => expect(keeps(text)).toEqual([kind]));

  it.each([
    'BEGIN; SET LOCAL app.institution_id = 1',
    'SET CONSTRAINTS ALL IMMEDIATE',
    `SELECT set_config('app.institution_id', $1, true)`,
    'SELECT pg_advisory_xact_lock(1)',
    'UPDATE institution SET business_date = $1',
  ])('%s is allowed', (text) => expect(keeps(text)).toEqual([]));

  // docs/scaling.md#pooler
  it('keeps nothing on a connection after the transaction', () => {
    const sources = typeScriptFiles('src').filter(
      (file) => !file.endsWith('.spec.ts') && !DIRECT.some((folder) => file.startsWith(folder)),
    );
    const texts = sources.flatMap((file) => stringsIn(file).map((text) => ({ file, text })));
    const found = texts.filter(({ text }) => keeps(text).length > 0);
    expect(found.map(({ file, text }) => `${file}: ${text.slice(0, 80)}`)).toEqual([]);
    // Guards against a source that is not read.
    expect(texts.filter(({ text }) => text.includes('SET LOCAL')).length).toBeGreaterThan(5);
  });
});
