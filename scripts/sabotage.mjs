// `npm run sabotage -- [NAME…]`: takes one promise after the other out of the program and runs the tests that must
// notice it. Exits with 1 when one was not noticed (docs/reliability.md#sabotages).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { SABOTAGES } = createRequire(import.meta.url)('./lib/sabotages.cjs');

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => SABOTAGES[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no sabotage ${unknown.join(', ')}; there are ${Object.keys(SABOTAGES).join(', ')}.`);
  process.exit(2);
}

/** The first test that failed under a sabotage, if one did. A suite that cannot run has noticed nothing. */
function noticed(name) {
  const { project, tests } = SABOTAGES[name];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-sabotage-'));
  const report = path.join(folder, 'report.json');
  const words = ['--selectProjects', project, '-w', '1', '--json', '--outputFile', report, '--testPathPatterns', tests];
  try {
    spawnSync(process.execPath, [path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...words], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, SABOTAGE: name },
    });
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    );
    return failed[0];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let blind = 0;
for (const name of asked.length > 0 ? asked : Object.keys(SABOTAGES)) {
  const test = noticed(name);
  if (test === undefined) blind += 1;
  console.log(
    `${test === undefined ? 'NOT NOTICED' : 'noticed'}  ${name}: the program ${SABOTAGES[name].title}${test === undefined ? '' : ` — ${test}`}`,
  );
}
process.exit(blind > 0 ? 1 : 0);
