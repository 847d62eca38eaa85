import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '../../torture/report';
import { PROJECT_ROOT } from '../support/source-tree';

const TIMEOUT_MS = 900_000;

/** One run of the harness, the same program as `npm run torture`, and what it reports. */
async function torture(args: string[]): Promise<Report> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-torture-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      ['-r', './scripts/lib/register-swc.cjs', 'torture/main.ts', ...args, '--report', file],
      { cwd: PROJECT_ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The short form of `npm run torture`: two processes of the program, load, faults, the ends of two days, and every
 * check.
 */
describe('a short torture run', () => {
  it(
    'holds every check of docs/reliability.md',
    async () => {
      const { checks, faults, operations, restarts, daysClosed } = await torture([
        '--seconds',
        '22',
        '--days',
        '2',
        '--clients',
        '4',
        '--seed',
        '59',
      ]);
      expect(checks.filter(({ held }) => !held)).toEqual([]);
      // A run in which nothing happened, or nothing was hurt, would have proved nothing.
      expect(operations.byOperation.transfer!.ok).toBeGreaterThan(3);
      expect(operations.byOperation.repayment!.ok).toBeGreaterThan(0);
      expect(faults).toMatchObject({
        'kill-api': expect.any(Number) as number,
        'stop-api': expect.any(Number) as number,
        'kill-postgres': expect.any(Number) as number,
      });
      expect(restarts.api).toBeGreaterThan(1);
      expect(restarts.database).toBeGreaterThan(0);
      expect(daysClosed).toBeGreaterThanOrEqual(2);
    },
    TIMEOUT_MS,
  );
});
