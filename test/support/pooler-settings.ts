import { databaseUrl } from './database';

/** The variable with the connection string of the pooler of this run; unset where there is none. */
const POOLER_VARIABLE = 'TEST_POOLER_URL';

/**
 * Lets the programs of this run reach their databases through a pooler.
 * @param url any of its connection strings
 * @returns what makes it undone: suites share their environment
 */
export function usePooler(url: string): () => void {
  const before = process.env[POOLER_VARIABLE];
  process.env[POOLER_VARIABLE] = url;
  return () => {
    if (before === undefined) delete process.env[POOLER_VARIABLE];
    else process.env[POOLER_VARIABLE] = before;
  };
}

/** `it` for tests of connections that end with those of the server, which a pooler keeps. */
export function itWithoutPooler(name: string, test: () => Promise<void>): void {
  const declare = process.env[POOLER_VARIABLE] === undefined ? it : it.skip;
  declare(name, test);
}

/** The settings of a program that reaches its database through the pooler of this run; none without a pooler. */
export function poolerSettings(url: string): Record<string, string> {
  const pooler = process.env[POOLER_VARIABLE];
  if (pooler === undefined) return {};
  return {
    DATABASE_URL: databaseUrl(pooler, new URL(url).pathname.slice(1)),
    DATABASE_MIGRATION_URL: url,
    DATABASE_POOLER: 'transaction',
    DATABASE_PREPARED_STATEMENTS: process.env.TEST_PREPARED_STATEMENTS ?? 'false',
  };
}
