import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_AML_RULE } from '../aml-rule-changes';

/** Asks to deactivate a rule; its holds stay as they are. */
export class DeactivateAmlRule extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly ruleId: number,
  ) {
    super();
  }
}

@CommandHandler(DeactivateAmlRule)
export class DeactivateAmlRuleHandler implements ICommandHandler<DeactivateAmlRule> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, ruleId }: DeactivateAmlRule): Promise<Outcome> {
    const after = { active: false };
    return this.writes.run(write, { ruleId }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_AML_RULE, target: String(ruleId), after }),
    );
  }
}
