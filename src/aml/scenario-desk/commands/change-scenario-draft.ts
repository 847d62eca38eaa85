import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import { assertVersion } from '../../../common/http/versions';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ScenarioVersions, versionIn } from '../scenario-versions';
import { draftVersionOf, scenarioDetailView } from '../scenario-views';

/** Changes the draft of a scenario, or begins a new one. */
export class ChangeScenarioDraft extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly definition: Record<string, unknown>,
  ) {
    super();
  }
}

@CommandHandler(ChangeScenarioDraft)
export class ChangeScenarioDraftHandler implements ICommandHandler<ChangeScenarioDraft> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly versions: ScenarioVersions,
    private readonly audit: AuditLog,
  ) {}

  execute({ write, code, definition }: ChangeScenarioDraft): Promise<Outcome> {
    const { institutionId, actor: createdBy } = write;
    return this.writes.run(write, { code, definition }, async (tx) => {
      await this.versions.lock(tx, institutionId);
      assertVersion(write, draftVersionOf(await this.versions.require(tx, institutionId, code)));
      const scenario = await this.versions.requireStored(tx, institutionId, code);
      const draft = versionIn(scenario, 'draft');
      const changed = draft
        ? await this.versions.redraft(tx, draft, definition)
        : await this.versions.add(tx, institutionId, scenario, { definition, createdBy });
      await this.audit.record(tx, write, {
        action: 'aml-scenario.draft',
        subject: `aml-scenario:${code}`,
        details: { version: changed.version, before: draft?.definition ?? null, after: definition },
      });
      return Outcome.done(scenarioDetailView(await this.versions.require(tx, institutionId, code)));
    });
  }
}
