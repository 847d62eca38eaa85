import { Injectable, Logger } from '@nestjs/common';
import { type DayStep, DaySteps } from '../business-day/day-steps';
import { SnapshotBarrier } from '../common/database/snapshot-barrier';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { formatNaira } from '../common/money/naira';
import { type ControlTotals, isBalanced, readControlTotals } from './control-totals';
import { DayProver } from './day-prover';
import { EndOfDayRun } from './end-of-day-run.entity';
import { type StepRun, StepRuns } from './step-runs';

/** The end of a closing. `interrupted`: the process stops, and another one continues. */
export type DayEnd = 'completed' | 'stopped' | 'interrupted';

/** The failure of a step as a whole, not of one of its rows. */
export class StepFailedError extends Error {
  constructor(
    readonly step: DayStep,
    cause: unknown,
  ) {
    super(`The step ${step.name} failed.`, { cause });
    this.name = 'StepFailedError';
  }
}

/**
 * Closes one business date after the next one has begun: waits for postings of the old date, runs the steps with
 * control totals before and after each, and proves the day. Every part may run again after a crash
 * (`docs/ARCHITECTURE.md#end-of-day`).
 */
@Injectable()
export class DayCloser {
  private readonly logger = new Logger(DayCloser.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly barrier: SnapshotBarrier,
    private readonly steps: DaySteps,
    private readonly stepRuns: StepRuns,
    private readonly proofs: DayProver,
  ) {}

  /**
   * @throws StepFailedError when a step fails; the database's error when the database fails. The caller tries again.
   */
  async close(run: EndOfDayRun, signal: AbortSignal): Promise<DayEnd> {
    const { institutionId, date, nextDate } = run;
    await this.barrier.pass();
    run.closingTotals ??= await this.keepClosingTotals(run);
    const day = { institutionId, date, nextDate };
    const finished = await this.stepRuns.finished(day);
    const steps = this.steps.inOrder().filter(({ name }) => !finished.has(name));
    const [first] = steps;
    let stepRun: StepRun | undefined;
    if (first) {
      const totals = await this.totals(institutionId);
      if (!isBalanced(totals)) return this.stop(run, `Before the step "${first.title}" ${difference(totals)}`);
      stepRun = await this.stepRuns.begin(day, first, totals);
    }
    while (stepRun) {
      const { step } = stepRun;
      if (signal.aborted) return 'interrupted';
      const isDone = await this.stepRuns
        .run(day, stepRun, signal)
        .catch((error: unknown) => Promise.reject(new StepFailedError(step, error)));
      if (!isDone) return 'interrupted';
      const following = steps.slice(steps.indexOf(step) + 1);
      const { totals, nextRun } = await this.stepRuns.finish(day, stepRun, following);
      if (!isBalanced(totals)) return this.stop(run, `After the step "${step.title}" ${difference(totals)}`);
      stepRun = nextRun;
    }
    return this.prove(run);
  }

  /**
   * Ends a run that needs staff.
   * @param problem a sentence for staff.
   */
  async stop({ institutionId, date }: EndOfDayRun, problem: string): Promise<'stopped'> {
    this.logger.error({ institutionId, date, problem }, 'The end of a day stopped.');
    await this.unitOfWork.run(institutionId, (tx) =>
      this.change(
        tx,
        { institutionId, date },
        { status: 'Stopped', problem: problem.slice(0, 1000), finishedAt: () => 'institution_now()' },
      ),
    );
    return 'stopped';
  }

  /** Records for staff the problem of a run that is tried again. */
  async note({ institutionId, date }: EndOfDayRun, problem: string): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) =>
      this.change(tx, { institutionId, date }, { problem: problem.slice(0, 1000) }),
    );
  }

  private async prove(run: EndOfDayRun): Promise<DayEnd> {
    const { institutionId, date } = run;
    const proof = await this.proofs.prove(run);
    if (proof.passed) {
      await this.unitOfWork.run(institutionId, (tx) =>
        this.change(tx, run, { status: 'Completed', proof, problem: null, finishedAt: () => 'institution_now()' }),
      );
      return 'completed';
    }
    await this.unitOfWork.run(institutionId, (tx) => tx.update(EndOfDayRun, { institutionId, date }, { proof }));
    const failed = proof.checks
      .filter(({ passed }) => !passed)
      .map(({ name, violations, examples }) => `${name} (${violations}: ${examples.join(', ')})`);
    return this.stop(run, `The proof of the day failed: ${failed.join('; ')}.`);
  }

  private async keepClosingTotals(run: EndOfDayRun): Promise<ControlTotals> {
    const { institutionId, date } = run;
    const closingTotals = await this.proofs.closingTotals(run);
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.update(EndOfDayRun, { institutionId, date }, { closingTotals }),
    );
    return closingTotals;
  }

  private totals(institutionId: number): Promise<ControlTotals> {
    return this.unitOfWork.read(institutionId, (tx) => readControlTotals(tx, institutionId));
  }

  /** Changes a running run. A run that another process has ended stays ended. */
  private async change(
    tx: Tx,
    { institutionId, date }: Pick<EndOfDayRun, 'institutionId' | 'date'>,
    changes: Parameters<Tx['update']>[2],
  ): Promise<void> {
    await tx.update(EndOfDayRun, { institutionId, date, status: 'Running' }, changes);
  }
}

function difference({ debitsKobo, creditsKobo }: ControlTotals): string {
  const [debits, credits] = [formatNaira(BigInt(debitsKobo)), formatNaira(BigInt(creditsKobo))];
  return `the books do not balance: debits are ${debits}, credits ${credits}.`;
}
