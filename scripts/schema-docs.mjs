// `npm run schema-docs [-- --check]`: writes docs/schema.md from the entities, without a database; `--check` fails when
// the committed page differs from the code.
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './lib/prepare.mjs';

const require = createRequire(import.meta.url);
require('./lib/register-swc.cjs');
process.chdir(root);
require(path.join(root, 'scripts', 'schema-docs', 'main.ts'));
