import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { LoadOptions } from './load-generator';

/** A load for `wrk`, whose bodies are made in Lua. */
export type WrkOptions = Pick<
  LoadOptions,
  'port' | 'connections' | 'durationMs' | 'path' | 'token' | 'referencePrefix'
> & {
  /** Numbers of accounts; a transfer goes from one at random. */
  debitAccounts: readonly string[];
  /** Numbers of accounts; a transfer goes to one at random. */
  creditAccounts: readonly string[];
  postingsTransactionType: number;
  /** For the script and the numbers. */
  folder: string;
};

export interface WrkResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and connections that failed. */
  failures: number;
}

export const isWrkInstalled = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

const script = (options: WrkOptions, debits: string, credits: string): string => `
local function numbers(file)
  local all = {}
  for line in io.lines(file) do all[#all + 1] = line end
  return all
end
local debits, credits = numbers("${debits}"), numbers("${credits}")
local sent = 0
math.randomseed(os.time())
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["authorization"] = "Bearer ${options.token}"
function request()
  sent = sent + 1
  wrk.headers["request-reference"] = "${options.referencePrefix}-" .. sent
  local debit, credit = debits[math.random(#debits)], credits[math.random(#credits)]
  while credit == debit do credit = credits[math.random(#credits)] end
  return wrk.format(nil, "${options.path}", nil, '{"debitAccount":"' .. debit .. '","creditAccount":"' .. credit ..
    '","amount":150.5,"narration":"Bench transfer","postingsTransactionType":${options.postingsTransactionType}}')
end
`;

const TO_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

function latencyMs(output: string, percentile: number): number {
  const [, value, unit] = new RegExp(`^\\s+${percentile}%\\s+([\\d.]+)(us|ms|s)`, 'm').exec(output) ?? [];
  return Number(value) * (TO_MS[unit ?? ''] ?? Number.NaN);
}

/** What `wrk --latency` prints. */
export function readWrk(output: string): WrkResult {
  const count = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? [];
  return {
    perSecond: Math.round(count(/Requests\/sec:\s+([\d.]+)/)),
    p50Ms: latencyMs(output, 50),
    p99Ms: latencyMs(output, 99),
    failures: count(/Non-2xx or 3xx responses: (\d+)/) + socketErrors.map(Number).reduce((sum, each) => sum + each, 0),
  };
}

/**
 * As many local transfers as the server carries, by `wrk`, which takes a tenth of the processor time that a load
 * generator in Node takes and so leaves the two cores to the server and PostgreSQL.
 */
export async function transferWithWrk(options: WrkOptions): Promise<WrkResult> {
  const file = (name: string): string => path.join(options.folder, name);
  fs.writeFileSync(file('debits.txt'), options.debitAccounts.join('\n'));
  fs.writeFileSync(file('credits.txt'), options.creditAccounts.join('\n'));
  fs.writeFileSync(file('transfers.lua'), script(options, file('debits.txt'), file('credits.txt')));
  const child = spawn(
    'wrk',
    [
      '--latency',
      '-t1',
      `-c${options.connections}`,
      `-d${Math.round(options.durationMs / 1000)}s`,
      '-s',
      file('transfers.lua'),
      `http://127.0.0.1:${options.port}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`wrk failed: ${output}`);
  return readWrk(output);
}
