import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_AML_RULE } from '../aml-rule-changes';
import { amlRuleFieldsOf } from '../aml-rules';
import type { AmlRuleBody } from '../aml-rules.dto';

/** Asks for a new rule. */
export class CreateAmlRule extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AmlRuleBody,
  ) {
    super();
  }
}

@CommandHandler(CreateAmlRule)
export class CreateAmlRuleHandler implements ICommandHandler<CreateAmlRule> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
  ) {}

  async execute({ write, body }: CreateAmlRule): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) => {
      const id = await this.ids.next();
      const after = { ...amlRuleFieldsOf(body) };
      return this.changes.ask(tx, write, { operation: CHANGE_AML_RULE, target: String(id), after, isNew: true, id });
    });
  }
}
