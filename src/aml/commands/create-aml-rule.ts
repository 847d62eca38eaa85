import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { AmlRule } from '../aml-rule.entity';
import { AmlRules } from '../aml-rules';
import type { AmlRuleBody } from '../aml-rules.dto';

/** Creates a rule, which screens from the next movement on. */
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
    private readonly rules: AmlRules,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CreateAmlRule): Promise<Outcome> {
    const { institutionId } = write;
    const account = await this.rules.scopedAccount(institutionId, body);
    return this.writes.run(write, body, async (tx) => {
      const now = this.clock.now();
      const terms = await this.rules.termsOf(tx, institutionId, body, account);
      const rule: AmlRule = { institutionId, id: await this.ids.next(), ...terms, createdAt: now, updatedAt: now };
      await tx.insert(AmlRule, rule);
      await this.audit.record(tx, write, {
        action: 'aml-rule.create',
        subject: `aml-rule:${rule.id}`,
        details: { ...body },
      });
      return Outcome.done(this.rules.view(rule));
    });
  }
}
