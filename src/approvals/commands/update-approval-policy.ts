import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ApprovalPolicies } from '../approval-policies';
import type { ApprovalPolicyBody } from '../approval-policies.dto';
import { ApprovalPolicy } from '../approval-policy.entity';
import { approvalsErrors } from '../approvals.errors';

/** Replaces a policy. Pending approvals keep their number of checkers. */
export class UpdateApprovalPolicy extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly policyId: number,
    readonly body: ApprovalPolicyBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateApprovalPolicy)
export class UpdateApprovalPolicyHandler implements ICommandHandler<UpdateApprovalPolicy> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly policies: ApprovalPolicies,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, policyId, body }: UpdateApprovalPolicy): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { policyId, ...body }, async (tx) => {
      const policy = await tx.findOne(ApprovalPolicy, {
        where: { institutionId, id: policyId },
        lock: { mode: 'for_no_key_update' },
      });
      if (!policy) throw approvalsErrors.APPROVAL_POLICY_NOT_FOUND();
      const terms = this.policies.termsOf(body);
      await tx.update(ApprovalPolicy, { institutionId, id: policyId }, terms);
      await this.audit.record(tx, write, {
        action: 'approval-policy.update',
        subject: `approval-policy:${policyId}`,
        details: { ...body },
      });
      return Outcome.done(this.policies.view({ ...policy, ...terms }));
    });
  }
}
