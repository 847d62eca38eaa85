// `npm run test:pooler [-- <arguments for jest>]`: the suites of money, isolation, jobs and the end of day, through
// PgBouncer in transaction mode (docs/scaling.md#pooler): with prepared statements off and, where PgBouncer knows them,
// on. Without an installed PgBouncer they are skipped with a line.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installedPgBouncer, knowsPreparedStatements } from './lib/pgbouncer.cjs';

const root = path.resolve(import.meta.dirname, '..');
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const installed = installedPgBouncer();
if (installed === undefined) {
  console.log('Skipped: PgBouncer is not installed. Install it (apt-get install pgbouncer), or name it in PGBOUNCER.');
  process.exit(0);
}
const version = installed.version.join('.');
const preparedStatements = knowsPreparedStatements(installed.version) ? ['false', 'true'] : ['false'];
if (preparedStatements.length === 1)
  console.log(`Skipped: prepared statements through PgBouncer ${version}, which knows them from 1.21 on.`);
for (const prepared of preparedStatements) {
  console.log(`\n--- PgBouncer ${version}, prepared statements ${prepared === 'true' ? 'on' : 'off'}`);
  const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2), '--selectProjects', 'pooled'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', TEST_POOLER: 'true', TEST_PREPARED_STATEMENTS: prepared },
  });
  if (status !== 0) process.exit(status ?? 1);
}
