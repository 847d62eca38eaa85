// `npm run collections [-- <folder>]`: collections of every operation for Bruno and Postman, from openapi/openapi.json.
// The folder is clients/collections unless it is named.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brunoCollection, postmanCollection } from './lib/collections.mjs';
import { root } from './lib/prepare.mjs';

const NAME = 'corebank API channel';
const folder = path.resolve(process.argv[2] ?? path.join(root, 'clients', 'collections'));
const document = JSON.parse(readFileSync(path.join(root, 'openapi', 'openapi.json'), 'utf8'));
const files = {
  ...Object.fromEntries(
    Object.entries(brunoCollection(document, NAME)).map(([file, text]) => [path.join('bruno', file), text]),
  ),
  'corebank.postman_collection.json': `${JSON.stringify(postmanCollection(document, NAME), null, 2)}\n`,
};
rmSync(path.join(folder, 'bruno'), { recursive: true, force: true });
for (const [file, text] of Object.entries(files)) {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}
console.log(`${Object.keys(files).length} files in ${path.relative(process.cwd(), folder) || folder}`);
