// `npm run openapi:release`: keeps the OpenAPI documents as those of a release, in openapi/released. Later documents
// are compared with them (docs/api/versioning.md). Words and examples bind nobody and are left out.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/prepare.mjs';

const UNBINDING = new Set(['description', 'summary', 'example', 'examples', 'title']);
/** Objects whose keys are names of the caller's fields, not keywords. */
const NAMES = new Set(['properties', 'schemas', 'responses', 'headers', 'paths']);

function binding(value, isNames = false) {
  if (Array.isArray(value)) return value.map((element) => binding(element));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isNames || !UNBINDING.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, binding(inner, !isNames && NAMES.has(key))]));
}

for (const name of ['openapi.json', 'admin.json', 'gateway.json']) {
  const { openapi, info, paths, components } = JSON.parse(readFileSync(path.join(root, 'openapi', name), 'utf8'));
  const released = { openapi, info: { version: info.version }, ...binding({ paths, components }) };
  writeFileSync(path.join(root, 'openapi', 'released', name), `${JSON.stringify(released)}\n`);
}
const none = { 'openapi.json': {}, 'admin.json': {}, 'gateway.json': {} };
writeFileSync(path.join(root, 'openapi', 'released', 'accepted-changes.json'), `${JSON.stringify(none, null, 2)}\n`);
