import { spawn, spawnSync } from 'node:child_process';
import { Client } from 'pg';

const ACCOUNTS_PER_SCALE = 100_000;
const TELLERS_PER_SCALE = 10;

/** TPC-B as `pgbench` defines it, prepared statements, on the given server: transactions a second. */
export async function tpcB(adminUrl: string, scale: number, connections: number, durationMs: number): Promise<number> {
  const database = `pgbench_${scale}`;
  await recreate(adminUrl, database);
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return spawnSync('pgbench', ['--version']).status === 0
    ? withPgbench(url.href, scale, connections, durationMs)
    : withDriver(url.href, scale, connections, durationMs);
}

async function recreate(adminUrl: string, database: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
}

async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${command} failed: ${output}`);
  return output;
}

async function withPgbench(url: string, scale: number, connections: number, durationMs: number): Promise<number> {
  await run('pgbench', ['-i', '-q', '-s', String(scale), url]);
  const seconds = String(Math.round(durationMs / 1000));
  const output = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    '2',
    '-T',
    seconds,
    url,
  ]);
  return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1]));
}

/** The same five statements through the driver, where `pgbench` is not installed. */
async function withDriver(url: string, scale: number, connections: number, durationMs: number): Promise<number> {
  const setup = new Client({ connectionString: url });
  await setup.connect();
  await setup.query(`CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int); CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int);
    CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84)); CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp);
    INSERT INTO pgbench_branches SELECT i, 0 FROM generate_series(1, ${scale}) i; INSERT INTO pgbench_tellers SELECT i, (i - 1) / 10 + 1, 0 FROM generate_series(1, ${scale * TELLERS_PER_SCALE}) i;
    INSERT INTO pgbench_accounts SELECT i, (i - 1) / ${ACCOUNTS_PER_SCALE} + 1, 0, '' FROM generate_series(1, ${scale * ACCOUNTS_PER_SCALE}) i; VACUUM ANALYZE`);
  await setup.end();
  const end = performance.now() + durationMs;
  let transactions = 0;
  const pick = (max: number): number => 1 + Math.floor(Math.random() * max);
  const drive = async (): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (performance.now() < end) {
      const [aid, tid, bid, delta] = [
        pick(scale * ACCOUNTS_PER_SCALE),
        pick(scale * TELLERS_PER_SCALE),
        pick(scale),
        pick(10_000) - 5_000,
      ];
      await client.query('BEGIN');
      await client.query({
        name: 'a',
        text: 'UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2',
        values: [delta, aid],
      });
      await client.query({ name: 's', text: 'SELECT abalance FROM pgbench_accounts WHERE aid = $1', values: [aid] });
      await client.query({
        name: 't',
        text: 'UPDATE pgbench_tellers SET tbalance = tbalance + $1 WHERE tid = $2',
        values: [delta, tid],
      });
      await client.query({
        name: 'b',
        text: 'UPDATE pgbench_branches SET bbalance = bbalance + $1 WHERE bid = $2',
        values: [delta, bid],
      });
      await client.query({
        name: 'h',
        text: 'INSERT INTO pgbench_history VALUES ($1, $2, $3, $4, now())',
        values: [tid, bid, aid, delta],
      });
      await client.query('COMMIT');
      transactions += 1;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, drive));
  return Math.round((transactions / durationMs) * 1000);
}
