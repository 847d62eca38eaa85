// `npm run -s loan:simulate < simulation.json`: prints the life of a loan. No server and no database is started.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, root } from './lib/prepare.mjs';

prepare();
createRequire(import.meta.url)(path.join(root, 'dist', 'loans', 'simulation', 'simulate.cli.js'));
