import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { loadAccounts } from './accounts';
import { writeDailyTotals } from './daily-totals';
import { residentMib, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const FORMATS = ['csv', 'parquet'] as const;
const POLL_MS = 100;

/**
 * `--extract [--rows N]`: the time and the memory of `corebank extract balances` for N accounts as of a closed day, in
 * both formats (docs/extracts.md). The loaded accounts have their opening entry on the day before the present one.
 */
export async function measureExtract(
  server: RunningServer,
  adminUrl: string,
  rows: number,
  folder: string,
  print: Print,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('UPDATE institution SET business_date = business_date - 1');
    const { institutionId } = await loadAccounts(adminUrl, server.sandbox.institutionCode, rows);
    const date = await writeDailyTotals(server, client);
    for (const format of FORMATS) {
      const out = path.join(folder, `balances.${format}`);
      const words = ['balances', '--institution', String(institutionId), '--date', date];
      const measured = await extract(server, [...words, '--format', format, '--out', out]);
      print({ scenario: 'extract', what: 'balances', format, accounts: rows, ...measured, bytes: statSync(out).size });
      rmSync(out);
    }
  } finally {
    await client.end();
  }
}

/** Runs the command as an operator does, and looks at its memory meanwhile. */
async function extract(server: RunningServer, words: string[]): Promise<{ seconds: number; memoryMib: number }> {
  const startedAt = performance.now();
  const command = spawn(process.execPath, ['dist/cli.js', 'extract', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: server.environment,
  });
  let memoryMib = 0;
  const looking = setInterval(() => (memoryMib = Math.max(memoryMib, residentMib(command.pid!))), POLL_MS);
  const [code] = (await once(command, 'exit')) as [number | null];
  clearInterval(looking);
  if (code !== 0) throw new Error(`corebank extract ended with ${code}.`);
  return { seconds: Math.round((performance.now() - startedAt) / 100) / 10, memoryMib };
}
