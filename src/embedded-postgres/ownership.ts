import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processIdentity } from './process-liveness';

const OWNER_FILE = 'owner.json';

interface Owner {
  pid: number;
  identity: string;
}

/**
 * Reserves a cluster folder for this process: two processes that start and stop one server would disturb each other.
 *
 * The reservation is a file with the id and start time of a process, so that the reservation of a killed process, or of
 * an earlier boot, is recognised and replaced.
 *
 * @returns a function that ends the reservation.
 * @throws Error when a running process, this one included, holds the folder.
 */
export function acquireOwnership(home: string): () => void {
  const file = path.join(home, OWNER_FILE);
  const draft = `${file}.${process.pid}`;
  const self: Owner = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    while (!linkIfAbsent(draft, file)) {
      assertNoLiveOwner(home);
      removeStale(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** The running process that holds the cluster folder, if any. */
export function liveOwner(home: string): number | undefined {
  const owner = readOwner(path.join(home, OWNER_FILE));
  return owner && processIdentity(owner.pid) === owner.identity ? owner.pid : undefined;
}

/** A running process uses the folder of the cluster; the message says what to do. */
export class ClusterInUseError extends Error {
  override readonly name = 'ClusterInUseError';
}

function assertNoLiveOwner(home: string): void {
  const pid = liveOwner(home);
  if (pid === undefined) return;
  const holder = pid === process.pid ? 'this process' : `process ${pid}`;
  throw new ClusterInUseError(
    `the embedded PostgreSQL in ${home} is in use by ${holder}; stop that process first, ` +
      'or set DATABASE_URL to share one server',
  );
}

/** A link is created completely or not at all, so that no process reads half a reservation. */
function linkIfAbsent(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Moves the stale reservation away instead of deleting it. When two processes find it stale, the slower one may move
 * the new reservation of the faster one; it detects that and restores it.
 */
function removeStale(file: string): void {
  const moved = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const owner = readOwner(moved);
  if (owner && processIdentity(owner.pid) === owner.identity) linkIfAbsent(moved, file);
  rmSync(moved, { force: true });
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
