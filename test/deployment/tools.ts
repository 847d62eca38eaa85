import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../support/source-tree';

/** Where `.ci/deployment-tools` puts programs, then those of the system. */
const FOLDERS = [
  path.join(PROJECT_ROOT, '.cache', 'deployment-tools', 'bin'),
  '/usr/local/bin',
  '/usr/bin',
  '/usr/sbin',
];

/** The path of a program that checks files of `deploy/`; undefined where it is not installed. */
function toolPath(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** What a program printed, and its exit code. */
export interface ToolResult {
  code: number | null;
  output: string;
}

/** Runs an installed program; its name is looked up like that of {@link itWith}. */
export function runTool(name: string, args: readonly string[], input?: string): ToolResult {
  const { status, stdout, stderr } = spawnSync(toolPath(name) ?? name, args, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    input,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, output: `${stdout}${stderr}` };
}

/**
 * A test that needs programs which not every machine has. Without them it is skipped with a line; in CI, which installs
 * them with `.ci/deployment-tools`, it fails.
 */
export function itWith(tools: readonly string[], title: string, test: () => void): void {
  const missing = tools.filter((name) => toolPath(name) === undefined);
  if (missing.length === 0) it(title, test, 120_000);
  else if (process.env.CI === 'true')
    it(title, () => {
      throw new Error(`${missing.join(', ')} not installed: run .ci/deployment-tools`);
    });
  else it.skip(`${title} (without ${missing.join(', ')}: run .ci/deployment-tools)`, test);
}
