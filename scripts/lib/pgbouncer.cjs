const { spawnSync } = require('node:child_process');

/** Where Debian installs it, outside the path of ordinary accounts. */
const INSTALLED = '/usr/sbin/pgbouncer';

/**
 * The program PgBouncer and its version, such as `[1, 18]`: PGBOUNCER, the path, or Debian's; undefined without one.
 * @returns {{ program: string, version: [number, number] } | undefined}
 */
function installedPgBouncer() {
  const named = process.env.PGBOUNCER;
  for (const program of named === undefined ? ['pgbouncer', INSTALLED] : [named]) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
    if (status === 0 && minor !== undefined) return { program, version: [Number(major), Number(minor)] };
  }
  return undefined;
}

/** True where PgBouncer passes prepared statements on in transaction mode, which it does since 1.21. */
function knowsPreparedStatements([major, minor]) {
  return major > 1 || minor >= 21;
}

module.exports = { installedPgBouncer, knowsPreparedStatements };
