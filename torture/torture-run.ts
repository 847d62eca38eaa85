import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Client } from 'pg';
import { putShipped, useScenarios, withoutEffect } from '../src/aml/scenario-desk/testing/shipped-in-use';
import { Keyring } from '../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../src/sandbox/start-sandbox';
import { SANDBOX_INSTITUTION } from '../src/seed/sandbox-plan';
import { sandboxGatewayKey } from '../src/seed/sandbox-providers';
import type { Sandbox } from '../src/seed/seed-sandbox';
import { ApiProcesses } from './api-processes';
import { type Bank, BankClient } from './bank';
import { buildProgram } from './build-program';
import { balances, trackedAccounts } from './check-balances';
import { checkEvents } from './check-events';
import { checkEverything } from './check-everything';
import { openBackends } from './check-house';
import { setClock } from './clock-file';
import { ACCOUNT_EVENTS, EventSink, lastPostingId } from './event-sink';
import { readHistory } from './history';
import type { KillerSettings, Victims } from './killer';
import { LyingGateway } from './lying-gateway';
import type { Options } from './options';
import { freePorts, type Ports } from './ports';
import { PostgresUnderTest } from './postgres-under-test';
import { createEndpoint, openAccounts } from './prepare-bank';
import { type Report, reportOf } from './report';
import { type Sabotage, SABOTAGES } from './sabotage';
import { untilSettled } from './settle';
import { SnapshotReader } from './snapshots';

const ROOT = path.resolve(__dirname, '..');
/** Of so many events the receiver refuses the first attempt. */
const REFUSE_EVERY = 200;

/** Everything a run needs, from its own folder; stopped and removed whatever happens. */
export class TortureRun {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-torture-'));
  private readonly victims: Victims = { api: [], postgres: 0 };
  private readonly sabotage: Sabotage | undefined;
  private ports!: Ports;
  private providers: RunningSandbox | undefined;
  private gateway: LyingGateway | undefined;
  private postgres: PostgresUnderTest | undefined;
  private api: ApiProcesses | undefined;
  private killer: ChildProcess | undefined;
  private readonly sink = new EventSink(REFUSE_EVERY);
  private env!: Record<string, string>;
  private stopping: Promise<void> | undefined;

  /** @param say receives a line about each part of the run. */
  constructor(
    private readonly options: Options,
    private readonly say: (line: string) => void,
  ) {
    this.sabotage = options.sabotage === undefined ? undefined : SABOTAGES[options.sabotage];
  }

  async execute(): Promise<Report> {
    const startedAt = performance.now();
    await this.startHouse();
    const bank = await this.openBank();
    const { before, backendsBefore, lastBefore } = await this.withDatabase(async (client) => ({
      lastBefore: await lastPostingId(client),
      before: await balances(client, bank.institutionId, trackedAccounts(bank)),
      backendsBefore: await openBackends(client),
    }));
    const snapshots = new SnapshotReader(() => this.postgres!.urlFor('corebank'), bank.institutionId);
    snapshots.start();
    const loadMs = await this.torture();
    await this.api!.untilReady();
    await untilSettled((work) => this.withDatabase(work), bank.institutionId, this.say);
    await snapshots.stop();
    const history = [...readHistory(this.file('workload.jsonl')), ...readHistory(this.file('faults.jsonl'))];
    const { ledger } = this.providers!;
    const findings = await this.withDatabase((client) =>
      checkEverything({
        database: client,
        bank,
        client: new BankClient(bank),
        history,
        before,
        backendsBefore,
        payments: () => [...ledger.transfers, ...ledger.vends],
        exits: [...this.api!.exits],
        days: this.options.days,
        logFile: this.file('api.log'),
      }),
    );
    findings.push(await this.withDatabase((client) => checkEvents(client, bank.institutionId, this.sink, lastBefore)));
    findings.push({
      check: 'at every moment debits equalled credits and nobody was below zero',
      looked: snapshots.taken,
      violations: snapshots.violations,
    });
    const { exits } = this.api!;
    return reportOf({
      options: this.options,
      history,
      findings,
      exits,
      databaseRestarts: this.postgres!.restarts,
      lies: this.gateway!.told,
      loadMs,
      tookMs: performance.now() - startedAt,
    });
  }

  /** May be called at any time, and again. */
  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private async end(): Promise<void> {
    await this.api?.stop();
    this.killer?.kill('SIGKILL');
    this.sink.close();
    await this.postgres?.stop();
    await this.gateway?.close();
    await this.providers?.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** PostgreSQL with a seeded bank, the providers, the network between them, and the API. */
  private async startHouse(): Promise<void> {
    this.ports = await freePorts();
    this.postgres = new PostgresUnderTest(this.file('postgres'), this.ports.postgres, (pid) =>
      this.noted({ postgres: pid }),
    );
    await this.postgres.start();
    const masterKey = randomBytes(32);
    const direct = this.postgres.urlFor('corebank');
    this.env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      SANDBOX: 'false',
      DATA_DIR: this.file('data'),
      COREBANK_MASTER_KEY: masterKey.toString('base64'),
      DATABASE_URL: direct.replace(`:${this.ports.postgres}/`, `:${this.ports.proxy}/`),
      GATEWAY_ALLOW_PRIVATE_ADDRESSES: 'true',
      WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
      GATEWAY_TIMEOUT_MS: '1500',
      PAYOUT_QUERY_AFTER_MS: '500',
      PAYOUT_CLIENT_QUERY_INTERVAL_MS: '0',
      JOB_LEASE_MS: '3000',
      SHUTDOWN_DELAY_MS: '2000',
      AUTHENTICATIONS_PER_CLIENT_PER_MINUTE: '600',
      TORTURE_CLOCK_FILE: this.file('clock'),
    };
    // The books begin as many days ago as are to pass.
    setClock(this.file('clock'), { daysLeft: this.options.days, jumpMs: 0 });
    this.providers = await startSandbox({
      port: 0,
      dataFile: this.file('providers.jsonl'),
      gatewayKey: sandboxGatewayKey(new Keyring([masterKey])),
    });
    this.gateway = new LyingGateway(this.providers.url, this.options.seed);
    await this.seed(await this.gateway.listen(), direct);
    await this.withDatabase(useAllScenarios);
    if (this.sabotage?.database) await this.withDatabase(this.sabotage.database);
    const program = buildProgram(this.folder, this.sabotage);
    await this.startKiller(direct);
    this.api = new ApiProcesses({
      program,
      logFile: this.file('api.log'),
      ports: this.ports.api,
      env: this.env,
      onChange: (api) => this.noted({ api }),
    });
    await this.api.start();
    this.say('the API serves');
  }

  private async seed(providersUrl: string, databaseUrl: string): Promise<void> {
    const child = this.fork('seed-bank.ts', [providersUrl, this.file('sandbox.json')], {
      ...this.env,
      DATABASE_URL: databaseUrl,
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error('The bank could not be seeded.');
  }

  private async openBank(): Promise<Bank> {
    const sandbox = JSON.parse(fs.readFileSync(this.file('sandbox.json'), 'utf8')) as Sandbox;
    const bank = await openAccounts(
      sandbox,
      this.ports.api.map((port) => `http://127.0.0.1:${port}`),
      this.options.clients,
    );
    await createEndpoint(new BankClient(bank), bank.client.clientId, await this.sink.listen(), ACCOUNT_EVENTS);
    fs.writeFileSync(this.file('bank.json'), JSON.stringify(bank));
    this.say(
      `${trackedAccounts(bank).length + bank.borrowers.length} accounts and ledgers, ${bank.loans.length} loans`,
    );
    return bank;
  }

  private async startKiller(databaseUrl: string): Promise<void> {
    const settings: KillerSettings = {
      victimsFile: this.file('victims.json'),
      proxyPort: this.ports.proxy,
      postgresPort: this.ports.postgres,
      databaseUrl,
      clockFile: this.file('clock'),
    };
    fs.writeFileSync(this.file('killer.json'), JSON.stringify(settings));
    const { seed, seconds, days } = this.options;
    this.killer = this.fork('killer.ts', [
      this.file('killer.json'),
      this.file('faults.jsonl'),
      String(seed),
      String(seconds),
      String(days),
    ]);
    await once(this.killer, 'message');
  }

  /** @returns how long the load lasted. */
  private async torture(): Promise<number> {
    const startedAt = performance.now();
    const faultsDone = once(this.killer!, 'message');
    const { seed, clients } = this.options;
    const workload = this.fork('workload.ts', [
      this.file('bank.json'),
      this.file('workload.jsonl'),
      String(seed),
      String(clients),
    ]);
    const workDone = once(workload, 'exit');
    this.killer!.send('begin');
    await faultsDone;
    workload.send('end');
    await workDone;
    this.say('the load has ended');
    return performance.now() - startedAt;
  }

  private async withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: this.postgres!.urlFor('corebank') });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Replaced whole: the killer may read it at any moment. */
  private noted(victims: Partial<Victims>): void {
    Object.assign(this.victims, victims);
    fs.writeFileSync(this.file('victims.new'), JSON.stringify(this.victims));
    fs.renameSync(this.file('victims.new'), this.file('victims.json'));
  }

  private fork(file: string, args: string[], env: Record<string, string> = {}): ChildProcess {
    const preloaded = [
      path.join(ROOT, 'scripts', 'lib', 'register-swc.cjs'),
      ...(env.TORTURE_CLOCK_FILE === undefined ? [] : [path.join(__dirname, 'skewed-clock.cjs')]),
    ];
    return fork(path.join(__dirname, file), args, {
      execArgv: preloaded.flatMap((each) => ['-r', each]),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}

/**
 * Every shipped scenario live, but unable to stop the load, and once more in shadow, where it finds what it finds. They
 * are in use before the first movement, so that their windows know all of them.
 */
async function useAllScenarios(client: Client): Promise<void> {
  const { institutionId } = SANDBOX_INSTITUTION;
  await putShipped(client, institutionId, { state: 'live', version: 1, change: withoutEffect });
  await putShipped(client, institutionId, { state: 'shadow', version: 2 });
  await useScenarios(client, institutionId, 1);
}
