// `npm run -s name:match < pairs.jsonl`: compares names, a pair a line. No server and no database is started.
import { createRequire } from 'node:module';
import path from 'node:path';
import { prepare, root } from './lib/prepare.mjs';

prepare();
createRequire(import.meta.url)(path.join(root, 'dist', 'watch-lists', 'matching', 'name-match.cli.js'));
