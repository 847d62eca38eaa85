import { spawn } from 'node:child_process';
import path from 'node:path';
import { MASTER_KEY } from './test-config';

const ROOT = path.resolve(__dirname, '..', '..');

/** The end of a command of operators: its exit code, and everything it printed. */
export interface CommandEnd {
  code: number | null;
  output: string;
  /** The result that `--json` asks for. */
  json: () => Record<string, unknown> & { ok: boolean };
}

/**
 * Runs `corebank WORDS` as operators do, as a process of its own; other work of the test goes on meanwhile.
 * @param settings variables of the environment beside the usual ones.
 */
export function runCorebank(words: string[], settings: Record<string, string>): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-r', './scripts/lib/register-swc.cjs', 'src/cli.ts', ...words], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'test', COREBANK_MASTER_KEY: MASTER_KEY, ...settings },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, output: `${stdout}${stderr}`, json: () => JSON.parse(stdout) as { ok: boolean } }),
    );
  });
}
