import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { CHANGE_AML_SCENARIO_GROUP } from '../scenario-groups';
import type { ScenarioGroupBody } from '../scenario-groups.dto';

/** Asks for a group of scenarios: a new one, other members or thresholds, or its end. */
export class ChangeScenarioGroup extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly code: string,
    readonly body: ScenarioGroupBody,
  ) {
    super();
  }
}

@CommandHandler(ChangeScenarioGroup)
export class ChangeScenarioGroupHandler implements ICommandHandler<ChangeScenarioGroup> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  execute({ write, code, body }: ChangeScenarioGroup): Promise<Outcome> {
    const { definition, active } = body;
    return this.writes.run(write, { code, ...body }, (tx) =>
      this.changes.ask(tx, write, {
        operation: CHANGE_AML_SCENARIO_GROUP,
        target: code,
        after: { definition, active },
      }),
    );
  }
}
