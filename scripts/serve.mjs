// `npm run serve`: the server of a release, or of a working copy that was built. It installs the production
// dependencies of the lock file where they are missing, and never a development dependency; it builds nothing.
import './lib/assert-node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { becomeServer } from './lib/become-server.mjs';
import { PRODUCTION_INSTALL } from './lib/production-install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const npm = process.ppid;
process.env.NODE_ENV ??= 'production';

if (!existsSync(path.join(root, 'dist', 'main.js')))
  fail('There is no dist/main.js: run `npm run build`, or unpack a release.');
if (!existsSync(path.join(root, 'node_modules', '@nestjs', 'core'))) {
  console.error(`installing the production dependencies: npm ${PRODUCTION_INSTALL.join(' ')}`);
  const { status } = spawnSync('npm', PRODUCTION_INSTALL, {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (status !== 0) fail('npm could not install the dependencies; its message is above.');
}
becomeServer(root, npm);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
