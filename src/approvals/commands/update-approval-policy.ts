import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { policyFieldsOf } from '../approval-policies';
import type { ApprovalPolicyBody } from '../approval-policies.dto';
import { CHANGE_APPROVAL_POLICY } from '../policy-changes';

/** Asks for other terms of a policy, all of them. */
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
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, policyId, body }: UpdateApprovalPolicy): Promise<Outcome> {
    const asked = { operation: CHANGE_APPROVAL_POLICY, target: String(policyId), after: { ...policyFieldsOf(body) } };
    return this.writes.run(write, { policyId, ...body }, (tx) => this.changes.ask(tx, write, asked));
  }
}
