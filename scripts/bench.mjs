// `npm run bench -- <arguments>`: runs bench/main.ts, compiled on the fly, in this process.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, prepareConsole, root } from './lib/prepare.mjs';

prepare();
if (process.argv.includes('--console')) prepareConsole();

const require = createRequire(import.meta.url);
require('./lib/register-swc.cjs');
process.chdir(root);
process.argv[1] = path.join(root, 'bench', 'main.ts');
require(process.argv[1]);
