import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Keyring } from '../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../src/sandbox/start-sandbox';
import { sandboxGatewayKey } from '../src/seed/sandbox-providers';
import { ApiProcesses } from './api-processes';
import { type Bank, BankClient } from './bank';
import { balances, checkBalances, checkFunds, checkLeftovers, checkProviders, checkReferences, checkReleases, checkReplays, fatesOf, type Finding, show } from './checker';
import { type Fault, type HistoryLine, readHistory } from './history';
import type { KillerSettings } from './killer';
import { PORTS } from './ports';
import { PostgresUnderTest } from './postgres-under-test';
import { openAccounts, seedBank } from './prepare-bank';
import { SABOTAGES } from './sabotage';
import { SnapshotReader } from './snapshots';

/**
 * `npm run torture -- --seconds 300 --seed 7 [--sabotage lock|index|outbox]`: the real program, two processes of it, under
 * load while everything around it fails; afterwards every promise is checked. Exits with 1 when one is broken.
 */
const CLIENTS = 16;
const SETTLE_TIMEOUT_MS = 120_000;
const ROOT = path.resolve(__dirname, '..');

interface Options {
  seconds: number;
  seed: number;
  sabotage: string | undefined;
}

function optionsOf(argv: readonly string[]): Options {
  const value = (name: string): string | undefined => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const sabotage = value('--sabotage');
  if (sabotage !== undefined && SABOTAGES[sabotage] === undefined) throw new Error(`There is no sabotage ${sabotage}; there are ${Object.keys(SABOTAGES).join(', ')}.`);
  return { seconds: Number(value('--seconds') ?? 60), seed: Number(value('--seed') ?? Date.now() % 1_000_000), sabotage };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Everything a run needs, from its own folder; stopped and removed whatever happens. */
class Run {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-torture-'));
  private readonly pids = { api: [] as number[], postgres: 0 };
  private providers!: RunningSandbox;
  private postgres!: PostgresUnderTest;
  private api: ApiProcesses | undefined;
  private killer: ChildProcess | undefined;
  private env!: Record<string, string>;

  constructor(private readonly options: Options) {}

  async execute(): Promise<boolean> {
    await this.startBank();
    const bank = await this.openBank();
    const tracked = [...bank.accounts, ...bank.largeSenders];
    const before = await this.withDatabase((client) => balances(client, bank.institutionId, tracked));
    const snapshots = new SnapshotReader(() => this.postgres.urlFor('corebank'), bank.institutionId);
    snapshots.start();
    await this.torture();
    await this.settle(bank);
    await snapshots.stop();
    const history = [...readHistory(this.file('workload.jsonl')), ...readHistory(this.file('faults.jsonl'))];
    const findings = await this.check(bank, history, tracked, before);
    findings.push({ check: 'at every moment debits equalled credits and nobody was below zero', looked: snapshots.taken, violations: snapshots.violations });
    this.report(history, findings);
    return findings.every(({ violations }) => violations.length === 0);
  }

  async stop(): Promise<void> {
    this.killer?.kill('SIGKILL');
    await this.api?.stop();
    await this.postgres?.stop();
    await this.providers?.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  private async startBank(): Promise<void> {
    this.postgres = new PostgresUnderTest(this.file('postgres'), PORTS.postgres, (pid) => this.noted({ postgres: pid }));
    await this.postgres.start();
    const masterKey = randomBytes(32);
    const through = (port: number): string => this.postgres.urlFor('corebank').replace(`:${PORTS.postgres}/`, `:${port}/`);
    this.env = {
      NODE_ENV: 'test', LOG_LEVEL: 'silent', HOST: '127.0.0.1', SANDBOX: 'false', DATA_DIR: this.file('data'), COREBANK_MASTER_KEY: masterKey.toString('base64'), DATABASE_URL: through(PORTS.proxy),
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true', GATEWAY_TIMEOUT_MS: '1500', PAYOUT_QUERY_AFTER_MS: '500', PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0', JOB_LEASE_MS: '3000', TORTURE_CLOCK_FILE: this.file('clock'),
    };
    this.providers = await startSandbox({ port: 0, dataFile: this.file('providers.jsonl'), gatewayKey: sandboxGatewayKey(new Keyring([masterKey])) });
    const sandbox = await seedBank({ ...this.env, DATABASE_URL: through(PORTS.postgres) }, this.providers.url);
    fs.writeFileSync(this.file('sandbox.json'), JSON.stringify(sandbox));
    const sabotage = this.options.sabotage === undefined ? undefined : SABOTAGES[this.options.sabotage];
    if (sabotage?.database) await this.withDatabase(sabotage.database);
    await this.startKiller();
    this.api = new ApiProcesses({ dist: this.program(), ports: PORTS.api, env: this.env, onPids: (api) => this.noted({ api }) });
    await this.api.start();
  }

  /** The built program, or a copy of it with the sabotage in it. */
  private program(): string {
    const built = path.join(ROOT, 'dist');
    const sabotage = this.options.sabotage === undefined ? undefined : SABOTAGES[this.options.sabotage];
    if (!sabotage?.program) return built;
    const copy = path.join(ROOT, `dist-sabotaged-${process.pid}`);
    fs.cpSync(built, copy, { recursive: true });
    process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true }));
    sabotage.program(copy);
    return copy;
  }

  private async openBank(): Promise<Bank> {
    const sandbox = JSON.parse(fs.readFileSync(this.file('sandbox.json'), 'utf8')) as Parameters<typeof openAccounts>[0];
    const bank = await openAccounts(sandbox, PORTS.api.map((port) => `http://127.0.0.1:${port}`));
    fs.writeFileSync(this.file('bank.json'), JSON.stringify(bank));
    return bank;
  }

  private async startKiller(): Promise<void> {
    const settings: KillerSettings = { pidsFile: this.file('pids.json'), proxyPort: PORTS.proxy, postgresPort: PORTS.postgres, databaseUrl: this.postgres.urlFor('corebank'), clockFile: this.file('clock') };
    fs.writeFileSync(this.file('killer.json'), JSON.stringify(settings));
    this.killer = this.fork('killer.ts', this.file('killer.json'), this.file('faults.jsonl'), String(this.options.seed), String(this.options.seconds));
    await new Promise((resolve) => this.killer!.once('message', resolve));
  }

  private async torture(): Promise<void> {
    const faultsDone = new Promise((resolve) => this.killer!.once('message', resolve));
    this.killer!.send('begin');
    const workload = this.fork('workload.ts', this.file('bank.json'), this.file('workload.jsonl'), String(this.options.seed), String(this.options.seconds), String(CLIENTS));
    await Promise.all([faultsDone, new Promise((resolve) => workload.once('exit', resolve))]);
  }

  /** Waits until what began has ended: payments final, jobs done. What is not by then is a violation. */
  private async settle(bank: Bank): Promise<void> {
    await this.api!.untilReady();
    const deadline = performance.now() + SETTLE_TIMEOUT_MS;
    const open = `SELECT (SELECT count(*) FROM payout WHERE institution_id = $1 AND status IN ('Pending', 'Processing', 'PendingTSQ')) + (SELECT count(*) FROM job WHERE institution_id = $1 AND status = 'queued' AND kind = 'publish-event') AS open`;
    for (;;) {
      const { rows } = await this.withDatabase((client) => client.query<{ open: string }>(open, [bank.institutionId]));
      if (rows[0]!.open === '0' || performance.now() > deadline) return;
      await sleep(500);
    }
  }

  private async check(bank: Bank, history: HistoryLine[], tracked: string[], before: Map<string, bigint>): Promise<Finding[]> {
    const fates = fatesOf(history);
    const { institutionId } = bank;
    const payments = [...this.providers.ledger.transfers, ...this.providers.ledger.vends];
    const findings = await this.withDatabase(async (client) => [
      await checkReferences(client, institutionId, fates),
      checkReplays(fates),
      checkReleases(fates),
      await checkBalances(client, institutionId, fates, tracked, before),
      await checkFunds(client, institutionId),
      await checkProviders(client, institutionId, payments),
      await checkLeftovers(client, institutionId),
    ]);
    findings.push(await this.proof(bank));
    return findings;
  }

  private async proof(bank: Bank): Promise<Finding> {
    const { httpStatus, data } = await new BankClient(bank).call(0, 'GET', '/api/admin/v1/ledger/proof', { as: 'administrator' });
    const checks = (data.checks ?? []) as { name: string; passed: boolean; examples: string[] }[];
    const violations = httpStatus === 200 ? checks.filter(({ passed }) => !passed).map(({ name, examples }) => `${name} (${examples.join(', ')})`) : [`the proof answered ${httpStatus}`];
    return { check: "the ledger's proof", looked: checks.length, violations };
  }

  private report(history: HistoryLine[], findings: Finding[]): void {
    const fates = fatesOf(history);
    const count = (final: string): number => fates.filter((fate) => fate.final === final).length;
    const faults: Record<string, number> = {};
    for (const { fault } of history.filter((line): line is Fault => line.type === 'fault')) faults[fault] = (faults[fault] ?? 0) + 1;
    const { seed, seconds, sabotage } = this.options;
    say(JSON.stringify({ seed, seconds, sabotage, operations: fates.length, ok: count('ok'), accepted: count('accepted'), refused: count('refused'), unknown: count('unknown'), apiRestarts: this.api!.restarts, databaseRestarts: this.postgres.restarts, faults }));
    for (const finding of findings) say(show(finding));
  }

  private async withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.postgres.urlFor('corebank') });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private noted(pids: Partial<Run['pids']>): void {
    Object.assign(this.pids, pids);
    fs.writeFileSync(this.file('pids.json'), JSON.stringify(this.pids));
  }

  private fork(file: string, ...args: string[]): ChildProcess {
    return fork(path.join(__dirname, file), args, { execArgv: ['-r', path.join(ROOT, 'scripts', 'lib', 'register-swc.cjs')], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv);
  say(`seed ${options.seed}, ${options.seconds} s${options.sabotage === undefined ? '' : `, sabotaged: ${SABOTAGES[options.sabotage]!.title}`}`);
  const run = new Run(options);
  try {
    const held = await run.execute();
    say(held ? 'every promise held' : 'a promise was broken');
    process.exitCode = held ? 0 : 1;
  } finally {
    await run.stop();
  }
}

void main();
