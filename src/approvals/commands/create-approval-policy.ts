import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { policyFieldsOf } from '../approval-policies';
import type { ApprovalPolicyBody } from '../approval-policies.dto';
import { CHANGE_APPROVAL_POLICY } from '../policy-changes';

/** Asks for a policy for an operation. */
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
    private readonly changes: ConfigurationChanges,
    private readonly ids: IdAllocator,
  ) {}

  async execute({ write, body }: CreateApprovalPolicy): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) => {
      const id = await this.ids.next();
      const asked = { operation: CHANGE_APPROVAL_POLICY, target: String(id), after: { ...policyFieldsOf(body) } };
      return this.changes.ask(tx, write, { ...asked, isNew: true, id });
    });
  }
}
