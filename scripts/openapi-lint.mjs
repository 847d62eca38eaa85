// `node scripts/openapi-lint.mjs`: the committed OpenAPI documents against the recommended rules of Spectral and
// Redocly, with no exceptions. Any error or warning fails. Documents that passed are not looked at again by the same
// rules.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { root } from './lib/prepare.mjs';

const DOCUMENTS = ['openapi.json', 'admin.json', 'gateway.json'];

const STAMP = path.join(root, '.cache', 'openapi-lint');

const inputs = [import.meta.filename, path.join(root, 'package-lock.json')];
const documents = DOCUMENTS.map((name) => path.join(root, 'openapi', name));
const hash = createHash('sha256');
for (const file of [...inputs, ...documents]) hash.update(readFileSync(file)).update('\0');
const passing = hash.digest('hex');
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === passing) {
  console.log('openapi lint: the documents have passed before');
  process.exit();
}

const spectral = new spectralCore.Spectral();
spectral.setRuleset(spectralRulesets.oas);
const redocly = await createConfig({ extends: ['recommended'] });

const faults = [];
for (const name of DOCUMENTS) {
  const source = readFileSync(path.join(root, 'openapi', name), 'utf8');
  for (const { code, message, path: place } of await spectral.run(JSON.parse(source)))
    faults.push(`${name} ${place.join('/')}: ${message} (spectral ${code})`);
  const absoluteRef = path.join(root, 'openapi', name);
  for (const { ruleId, message, location } of await lintFromString({ source, absoluteRef, config: redocly }))
    faults.push(`${name} ${location[0]?.pointer ?? ''}: ${message} (redocly ${ruleId})`);
}

for (const fault of faults) console.error(`openapi lint: ${fault}`);
console.log(`openapi lint: ${DOCUMENTS.length} documents, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
if (faults.length === 0) {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, passing);
}
