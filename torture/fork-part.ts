import { type ChildProcess, fork } from 'node:child_process';
import * as path from 'node:path';

/**
 * Forks a part of a run in its sources, compiled while they are loaded.
 * @param env variables of its environment beside those of this process; with a clock file its clock is skewed
 */
export function forkPart(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const preloaded = [
    path.join(path.dirname(file), '..', 'scripts', 'lib', 'register-swc.cjs'),
    ...(env.TORTURE_CLOCK_FILE === undefined ? [] : [path.join(__dirname, 'skewed-clock.cjs')]),
  ];
  return fork(file, args, {
    execArgv: preloaded.flatMap((each) => ['-r', each]),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
