import { Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { InstitutionDirectory } from '../../common/database/institution-directory.entity';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Providers } from '../providers';
import { type Cast, EverydayLife, type Step } from './everyday-life';
import { HistoryClock } from './history-clock';
import { HistoryDesk, type Opened } from './history-desk';
import { DEBTORS, EMPLOYER, HISTORY_DAYS, MERCHANT, PEOPLE } from './history-plan';
import { Lending } from './lending';
import { WaitingWork } from './waiting-work';

const PAY_IN = { name: 'OKAFOR CHIAMAKA', narration: 'Savings brought over' };

/** The result of a run. */
export interface HistoryRun {
  /** Steps that were done, also those that an earlier run had done. */
  steps: number;
  /** The steps that were refused, with the reason. */
  refused: string[];
}

/**
 * Gives a sandbox that began in the past its history: each day it does what the plan says and closes the day, until the
 * clock of the institution is real time (docs/sandbox.md#history). The clock tells how far it is, and each step has a
 * request reference, so that a run continues where an interrupted one ended.
 */
export class SandboxHistory {
  private readonly logger = new Logger(SandboxHistory.name);
  private readonly stopping = new AbortController();
  private readonly desk: HistoryDesk;
  private readonly clock: HistoryClock;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly app: Providers,
    private readonly institutionId: number,
  ) {
    this.desk = new HistoryDesk(app, institutionId);
    this.clock = new HistoryClock(app, institutionId, this.stopping.signal);
  }

  /** Runs in the background. A failure is logged; the next start continues. */
  begin(): void {
    this.running = this.run().catch((err: unknown) => {
      if (!this.stopping.signal.aborted)
        this.logger.error({ err }, 'The history of the sandbox stopped; the next start continues it');
    });
  }

  /** Ends a run in the background before its next step. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /**
   * Does what is missing; nothing for an institution that is not behind real time.
   * @throws HistoryStoppedError when a day cannot be closed
   */
  async run(): Promise<HistoryRun> {
    const done: HistoryRun = { steps: 0, refused: [] };
    const daysToGo = await this.clock.daysToGo();
    if (daysToGo === 0 || !(await this.isListed())) return done;
    const began = performance.now();
    this.logger.log(`Filling the sandbox with a history of ${daysToGo} days in the background`);
    const cast = await this.openAccounts();
    for (const day of this.daysFrom(daysToGo, cast)) {
      await this.clock.moveTo(day);
      for (const [name, act] of this.stepsOf(day, cast)) {
        if (this.stopping.signal.aborted || !(await this.isListed())) return done;
        await this.take(name, act, done);
      }
    }
    await this.clock.moveTo(0);
    const seconds = Math.round((performance.now() - began) / 1000);
    this.logger.log(`The sandbox has its history: ${done.steps} steps in ${seconds} s; its time is real time now`);
    return done;
  }

  /** Days with something to do; the days between them are closed together. */
  private daysFrom(daysToGo: number, cast: Cast): number[] {
    const days = Array.from({ length: daysToGo }, (_, index) => daysToGo - index);
    return days.filter((day) => this.stepsOf(day, cast).length > 0);
  }

  private stepsOf(day: number, cast: Cast): Step[] {
    const parts = [new Lending(this.desk, cast), new EverydayLife(this.desk, cast), new WaitingWork(this.desk, cast)];
    const steps = parts.flatMap((part) => part.stepsOf(day));
    return day === HISTORY_DAYS ? [...this.payIns(cast), ...steps] : steps;
  }

  /** A refused step, for instance for want of money, does not keep the others away. */
  private async take(name: string, act: Step[1], done: HistoryRun): Promise<void> {
    try {
      await act();
      done.steps += 1;
    } catch (err) {
      done.refused.push(`${name}: ${err instanceof Error ? err.message : String(err)}`);
      this.logger.warn({ err, step: name }, 'A step of the history of the sandbox was refused');
    }
  }

  /** Opens the accounts; those of an earlier run are found by their references. */
  private async openAccounts(): Promise<Cast> {
    const people: Opened[] = [];
    const debtors: Opened[] = [];
    for (const [index, person] of PEOPLE.entries()) people.push(await this.desk.openSavings(person, index + 1));
    for (const [index, person] of DEBTORS.entries()) debtors.push(await this.desk.openSavings(person, index + 101));
    const employer = await this.desk.openCurrent(EMPLOYER, 'EMPLOYER');
    return { people, debtors, employer, merchant: await this.desk.openCurrent(MERCHANT, 'MERCHANT') };
  }

  private payIns({ people, debtors, employer, merchant }: Cast): Step[] {
    const payIn = (step: string, account: Opened, amount: number): Step => [
      step,
      () => this.desk.receive(step, account, amount, PAY_IN),
    ];
    return [
      ...PEOPLE.map(({ opening }, index) => payIn(`PAY-IN-${index}`, people[index]!, opening)),
      ...DEBTORS.map(({ opening }, index) => payIn(`PAY-IN-D${index}`, debtors[index]!, opening)),
      payIn('PAY-IN-EMPLOYER', employer, EMPLOYER.opening),
      payIn('PAY-IN-MERCHANT', merchant, MERCHANT.opening),
    ];
  }

  /** False once a reset has replaced the institution. */
  private async isListed(): Promise<boolean> {
    const { institutionId } = this;
    return this.app
      .get(UnitOfWork)
      .routing((tx) => tx.existsBy(InstitutionDirectory, { institutionId, retiredAt: IsNull() }));
  }
}
