import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../src/seed/seed-sandbox';
import { type Bank, BankClient } from './bank';
import { balances, trackedAccounts } from './check-balances';
import { checkEvents } from './check-events';
import { checkEverything } from './check-everything';
import { openBackends } from './check-house';
import { EventSink, presentMoment } from './event-sink';
import type { Finding } from './fates';
import { forkPart } from './fork-part';
import { History, readHistory } from './history';
import { Operators } from './operators';
import type { Options } from './options';
import { planOf } from './plan';
import { openAccounts } from './prepare-bank';
import { ReplicatedPostgres } from './replicated-postgres';
import { type Report, reportOf } from './report';
import { untilSettled } from './settle';
import { SnapshotReader } from './snapshots';
import { subscribe } from './subscribe';
import { TortureHouse } from './torture-house';
import { useAllScenarios } from './use-scenarios';

/** Of so many events the receiver refuses the first attempt. */
const REFUSE_EVERY = 200;
/** A killed process takes long to serve again on a slow machine. */
const ATTEMPTS_MAX = 180;
const RETRY_MS = 1_000;

/** One run: a bank under load in a house that fails, then the checks. Stopped and removed whatever happens. */
export class TortureRun {
  private readonly house: TortureHouse;
  private readonly sink = new EventSink(REFUSE_EVERY);
  private eventsSince = '';
  private stopping: Promise<void> | undefined;

  /** @param say receives a line about each part of the run. */
  constructor(
    private readonly options: Options,
    private readonly say: (line: string) => void,
  ) {
    this.house = new TortureHouse(options, say);
  }

  async execute(): Promise<Report> {
    const startedAt = performance.now();
    const { house } = this;
    await house.start();
    const bank = await this.openBank();
    const { before, backendsBefore } = await house.withDatabase(async (client) => ({
      before: await balances(client, bank.institutionId, trackedAccounts(bank)),
      backendsBefore: await openBackends(client),
    }));
    const snapshots = new SnapshotReader(() => house.postgres!.urlFor('corebank'), bank.institutionId);
    snapshots.start();
    const operators = this.operators(bank);
    const { loadMs, found } = await this.torture(operators);
    await house.api!.untilReady();
    await untilSettled((work) => house.withDatabase(work), bank.institutionId, this.say);
    await snapshots.stop();
    const history = ['workload', 'faults', 'operators'].flatMap((name) => readHistory(house.file(`${name}.jsonl`)));
    const { ledger } = house.providers!;
    const findings = await house.withDatabase((client) =>
      checkEverything({
        database: client,
        bank,
        client: new BankClient(bank),
        history,
        before,
        backendsBefore,
        payments: () => [...ledger.transfers, ...ledger.vends],
        exits: [...house.api!.exits],
        days: this.options.days,
        isUpgraded: house.isOutdated,
        logFile: house.file('api.log'),
      }),
    );
    findings.push(
      ...found,
      await house.withDatabase((client) => checkEvents(client, bank.institutionId, this.sink, this.eventsSince)),
    );
    findings.push({
      check: 'at every moment debits equalled credits and nobody was below zero',
      looked: snapshots.taken,
      violations: snapshots.violations,
    });
    const { exits } = house.api!;
    return reportOf({
      options: this.options,
      history,
      findings,
      exits,
      databaseRestarts: house.postgres!.restarts,
      changes: {
        upgrades: operators.upgrades,
        upgradedFrom: house.release?.version ?? null,
        promotions: operators.promotions,
        without: house.without,
      },
      lies: house.gateway!.told,
      loadMs,
      tookMs: performance.now() - startedAt,
    });
  }

  /** May be called at any time, and again. */
  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private async end(): Promise<void> {
    this.sink.close();
    await this.house.stop();
  }

  private operators(bank: Bank): Operators {
    const { house } = this;
    return new Operators({
      plan: planOf(this.options),
      api: house.api!,
      env: house.env,
      bank,
      program: house.file('program/dist'),
      isOutdated: house.isOutdated,
      postgres: house.postgres instanceof ReplicatedPostgres ? house.postgres : undefined,
      logFile: house.file('old-primary.log'),
      history: new History(house.file('operators.jsonl')),
      say: this.say,
      onUpgraded: () => this.useWhatIsNew(bank),
    });
  }

  private async openBank(): Promise<Bank> {
    const { house } = this;
    const sandbox = JSON.parse(fs.readFileSync(house.file('sandbox.json'), 'utf8')) as Sandbox;
    const bank = await openAccounts(
      sandbox,
      house.ports.api.map((port) => `http://127.0.0.1:${port}`),
      this.options.clients,
    );
    await this.sink.listen();
    // The release before them has neither scenarios nor events.
    if (!house.isOutdated) await this.useWhatIsNew(bank);
    fs.writeFileSync(house.file('bank.json'), JSON.stringify(bank));
    this.say(
      `${trackedAccounts(bank).length + bank.borrowers.length} accounts and ledgers, ${bank.loans.length} loans`,
    );
    return bank;
  }

  /** @returns how long the load lasted, and what operators found. */
  private async torture(operators: Operators): Promise<{ loadMs: number; found: Finding[] }> {
    const startedAt = performance.now();
    const { house } = this;
    const faultsDone = once(house.killer!, 'message');
    const { seed, clients } = this.options;
    const workload = forkPart(path.join(__dirname, 'workload.ts'), [
      house.file('bank.json'),
      house.file('workload.jsonl'),
      String(seed),
      String(clients),
    ]);
    const workDone = once(workload, 'exit');
    house.killer!.send('begin');
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
        return await this.house.withDatabase(async (client) => {
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
}
