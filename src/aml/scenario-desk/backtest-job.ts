import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { Backtest, type BacktestResult } from '../scenarios/backtest';
import { compileScenario } from '../scenarios/compile-scenario';
import { DEFAULT_WINDOW_SETTINGS } from '../scenarios/window-state';
import { AmlScenarioBacktest } from './aml-scenario-backtest.entity';
import { AmlScenarioVersion } from './aml-scenario-version.entity';
import { firstSince, historyNeeds, storedHistory } from './stored-history';

export const BACKTEST_JOB = 'aml-backtest';

const DAY_MS = 86_400_000;

/** A backtest that could only go on with other facts than live screening had; trying again does not help. */
class TooManyRecords extends Error {
  constructor() {
    super(
      'The scenario reads facts to which many accounts add, and the history has more accounts, loans and devices than ' +
        'a backtest keeps; run the version in shadow.',
    );
  }
}

/** The stored result: that of the core with the period. */
export type StoredBacktest = BacktestResult & { from: string; to: string };

/**
 * Tries a version on the stored movements, those of each account in the order of their decisions, with the code that
 * judges live. Movements are read in pages and mostly one account after the other, so memory does not grow with their
 * number; the result is stored once, and a run that was interrupted begins again.
 */
@Injectable()
@MemberOf(JobHandlers)
export class BacktestJob implements JobHandler {
  readonly kind = BACKTEST_JOB;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run({ institutionId, payload, isLastAttempt }: RunningJob): Promise<void> {
    const key = { institutionId, id: Number(payload.backtestId) };
    const backtest = await this.unitOfWork.read(institutionId, (tx) => tx.findOneByOrFail(AmlScenarioBacktest, key));
    if (backtest.state !== 'Running') return;
    try {
      await this.finish(key, { state: 'Done', result: await this.judge(backtest) });
    } catch (error) {
      if (!isLastAttempt && !(error instanceof TooManyRecords)) throw error;
      await this.finish(key, { state: 'Failed', failure: (error as Error).message.slice(0, 500) });
    }
  }

  private async judge({
    institutionId,
    code,
    version,
    liveVersion,
    definition,
    days,
    createdAt: to,
  }: AmlScenarioBacktest): Promise<StoredBacktest> {
    const start = new Date(to.getTime() - days * DAY_MS);
    const stored =
      liveVersion === null
        ? null
        : await this.unitOfWork.read(institutionId, (tx) =>
            tx.findOneBy(AmlScenarioVersion, { institutionId, code, version: liveVersion }),
          );
    const draft = compileScenario(definition, version);
    const live = stored && compileScenario(stored.definition, stored.version);
    const needs = historyNeeds(live ? [draft, live] : [draft], start);
    const first = await this.unitOfWork.readReport(institutionId, (tx) => firstSince(tx, institutionId, needs.since));
    const from = first && first.at > start ? first.at : start;
    const backtest = new Backtest({
      draft,
      ...(live ? { live } : {}),
      settings: DEFAULT_WINDOW_SETTINGS,
      judgeFrom: from.getTime(),
      byAccount: needs.byAccount,
    });
    for await (const { movement, known } of storedHistory(this.unitOfWork, institutionId, needs, to)) {
      backtest.add(movement, known);
      if (backtest.hasForgotten) throw new TooManyRecords();
    }
    return { ...backtest.finish(), from: from.toISOString(), to: to.toISOString() };
  }

  private async finish(
    key: { institutionId: number; id: number },
    outcome: { state: 'Done'; result: StoredBacktest } | { state: 'Failed'; failure: string },
  ): Promise<void> {
    const finishedAt = this.clock.institutionNow(key.institutionId);
    await this.unitOfWork.run(key.institutionId, (tx) =>
      tx.update(AmlScenarioBacktest, { ...key, state: 'Running' }, { ...outcome, finishedAt } as object),
    );
  }
}
