import { spawnSync } from 'node:child_process';
import { PROJECT_ROOT, readSource, typeScriptFiles } from '../support/source-tree';

/** Loads the operations in a process of their own and prints their names and the modules of Nest that were loaded. */
const LOADER = `
  const { postingOperationNames } = require('./src/load-posting-operations.ts');
  const isNest = (file) => /node_modules[\\\\/]@nestjs[\\\\/](core|common)[\\\\/]/.test(file);
  const nest = Object.keys(require.cache).filter(isNest).slice(0, 3);
  console.log(JSON.stringify({ names: postingOperationNames(), nest }));`;

describe('the posting operations', () => {
  const loaded = (): { names: string[]; nest: string[] } => {
    const args = ['-r', './scripts/lib/register-swc.cjs', '-e', LOADER];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as { names: string[]; nest: string[] };
  };

  it('are all loaded by one file, without Nest', () => {
    const defining = typeScriptFiles('src').filter(
      (file) => !/\.spec\.ts$|\/testing\//.test(file) && /definePostingOperation</.test(readSource(file)),
    );
    const defined = defining.flatMap((file) => readSource(file).match(/definePostingOperation<[^(]*>\(\{/g) ?? []);
    const { names, nest } = loaded();
    expect(names).toHaveLength(defined.length);
    expect(nest).toEqual([]);
  });
});
