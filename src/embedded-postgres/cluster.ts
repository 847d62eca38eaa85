import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ClusterStartError, endingReason } from './cluster-start-error';
import { ServerAccount, serverEnvironment } from './server-account';

/** Name of the superuser of every embedded cluster. */
export const SUPERUSER = 'postgres';

/** The folder of PostgreSQL's own files inside the cluster's home. */
export function dataFolderOf(home: string): string {
  return path.join(home, 'data');
}

/**
 * Creates the cluster with data checksums unless it exists, and reads the password of its superuser.
 *
 * The cluster is built in another folder and moved into place last, so that an interrupted first start is repeated.
 *
 * @throws ClusterStartError with the reason of initdb when it fails, or when the data folder holds other files.
 */
export function ensureCluster(home: string, binDir: string, account: ServerAccount, unsafeFast: boolean): string {
  const dataFolder = dataFolderOf(home);
  const passwordFile = path.join(home, 'password');
  if (!existsSync(path.join(dataFolder, 'PG_VERSION'))) {
    const draft = path.join(home, 'data.partial');
    const password = randomBytes(24).toString('base64url');
    initialise(draft, password, binDir, account, unsafeFast);
    writeFileSync(passwordFile, password, { mode: 0o600, flush: true });
    renameSync(draft, dataFolder);
  }
  return readFileSync(passwordFile, 'utf8');
}

function initialise(
  draft: string,
  password: string,
  binDir: string,
  account: ServerAccount,
  unsafeFast: boolean,
): void {
  const passwordForInitdb = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordForInitdb, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined) {
    for (const name of [draft, passwordForInitdb]) chownSync(name, account.uid, account.gid);
  }
  const args = ['-D', draft, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordForInitdb}`];
  args.push('-k', '-E', 'UTF8', '--locale=C', ...(unsafeFast ? ['--no-sync'] : []));
  const result = spawnSync(path.join(binDir, 'initdb'), args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: serverEnvironment(),
  });
  rmSync(passwordForInitdb, { force: true });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const reason = endingReason(result.stderr || String(result.error));
    throw new ClusterStartError(
      `the embedded PostgreSQL cannot make a cluster at ${draft}: ${reason}; ` +
        'set DATA_DIR to another folder, or DATABASE_URL to use a server elsewhere',
    );
  }
}
