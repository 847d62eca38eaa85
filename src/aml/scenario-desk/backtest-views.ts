import type { Tx } from '../../common/database/unit-of-work';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { AmlScenarioBacktest } from './aml-scenario-backtest.entity';
import type { StoredBacktest } from './backtest-job';
import type { BacktestResultView, ScenarioBacktestView } from './scenario-backtests.dto';

/** Backtests as staff see them, with the numbers of the accounts of their samples. */
export async function backtestViews(
  tx: Tx,
  institutionId: number,
  backtests: readonly AmlScenarioBacktest[],
): Promise<ScenarioBacktestView[]> {
  const results = backtests.map(({ result }) => result as unknown as StoredBacktest | null);
  const ids = results.flatMap((result) => result?.sample.map(({ accountId }) => accountId) ?? []);
  const numbers = await accountNumbers(tx, institutionId, ids);
  return backtests.map((backtest, index) => {
    const { id, code, version, liveVersion, days, state, failure, requestedBy, createdAt, finishedAt } = backtest;
    const result = results[index];
    return {
      ...{ id, code, version, liveVersion, days, state, failure, requestedBy },
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      result: result ? resultView(result, numbers) : null,
    };
  });
}

function resultView(stored: StoredBacktest, numbers: ReadonlyMap<number, string>): BacktestResultView {
  const { from, to, movements, matches, alerts, alertsPerThousand, notEvaluated, overlap, changedDecisions } = stored;
  return {
    ...{ from, to, movements, matches, alerts, changedDecisions },
    alertsPerThousand: Math.round(alertsPerThousand * 1_000) / 1_000,
    notEvaluated: Object.entries(notEvaluated).map(([fact, count]) => ({ fact, movements: count })),
    overlap: overlap ?? null,
    sample: stored.sample.map(({ postingId, accountId, live, draft }) => ({
      postingReferenceNumber: postingReferenceNumber(postingId),
      accountNumber: numbers.get(accountId) ?? '',
      live: live ?? null,
      draft: draft ?? null,
    })),
  };
}

/** Numbers of accounts of record by id. */
export async function accountNumbers(
  tx: Tx,
  institutionId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; number: string }[]>(
    'SELECT id, number FROM ledger_account WHERE institution_id = $1 AND id = ANY($2::bigint[])',
    [institutionId, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, number }) => [Number(id), number]));
}
