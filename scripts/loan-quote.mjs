// `npm run -s loan:quote < parameters.json`: prints the schedule of a loan. No server and no database is started.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, root } from './lib/prepare.mjs';

prepare();
createRequire(import.meta.url)(path.join(root, 'dist', 'loans', 'schedule', 'quote.cli.js'));
