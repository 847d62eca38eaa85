import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ClusterStartError } from './cluster-start-error';
import { canRun, ServerAccount } from './server-account';

/** Only root can write here, so no other user can have placed a folder here. */
const ROOT_HOMES = '/var/lib/corebank-postgres';

/**
 * The folder of one cluster and its files. It exists afterwards and belongs to this process's user.
 *
 * Usually `dataDir` itself. When this process is root and the server's account cannot reach it (a project below /root,
 * for example), a folder below /var/lib, always the same one for the same `dataDir`.
 *
 * @throws ClusterStartError when the folder belongs to another user, or no reachable folder can be made.
 */
export function prepareClusterHome(dataDir: string, account: ServerAccount): string {
  const requested = path.resolve(dataDir);
  claimFolder(requested);
  if (isReachable(requested, account)) return requested;
  const name = createHash('sha256').update(requested).digest('hex').slice(0, 16);
  const relocated = path.join(ROOT_HOMES, name);
  claimFolder(ROOT_HOMES);
  claimFolder(relocated);
  if (isReachable(relocated, account)) return relocated;
  throw new ClusterStartError(
    `the account of PostgreSQL (uid ${account.uid}) can reach neither ${requested} nor ${relocated}; ` +
      'set DATA_DIR to a folder that it can reach',
  );
}

function isReachable(folder: string, account: ServerAccount): boolean {
  return account.uid === undefined || canRun(account, '/bin/sh', ['-c', 'cd "$0"', folder]);
}

/**
 * Only the owner may write; when the server runs under another account, that account may pass through but not list. A
 * folder of another user is refused, because its owner could replace the programs and files in it.
 */
function claimFolder(folder: string): void {
  // In separate steps, because a recursive mkdir would also change the mode of the parent folders.
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(folder);
  const self = process.getuid?.();
  if (uid !== self) {
    throw new ClusterStartError(
      `${folder} belongs to uid ${uid} and this process runs as uid ${self}; use another folder or the same user`,
    );
  }
  chmodSync(folder, self === 0 ? 0o711 : 0o700);
}
