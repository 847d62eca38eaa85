import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Client } from 'pg';
import { Keyring } from '../src/common/crypto/keyring';
import { type RunningSandbox, startSandbox } from '../src/sandbox/start-sandbox';
import { sandboxGatewayKey } from '../src/seed/sandbox-providers';
import { type Release, ReleasedProgram } from '../test/support/released-program';
import { ApiProcesses } from './api-processes';
import { buildProgram, PRESENT } from './build-program';
import { choosePostgres, chooseRelease } from './choose-parts';
import { setClock } from './clock-file';
import { type DatabaseUnderTest, portOf } from './database-under-test';
import { forkPart } from './fork-part';
import type { KillerSettings, NewPrimary, Victims } from './killer';
import { LyingGateway } from './lying-gateway';
import type { Options } from './options';
import { freePorts, type Ports } from './ports';
import { processEnvironment } from './process-environment';
import { type Sabotage, SABOTAGES } from './sabotage';
import { withClient } from './with-client';

/** What a run tortures, in a folder of its own: PostgreSQL, providers, network, API, and the killer of all of them. */
export class TortureHouse {
  /** What this machine lacks, so that the run does without it. */
  readonly without: string[] = [];
  api: ApiProcesses | undefined;
  gateway: LyingGateway | undefined;
  killer: ChildProcess | undefined;
  postgres: DatabaseUnderTest | undefined;
  providers: RunningSandbox | undefined;
  release: Release | undefined;
  ports!: Ports;
  env!: Record<string, string>;
  private released: ReleasedProgram | undefined;
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-torture-'));
  private readonly victims: Victims = { api: [], postgres: { pid: 0, url: '' } };
  private readonly sabotage: Sabotage | undefined;

  /** @param say receives a line about each part. */
  constructor(
    private readonly options: Options,
    private readonly say: (line: string) => void,
  ) {
    this.sabotage = options.sabotage === undefined ? undefined : SABOTAGES[options.sabotage];
  }

  /** True when the run begins with a release, which is upgraded under load. */
  get isOutdated(): boolean {
    return this.released !== undefined;
  }

  /** PostgreSQL with a seeded bank, the providers, the network between them, and the API. */
  async start(): Promise<void> {
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

  /** Stops what has started, and removes the folder. */
  async stop(): Promise<void> {
    await this.api?.stop();
    this.killer?.kill('SIGKILL');
    await this.postgres?.stop();
    await this.gateway?.close();
    await this.providers?.close();
    this.released?.remove();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return withClient(this.postgres!.urlFor('corebank'), work);
  }

  /** The path of a file of the run. */
  file(name: string): string {
    return path.join(this.folder, name);
  }

  private doWithout(reason: string): void {
    this.without.push(reason);
    this.say(`without ${reason}`);
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

  /** Replaced whole: the killer may read it at any moment. */
  private noted(victims: Partial<Victims>): void {
    Object.assign(this.victims, victims);
    fs.writeFileSync(this.file('victims.new'), JSON.stringify(this.victims));
    fs.renameSync(this.file('victims.new'), this.file('victims.json'));
    const { postgres } = victims;
    if (postgres) this.killer?.send({ primaryPort: portOf(postgres) } satisfies NewPrimary);
  }
}
