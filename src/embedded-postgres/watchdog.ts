import { ChildProcess, spawn } from 'node:child_process';
import { dataFolderOf } from './cluster';
import { ServerAccount, serverEnvironment } from './server-account';

/** Waits for the end of its standard input, then stops the server that runs in the data folder given as $0. */
const SCRIPT = 'read _; read -r pid < "$0/postmaster.pid" && kill -INT "$pid"';

/**
 * Starts a small shell that stops the server when this process ends in any way, kill -9 included: the kernel then
 * closes the pipe that the shell reads. The shell starts before the server and looks up the server's process id only
 * when needed, so that the server never runs without it; it runs under the server's account, so it can stop nothing
 * else.
 */
export function startWatchdog(home: string, account: ServerAccount): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', SCRIPT, dataFolderOf(home)], {
    ...account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.once('error', () => undefined);
  watchdog.unref();
  // The pipe must not keep an otherwise finished process running.
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}
