import { setTimeout as sleep } from 'node:timers/promises';
import { runCorebank } from '../test/support/operator-command-line';
import type { ApiProcesses } from './api-processes';

export interface UpgradeSettings {
  api: ApiProcesses;
  /** Folder of the new program. */
  program: string;
  /** The environment of the API. */
  env: Record<string, string>;
  processes: number;
  sideBySideMs: number;
  onStop: (process: number, pid: number) => void;
  say: (line: string) => void;
}

/** Faults may end a migration, which operators then run again: what was migrated stays. */
const ATTEMPTS_MAX = 20;

/** The upgrade of docs/upgrading.md: the schema first, then one process after the other. */
export async function upgrade(settings: UpgradeSettings): Promise<void> {
  const { api, program, processes, sideBySideMs, onStop, say } = settings;
  await migrate(settings);
  for (let index = 0; index < processes; index += 1) {
    if (index > 0) await sleep(sideBySideMs);
    await api.replace(index, program, (pid) => onStop(index, pid));
    say(`process ${index} runs the new program`);
  }
}

async function migrate({ env, say }: UpgradeSettings): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { code, output } = await runCorebank(['migrate'], env);
    if (code === 0) return say(`migrated with ${attempt} run${attempt === 1 ? '' : 's'} of corebank migrate`);
    if (attempt === ATTEMPTS_MAX) throw new Error(`corebank migrate does not end well: ${output}`);
    say(`corebank migrate ended with ${code} and is run again: ${output.trim().split('\n').at(-1)}`);
  }
}
