const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

/** Where Debian installs each major version of PostgreSQL. */
const INSTALLATIONS = '/usr/lib/postgresql';

/**
 * The folder with the programs of an installed PostgreSQL that has the extension Citus: CITUS_POSTGRES_BIN, or the
 * newest of Debian's folders; undefined without one.
 * @returns {string | undefined}
 */
function citusPostgres() {
  const named = process.env.CITUS_POSTGRES_BIN;
  const majors = existsSync(INSTALLATIONS) ? readdirSync(INSTALLATIONS) : [];
  const folders = majors.sort((a, b) => Number(b) - Number(a)).map((major) => path.join(INSTALLATIONS, major, 'bin'));
  return (named === undefined ? folders : [named]).find((folder) =>
    shareFolders(folder).some((share) => existsSync(path.join(share, 'extension', 'citus.control'))),
  );
}

/** `pg_config` knows the folder; Debian's packages without it have a fixed one. */
function shareFolders(binDir) {
  const { stdout, status } = spawnSync(path.join(binDir, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
  const major = path.basename(path.dirname(binDir));
  const fixed = path.join(binDir, '..', '..', '..', '..', 'share', 'postgresql', major);
  return status === 0 ? [stdout.trim(), fixed] : [fixed];
}

module.exports = { citusPostgres };
