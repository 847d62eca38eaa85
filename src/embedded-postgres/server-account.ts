import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { ClusterStartError } from './cluster-start-error';

/** The account that server processes run under; an empty object means the account of this process. */
export type ServerAccount = { uid: number; gid: number } | Record<string, never>;

/**
 * The account under which root runs PostgreSQL, which refuses to run as root: an existing unprivileged account, because
 * initdb also refuses a user number without a name.
 *
 * @throws ClusterStartError when this process is root and the machine has neither a `postgres` nor a `nobody` account.
 */
export function defaultServerAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (!row) {
    throw new ClusterStartError(
      'running as root, and there is no postgres or nobody account to run PostgreSQL under; set DATABASE_URL',
    );
  }
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** An existing cluster stays with the account that created it, even if a better one exists now. */
export function clusterAccount(dataFolder: string, fallback: ServerAccount): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const folder = statSync(dataFolder, { throwIfNoEntry: false });
  return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : fallback;
}

/**
 * Runs a short command under the account.
 * @returns true when it succeeded.
 */
export function canRun(account: ServerAccount, command: string, args: string[]): boolean {
  return spawnSync(command, args, { ...account, cwd: '/', env: serverEnvironment(), stdio: 'ignore' }).status === 0;
}

/** Server processes get no secrets of this process: only the paths of programs, and messages in plain English. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
