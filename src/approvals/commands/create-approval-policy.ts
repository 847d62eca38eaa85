import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { ApprovalPolicies } from '../approval-policies';
import type { ApprovalPolicyBody } from '../approval-policies.dto';
import { ApprovalPolicy } from '../approval-policy.entity';

/** Creates a policy for an operation, from the next transaction on. */
export class CreateApprovalPolicy extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ApprovalPolicyBody,
  ) {
    super();
  }
}

@CommandHandler(CreateApprovalPolicy)
export class CreateApprovalPolicyHandler implements ICommandHandler<CreateApprovalPolicy> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly policies: ApprovalPolicies,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CreateApprovalPolicy): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const policy: ApprovalPolicy = {
        institutionId,
        id: await this.ids.next(),
        ...this.policies.termsOf(body),
        createdAt: this.clock.now(),
      };
      await tx.insert(ApprovalPolicy, policy);
      await this.audit.record(tx, write, {
        action: 'approval-policy.create',
        subject: `approval-policy:${policy.id}`,
        details: { ...body },
      });
      return Outcome.done(this.policies.view(policy));
    });
  }
}
