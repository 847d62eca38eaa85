import { Injectable } from '@nestjs/common';
import type { Approval } from '../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../approvals/approval-subjects';
import { lockBusinessDate } from '../business-day/lock-business-date';
import type { AuditAuthor } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { actorName, type StaffActor } from '../common/http/actor';
import { MemberOf } from '../common/registry/registry';
import type { FixedDeposit } from './fixed-deposit.entity';
import { FixedDepositActions } from './fixed-deposit-actions';
import type { FixedDepositOrder } from './fixed-deposit-order.entity';
import { FIXED_DEPOSIT_OPERATION, FixedDepositOrders } from './fixed-deposit-orders';
import { FixedDeposits } from './fixed-deposits';
import { fixedDepositsPermissions } from './fixed-deposits.permissions';

/**
 * Applies the decision on a new deposit, a top-up or a liquidation. Money moves on the day of the approval, if the
 * funds are there.
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class FixedDepositSubject implements ApprovalSubject {
  readonly operation = FIXED_DEPOSIT_OPERATION;
  readonly title = 'Fixed deposit';
  readonly underPolicy = true;
  readonly permission = fixedDepositsPermissions.approveFixedDeposits;

  constructor(
    private readonly deposits: FixedDeposits,
    private readonly orders: FixedDepositOrders,
    private readonly actions: FixedDepositActions,
  ) {}

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const businessDate = await lockBusinessDate(tx, approval.institutionId);
    const { deposit, order } = await this.waiting(tx, approval);
    await this.actions.execute(tx, authorOf(staff), deposit, order, businessDate);
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { deposit, order } = await this.waiting(tx, approval);
    await this.orders.declined(tx, order);
    await this.deposits.write(tx, deposit, {
      approvalId: null,
      ...(deposit.status === 'PendingApproval' ? { status: 'Declined' } : {}),
    });
    await this.deposits.record(tx, authorOf(staff), 'decline', deposit, { referenceNumber: order.referenceNumber });
  }

  private async waiting(
    tx: Tx,
    { institutionId, id, details }: Approval,
  ): Promise<{ deposit: FixedDeposit; order: FixedDepositOrder }> {
    const { orderId } = details as { orderId: number };
    // Every transaction locks a deposit before its order.
    const { depositId } = await this.orders.find(tx, institutionId, orderId);
    const deposit = await this.deposits.lock(tx, institutionId, depositId);
    const order = await this.orders.lock(tx, institutionId, orderId);
    if (order.approvalId !== id || order.status !== 'PendingApproval')
      throw new Error(`The order ${orderId} does not wait for the approval ${id}.`);
    return { deposit, order };
  }
}

function authorOf(staff: StaffActor): AuditAuthor {
  return { institutionId: staff.institutionId, actor: actorName(staff) };
}
