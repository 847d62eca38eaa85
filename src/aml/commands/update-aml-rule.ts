import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { AmlRule } from '../aml-rule.entity';
import { AmlRules } from '../aml-rules';
import type { AmlRuleBody } from '../aml-rules.dto';

/** Replaces the terms of a rule. Its holds keep the terms by which they were held. */
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
    private readonly rules: AmlRules,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, ruleId, body }: UpdateAmlRule): Promise<Outcome> {
    const { institutionId } = write;
    const account = await this.rules.scopedAccount(institutionId, body);
    return this.writes.run(write, { ruleId, ...body }, async (tx) => {
      const rule = await this.rules.lock(tx, institutionId, ruleId);
      const changes = { ...(await this.rules.termsOf(tx, institutionId, body, account)), updatedAt: this.clock.now() };
      await tx.update(AmlRule, { institutionId, id: ruleId }, changes);
      await this.audit.record(tx, write, {
        action: 'aml-rule.update',
        subject: `aml-rule:${ruleId}`,
        details: { before: this.rules.view(rule), after: { ...body } },
      });
      return Outcome.done(this.rules.view({ ...rule, ...changes }));
    });
  }
}
