import { Injectable } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { Backtest, type BacktestResult } from '../scenarios/backtest';
import { compileScenario } from '../scenarios/compile-scenario';
import { DEFAULT_WINDOW_SETTINGS } from '../scenarios/window-state';
import { AmlScenarioBacktest } from './aml-scenario-backtest.entity';
import { AmlScenarioVersion } from './aml-scenario-version.entity';
import { unpackMovement } from './packed-movement';

export const BACKTEST_JOB = 'aml-backtest';

/** Movements before the period that fill the windows: the longest window is 30 days in buckets of five. */
const WARM_UP_DAYS = 36;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 5_000;

const FIRST = `SELECT min(seq) AS seq, min(at) AS at FROM (
  SELECT seq, at FROM movement_facts WHERE institution_id = $1 AND at >= $2 ORDER BY seq LIMIT 1000) f`;
const PAGE = `SELECT seq, account_id, posting_id, at, outcome, facts FROM movement_facts
  WHERE institution_id = $1 AND seq >= $2 AND at >= $3 AND at <= $4 ORDER BY seq LIMIT ${PAGE_SIZE}`;

interface FactsRow {
  seq: string;
  account_id: string;
  posting_id: string;
  at: Date;
  outcome: 'posted' | 'held';
  facts: Record<string, unknown>;
}

/** The stored result: that of the core with the period. */
export type StoredBacktest = BacktestResult & { from: string; to: string };

/**
 * Tries a version on the stored movements, in the order of their decisions and with the code that judges live.
 * Movements are read in pages, so memory does not grow with their number; the result is stored once, and a run that
 * was interrupted begins again.
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
      if (!isLastAttempt) throw error;
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
    const warmUp = new Date(start.getTime() - WARM_UP_DAYS * DAY_MS);
    const live =
      liveVersion === null
        ? null
        : await this.unitOfWork.read(institutionId, (tx) =>
            tx.findOneBy(AmlScenarioVersion, { institutionId, code, version: liveVersion }),
          );
    const first = await this.unitOfWork.readReport(institutionId, (tx) => firstSince(tx, institutionId, warmUp));
    const from = first && first.at > start ? first.at : start;
    const backtest = new Backtest({
      draft: compileScenario(definition, version),
      ...(live ? { live: compileScenario(live.definition, live.version) } : {}),
      settings: DEFAULT_WINDOW_SETTINGS,
      judgeFrom: from.getTime(),
    });
    for (let seq = first?.seq ?? Infinity; Number.isFinite(seq);) {
      const rows = await this.unitOfWork.readReport(institutionId, (tx) =>
        tx.query<FactsRow[]>(PAGE, [institutionId, seq, warmUp, to]),
      );
      for (const row of rows) backtest.add(movementOf(row));
      seq = rows.length < PAGE_SIZE ? Infinity : Number(rows.at(-1)!.seq) + 1;
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

/** The first stored movement since a time; undefined for none. */
export async function firstSince(
  tx: Tx,
  institutionId: number,
  since: Date,
): Promise<{ seq: number; at: Date } | undefined> {
  const [row] = await tx.query<{ seq: string | null; at: Date | null }[]>(FIRST, [institutionId, since]);
  return row?.seq && row.at ? { seq: Number(row.seq), at: row.at } : undefined;
}

function movementOf(row: FactsRow): ReturnType<typeof unpackMovement> {
  const { isFirstPayee: _isFirstPayee, ...facts } = row.facts;
  return unpackMovement({
    accountId: Number(row.account_id),
    postingId: Number(row.posting_id),
    at: row.at,
    outcome: row.outcome,
    facts,
  });
}
