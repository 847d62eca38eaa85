// `npm run test:citus [-- <arguments for jest>]`: the suites of a distributed database, on a coordinator with two
// workers in temporary folders (docs/scaling.md#citus). Without an installed PostgreSQL that has Citus they are skipped
// with a line.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { citusPostgres } from './lib/citus-postgres.cjs';

const root = path.resolve(import.meta.dirname, '..');

if (citusPostgres() === undefined) {
  console.log(
    'Skipped: no installed PostgreSQL has Citus. Install the extension, or name the programs in CITUS_POSTGRES_BIN.',
  );
  process.exit(0);
}
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2), '--selectProjects', 'distributed'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test', TEST_CITUS: 'true' },
});
process.exit(status ?? 1);
