import { spawnSync } from 'node:child_process';

/** Branches that changes are compared with, the first that exists. */
const BASES = ['main', 'origin/main', 'master', 'origin/master'];

/** Paths that differ from where the work left `base`, committed or not, removed and new ones included. */
export function changedFiles(
  base = BASES.find((branch) => git('rev-parse', '--verify', '--quiet', branch).length > 0),
) {
  const [from = 'HEAD'] = base === undefined ? [] : git('merge-base', base, 'HEAD');
  const files = [...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].sort();
}

/** The lines that git prints; none where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
