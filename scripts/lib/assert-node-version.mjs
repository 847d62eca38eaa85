// Imported first by the programs that npm runs: says in one sentence that Node is too old, before newer syntax or a
// missing function says it in a stack. No import of this file may need a new Node.
import { readFileSync } from 'node:fs';

const description = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = description.engines.node
  .replace(/[^0-9.]/g, '')
  .split('.')
  .map(Number);
const present = process.versions.node.split('.').map(Number);
const differing = needed.findIndex((part, index) => part !== present[index]);

if (differing !== -1 && present[differing] < needed[differing]) {
  console.error(
    `corebank needs Node ${needed.join('.')} or newer, and this is ${process.version} (${process.execPath}): ` +
      'install a newer Node, or put it first in PATH.',
  );
  process.exit(1);
}
