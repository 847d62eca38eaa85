// `npm run mutation -- [GROUP…]`: mutation testing of the pure rules of money, group by group
// (docs/mutation-testing.md).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { MUTATED } from './lib/mutated.mjs';
import { root } from './lib/prepare.mjs';

const asked = process.argv.slice(2);
const unknown = asked.filter((group) => MUTATED[group] === undefined);
if (unknown.length > 0) {
  console.error(`There is no group ${unknown.join(', ')}; there are ${Object.keys(MUTATED).join(', ')}.`);
  process.exit(2);
}
const stryker = path.join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const failed = (asked.length > 0 ? asked : Object.keys(MUTATED)).filter((group) => {
  console.log(`\n${group}`);
  const { status } = spawnSync(process.execPath, [stryker, 'run'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_GROUP: group },
  });
  return status !== 0;
});
if (failed.length > 0) console.error(`Below 90 % killed: ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
