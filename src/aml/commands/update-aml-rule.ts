import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_AML_RULE } from '../aml-rule-changes';
import { amlRuleFieldsOf } from '../aml-rules';
import type { AmlRuleBody } from '../aml-rules.dto';

/** Asks for other terms of a rule, all of them. */
export class UpdateAmlRule extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly ruleId: number,
    readonly body: AmlRuleBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateAmlRule)
export class UpdateAmlRuleHandler implements ICommandHandler<UpdateAmlRule> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, ruleId, body }: UpdateAmlRule): Promise<Outcome> {
    const after = { ...amlRuleFieldsOf(body) };
    return this.writes.run(write, { ruleId, ...body }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_AML_RULE, target: String(ruleId), after }),
    );
  }
}
