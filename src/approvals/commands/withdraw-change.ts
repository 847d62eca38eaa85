import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ChangeKinds } from '../../institutions/changes/change-kinds';
import { Approval } from '../approval.entity';
import { ApprovalViews } from '../approval-views';
import { ApprovalWithdrawals } from '../approval-withdrawals';
import { approvalsErrors } from '../approvals.errors';
import { DecidableOperations } from '../decidable-operations';

/** Withdraws a change of rights or configuration that its maker no longer wants, while it waits. */
export class WithdrawChange extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly approvalId: number,
  ) {
    super();
  }
}

@CommandHandler(WithdrawChange)
export class WithdrawChangeHandler implements ICommandHandler<WithdrawChange> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly kinds: ChangeKinds,
    private readonly operations: DecidableOperations,
    private readonly withdrawals: ApprovalWithdrawals,
    private readonly views: ApprovalViews,
  ) {}

  /**
   * @throws APPROVAL_NOT_FOUND (404), also for one that the member neither sees nor asked for; WITHDRAWAL_NOT_ALLOWED
   *   (422), ONLY_MAKER_WITHDRAWS (403), APPROVAL_ALREADY_DECIDED (409)
   */
  execute({ write, staff, approvalId }: WithdrawChange): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { approvalId }, async (tx) => {
      // The lock of a decision: of a decision and a withdrawal at the same time one is refused.
      await this.withdrawals.lock(tx, institutionId, [approvalId]);
      const approval = await tx.findOneBy(Approval, { institutionId, id: approvalId });
      const isHidden = approval && this.operations.hiddenFrom(staff.permissions).includes(approval.operation);
      if (!approval || (isHidden && approval.maker !== actor)) throw approvalsErrors.APPROVAL_NOT_FOUND();
      if (!this.kinds.find(approval.operation)) throw approvalsErrors.WITHDRAWAL_NOT_ALLOWED();
      if (approval.maker !== actor) throw approvalsErrors.ONLY_MAKER_WITHDRAWS();
      if (approval.status !== 'Pending') throw approvalsErrors.APPROVAL_ALREADY_DECIDED();
      await this.withdrawals.withdraw(tx, write, approvalId);
      const withdrawn = await tx.findOneByOrFail(Approval, { institutionId, id: approvalId });
      const [view] = await this.views.of(tx, institutionId, [withdrawn], undefined);
      return Outcome.done(view!);
    });
  }
}
