// `npm run golive -- <arguments>`: runs scripts/golive/main.ts, compiled on the fly, against the built program.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, root } from './lib/prepare.mjs';

prepare();

const require = createRequire(import.meta.url);
require('./lib/register-swc.cjs');
process.chdir(root);
require(path.join(root, 'scripts', 'golive', 'main.ts'));
