import { spawnSync } from 'node:child_process';
import { PROJECT_ROOT, readSource, typeScriptFiles } from '../support/source-tree';

/** Loads the table in a process of its own, as a thread would, and prints its names and whether Nest came with it. */
const LOADER = `
  const { postingOperationNames } = require('./src/load-posting-operations.ts');
  const isNest = (file) => /node_modules[\\\\/]@nestjs[\\\\/](core|common)[\\\\/]/.test(file);
  console.log(JSON.stringify({ names: postingOperationNames(), nest: Object.keys(require.cache).filter(isNest).slice(0, 3) }));`;

describe('the table of posting operations', () => {
  const loaded = (): { names: string[]; nest: string[] } => {
    const args = ['-r', './scripts/lib/register-swc.cjs', '-e', LOADER];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { names: string[]; nest: string[] };
  };

  it('has every operation that a source file defines, and loads without Nest', () => {
    const defining = typeScriptFiles('src').filter(
      (file) => !/\.spec\.ts$|\/testing\//.test(file) && /definePostingOperation</.test(readSource(file)),
    );
    const defined = defining.flatMap((file) => readSource(file).match(/definePostingOperation<[^(]*>\(\{/g) ?? []);
    const { names, nest } = loaded();
    expect(names).toHaveLength(defined.length);
    expect(nest).toEqual([]);
  });
});
