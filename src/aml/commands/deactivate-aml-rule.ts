import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { AmlRule } from '../aml-rule.entity';
import { AmlRules } from '../aml-rules';

/** Deactivates a rule; its holds stay as they are. */
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
    private readonly rules: AmlRules,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, ruleId }: DeactivateAmlRule): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { ruleId }, async (tx) => {
      const rule = await this.rules.lock(tx, institutionId, ruleId);
      const changes = { active: false, updatedAt: this.clock.now() };
      await tx.update(AmlRule, { institutionId, id: ruleId }, changes);
      await this.audit.record(tx, write, { action: 'aml-rule.deactivate', subject: `aml-rule:${ruleId}` });
      return Outcome.done(this.rules.view({ ...rule, ...changes }));
    });
  }
}
