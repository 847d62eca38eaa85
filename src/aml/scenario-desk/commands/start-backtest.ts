import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { insertRows } from '../../../common/database/insert-rows';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { jobRows } from '../../../common/jobs/job-queue';
import { Clock } from '../../../common/time/clock';
import { backtestIssues } from '../../scenarios/backtest';
import { compileScenario } from '../../scenarios/compile-scenario';
import { factsNobodyCarries } from '../../scenarios/unsourced-facts';
import { AmlScenarioBacktest } from '../aml-scenario-backtest.entity';
import type { AmlScenarioVersion } from '../aml-scenario-version.entity';
import { BACKTEST_JOB } from '../backtest-job';
import { backtestViews } from '../backtest-views';
import { scenarioErrors } from '../scenario.errors';
import type { BacktestScenarioBody } from '../scenario-backtests.dto';
import { readDefinition } from '../scenario-language';
import { ScenarioVersions, versionIn } from '../scenario-versions';
import { firstSince } from '../stored-history';

const DAY_MS = 86_400_000;
/** Backtests of one institution that may run together: each reads its whole history. */
const RUNNING_MAX = 4;

/** Tries a version of a scenario on stored movements, in the background. */
export class StartScenarioBacktest extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly body: BacktestScenarioBody,
  ) {
    super();
  }
}

@CommandHandler(StartScenarioBacktest)
export class StartScenarioBacktestHandler implements ICommandHandler<StartScenarioBacktest> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly versions: ScenarioVersions,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** @throws SCENARIO_NOT_FOUND (404), SCENARIO_BACKTEST_REFUSED (422), SCENARIO_STATE_REFUSED (409) */
  execute({ write, code, body }: StartScenarioBacktest): Promise<Outcome> {
    const { institutionId, actor: requestedBy } = write;
    const { version, days } = body;
    return this.writes.run(write, { code, ...body }, async (tx) => {
      await this.versions.lock(tx, institutionId);
      const scenario = await this.versions.requireStored(tx, institutionId, code);
      const asked = scenario.versions.find((each) => each.version === version);
      if (!asked)
        throw scenarioErrors.SCENARIO_STATE_REFUSED(
          `The scenario has no version ${version}; read it again and name one that it has.`,
        );
      if ((await tx.countBy(AmlScenarioBacktest, { institutionId, state: 'Running' })) >= RUNNING_MAX)
        throw scenarioErrors.SCENARIO_STATE_REFUSED('Other backtests are running; start this one when one is done.');
      const createdAt = this.clock.institutionNow(institutionId);
      const start = new Date(createdAt.getTime() - days * DAY_MS);
      assertHistory(asked, start, (await firstSince(tx, institutionId, start))?.at);
      const backtest: AmlScenarioBacktest = {
        institutionId,
        id: await this.ids.next(),
        code,
        version,
        liveVersion: versionIn(scenario, 'live')?.version ?? null,
        days,
        state: 'Running',
        definition: asked.definition,
        result: null,
        failure: null,
        requestedBy,
        createdAt,
        finishedAt: null,
      };
      await tx.insert(AmlScenarioBacktest, backtest as object);
      const job = {
        institutionId,
        id: await this.ids.next(),
        kind: BACKTEST_JOB,
        payload: { backtestId: backtest.id },
      };
      await insertRows(tx, jobRows(job));
      await this.audit.record(tx, write, {
        action: 'aml-scenario.backtest',
        subject: `aml-scenario:${code}`,
        details: { backtestId: backtest.id, version, days },
      });
      const [view] = await backtestViews(tx, institutionId, [backtest]);
      return Outcome.done(view!);
    });
  }
}

/** @throws SCENARIO_BACKTEST_REFUSED (422) for a fact without source or history, and a period without movements */
function assertHistory({ code, version, definition }: AmlScenarioVersion, start: Date, first: Date | undefined): void {
  readDefinition(definition, code);
  const scenario = compileScenario(definition, version);
  const missing = factsNobodyCarries(scenario);
  if (missing.length > 0)
    throw scenarioErrors.SCENARIO_BACKTEST_REFUSED(
      `No operation carries ${missing.join(', ')} yet, so the scenario is not evaluated; write its conditions without ` +
        'them.',
    );
  const [issue] = backtestIssues(scenario, start.getTime());
  if (issue) throw scenarioErrors.SCENARIO_BACKTEST_REFUSED(issue.reason);
  if (!first)
    throw scenarioErrors.SCENARIO_BACKTEST_REFUSED(
      'No movement of the period has stored facts; they are stored while a scenario is in shadow or live. Run one in ' +
        'shadow first, or name more days.',
    );
}
