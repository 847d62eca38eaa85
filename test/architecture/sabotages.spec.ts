import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { sabotaged, SABOTAGES } from '../../scripts/lib/sabotages.cjs';
import { SABOTAGES as TORTURE_SABOTAGES } from '../../torture/sabotage';

const ROOT = path.resolve(__dirname, '../..');

describe('the sabotages', () => {
  it.each(Object.entries(SABOTAGES))('%s still finds in the sources what it takes out', (_name, { edits }) => {
    for (const { file } of edits) {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      expect(sabotaged(edits, file, source)).not.toBe(source);
    }
  });

  it('are listed in docs/reliability.md, with those of the torture harness', () => {
    const page = readFileSync(path.join(ROOT, 'docs/reliability.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name!);
    const all = new Set([...Object.keys(SABOTAGES), ...Object.keys(TORTURE_SABOTAGES)]);
    expect(listed.toSorted()).toEqual([...all].toSorted());
    expect(all.size).toBeGreaterThanOrEqual(20);
  });
});
