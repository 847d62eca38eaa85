import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { AmlScenarioVersion } from '../aml-scenario-version.entity';
import { scenarioErrors } from '../scenario.errors';
import { shippedDefinition } from '../scenario-language';
import { ScenarioVersions } from '../scenario-versions';
import { scenarioDetailView } from '../scenario-views';

/** Creates a scenario of the institution's own, as a draft without effect. */
export class CreateScenario extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly definition: Record<string, unknown>,
  ) {
    super();
  }
}

@CommandHandler(CreateScenario)
export class CreateScenarioHandler implements ICommandHandler<CreateScenario> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly versions: ScenarioVersions,
    private readonly audit: AuditLog,
  ) {}

  execute({ write, code, definition }: CreateScenario): Promise<Outcome> {
    const { institutionId, actor: createdBy } = write;
    return this.writes.run(write, { code, definition }, async (tx) => {
      await this.versions.lock(tx, institutionId);
      if (shippedDefinition(code) || (await tx.existsBy(AmlScenarioVersion, { institutionId, code })))
        throw scenarioErrors.SCENARIO_CODE_TAKEN();
      const draft = await this.versions.add(tx, institutionId, { code, versions: [] }, { definition, createdBy });
      const details = { version: draft.version, definition };
      await this.audit.record(tx, write, { action: 'aml-scenario.create', subject: `aml-scenario:${code}`, details });
      return Outcome.done(scenarioDetailView({ code, shipped: undefined, versions: [draft] }));
    });
  }
}
