import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Keyring } from '../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../src/sandbox/start-sandbox';
import { sandboxGatewayKey } from '../src/seed/sandbox-providers';
import type { Sandbox } from '../src/seed/seed-sandbox';
import { type Release, ReleasedProgram } from '../test/support/released-program';
import { ApiProcesses } from './api-processes';
import { type Bank, BankClient } from './bank';
import { buildProgram, PRESENT } from './build-program';
import { balances, trackedAccounts } from './check-balances';
import { checkEvents } from './check-events';
import { checkEverything } from './check-everything';
import { openBackends } from './check-house';
import { choosePostgres, chooseRelease } from './choose-parts';
import { setClock } from './clock-file';
import { type DatabaseUnderTest, portOf } from './database-under-test';
import { EventSink, presentMoment } from './event-sink';
import type { Finding } from './fates';
import { forkPart } from './fork-part';
import { History, readHistory } from './history';
import type { KillerSettings, NewPrimary, Victims } from './killer';
import { LyingGateway } from './lying-gateway';
import { Operators } from './operators';
import type { Options } from './options';
import { planOf } from './plan';
import { freePorts, type Ports } from './ports';
import { openAccounts } from './prepare-bank';
import { processEnvironment } from './process-environment';
import { ReplicatedPostgres } from './replicated-postgres';
import { type Report, reportOf } from './report';
import { type Sabotage, SABOTAGES } from './sabotage';
import { untilSettled } from './settle';
import { SnapshotReader } from './snapshots';
import { subscribe } from './subscribe';
import { useAllScenarios } from './use-scenarios';
import { withClient } from './with-client';

/** Of so many events the receiver refuses the first attempt. */
const REFUSE_EVERY = 200;
/** A killed process takes long to serve again on a slow machine. */
const ATTEMPTS_MAX = 180;
const RETRY_MS = 1_000;

/** Everything a run needs, from its own folder; stopped and removed whatever happens. */
export class TortureRun {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-torture-'));
  private readonly victims: Victims = { api: [], postgres: { pid: 0, url: '' } };
  private readonly sabotage: Sabotage | undefined;
  private ports!: Ports;
  private providers: RunningSandbox | undefined;
  private gateway: LyingGateway | undefined;
  private postgres: DatabaseUnderTest | undefined;
  private released: ReleasedProgram | undefined;
  private release: Release | undefined;
  private readonly without: string[] = [];
  private api: ApiProcesses | undefined;
  private killer: ChildProcess | undefined;
  private readonly sink = new EventSink(REFUSE_EVERY);
  private eventsSince = '';
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
    const { before, backendsBefore } = await this.withDatabase(async (client) => ({
      before: await balances(client, bank.institutionId, trackedAccounts(bank)),
      backendsBefore: await openBackends(client),
    }));
    const snapshots = new SnapshotReader(() => this.postgres!.urlFor('corebank'), bank.institutionId);
    snapshots.start();
    const operators = this.operators(bank);
    const { loadMs, found } = await this.torture(operators);
    await this.api!.untilReady();
    await untilSettled((work) => this.withDatabase(work), bank.institutionId, this.say);
    await snapshots.stop();
    const history = ['workload', 'faults', 'operators'].flatMap((name) => readHistory(this.file(`${name}.jsonl`)));
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
        isUpgraded: this.released !== undefined,
        logFile: this.file('api.log'),
      }),
    );
    findings.push(
      ...found,
      await this.withDatabase((client) => checkEvents(client, bank.institutionId, this.sink, this.eventsSince)),
    );
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
      changes: {
        upgrades: operators.upgrades,
        upgradedFrom: this.release?.version ?? null,
        promotions: operators.promotions,
        without: this.without,
      },
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
    this.released?.remove();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** PostgreSQL with a seeded bank, the providers, the network between them, and the API. */
  private async startHouse(): Promise<void> {
    this.ports = await freePorts();
    this.postgres = choosePostgres(this.options, {
      folder: this.file('postgres'),
      port: this.ports.postgres,
      onPrimary: (primary) => this.noted({ postgres: primary }),
      doWithout: (reason) => this.doWithout(reason),
    });
    await this.postgres.start();
    this.release = chooseRelease(this.options, (reason) => this.doWithout(reason));
    if (this.release) this.released = ReleasedProgram.unpack(this.release, 'torture');
    this.say(`begins with ${this.release ? `release ${this.release.version}` : 'the present program'}`);
    const masterKey = randomBytes(32);
    const direct = this.postgres.urlFor('corebank');
    this.env = processEnvironment({
      databaseUrl: direct.replace(`:${new URL(direct).port}/`, `:${this.ports.proxy}/`),
      masterKey,
      dataDir: this.file('data'),
      clockFile: this.file('clock'),
    });
    // The books begin as many days ago as are to pass.
    setClock(this.file('clock'), { daysLeft: this.options.days, jumpMs: 0 });
    this.providers = await startSandbox({
      port: 0,
      dataFile: this.file('providers.jsonl'),
      gatewayKey: sandboxGatewayKey(new Keyring([masterKey])),
    });
    this.gateway = new LyingGateway(this.providers.url, this.options.seed);
    await this.seed(await this.gateway.listen(), direct);
    const program = buildProgram(PRESENT, this.file('program'));
    this.sabotage?.program?.(program);
    if (this.sabotage?.database) await this.withDatabase(this.sabotage.database);
    await this.startKiller();
    this.api = new ApiProcesses({
      program: this.released === undefined ? program : buildProgram(this.released.folder, this.file('released')),
      logFile: this.file('api.log'),
      ports: this.ports.api,
      env: this.env,
      onChange: (api) => this.noted({ api }),
    });
    await this.api.start();
    this.say('the API serves');
  }

  private doWithout(reason: string): void {
    this.without.push(reason);
    this.say(`without ${reason}`);
  }

  private operators(bank: Bank): Operators {
    return new Operators({
      plan: planOf(this.options),
      api: this.api!,
      env: this.env,
      bank,
      program: this.file('program/dist'),
      isOutdated: this.released !== undefined,
      postgres: this.postgres instanceof ReplicatedPostgres ? this.postgres : undefined,
      logFile: this.file('old-primary.log'),
      history: new History(this.file('operators.jsonl')),
      say: this.say,
      onUpgraded: () => this.useWhatIsNew(bank),
    });
  }

  /** A release is seeded by its own program. */
  private async seed(providersUrl: string, databaseUrl: string): Promise<void> {
    const root = this.released?.folder ?? PRESENT;
    const child = forkPart(path.join(root, 'torture', 'seed-bank.ts'), [providersUrl, this.file('sandbox.json')], {
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
    await this.sink.listen();
    // The release before them has neither scenarios nor events.
    if (this.released === undefined) await this.useWhatIsNew(bank);
    fs.writeFileSync(this.file('bank.json'), JSON.stringify(bank));
    this.say(
      `${trackedAccounts(bank).length + bank.borrowers.length} accounts and ledgers, ${bank.loans.length} loans`,
    );
    return bank;
  }

  private async startKiller(): Promise<void> {
    const settings: KillerSettings = {
      victimsFile: this.file('victims.json'),
      proxyPort: this.ports.proxy,
      clockFile: this.file('clock'),
    };
    fs.writeFileSync(this.file('killer.json'), JSON.stringify(settings));
    const { seed, seconds, days } = this.options;
    this.killer = forkPart(path.join(__dirname, 'killer.ts'), [
      this.file('killer.json'),
      this.file('faults.jsonl'),
      String(seed),
      String(seconds),
      String(days),
    ]);
    await once(this.killer, 'message');
  }

  /** @returns how long the load lasted, and what operators found. */
  private async torture(operators: Operators): Promise<{ loadMs: number; found: Finding[] }> {
    const startedAt = performance.now();
    const faultsDone = once(this.killer!, 'message');
    const { seed, clients } = this.options;
    const workload = forkPart(path.join(__dirname, 'workload.ts'), [
      this.file('bank.json'),
      this.file('workload.jsonl'),
      String(seed),
      String(clients),
    ]);
    const workDone = once(workload, 'exit');
    this.killer!.send('begin');
    const [found] = await Promise.all([operators.work(), faultsDone]);
    workload.send('end');
    await workDone;
    this.say('the load has ended');
    return { loadMs: performance.now() - startedAt, found };
  }

  /** Scenarios and events, again and again while faults prevent it. */
  private async useWhatIsNew(bank: Bank): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.withDatabase(async (client) => {
          await useAllScenarios(client);
          await subscribe(client, new BankClient(bank), bank, this.sink.url);
          this.eventsSince = await presentMoment(client);
        });
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  private withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return withClient(this.postgres!.urlFor('corebank'), work);
  }

  /** Replaced whole: the killer may read it at any moment. */
  private noted(victims: Partial<Victims>): void {
    Object.assign(this.victims, victims);
    fs.writeFileSync(this.file('victims.new'), JSON.stringify(this.victims));
    fs.renameSync(this.file('victims.new'), this.file('victims.json'));
    const { postgres } = victims;
    if (postgres) this.killer?.send({ primaryPort: portOf(postgres) } satisfies NewPrimary);
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }
}
