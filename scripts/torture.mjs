// `npm run torture -- <arguments>`: runs torture/main.ts, compiled on the fly, which compiles the program from its
// sources.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, root } from './lib/prepare.mjs';

prepare();

const require = createRequire(import.meta.url);
require('./lib/register-swc.cjs');
process.chdir(root);
require(path.join(root, 'torture', 'main.ts'));
