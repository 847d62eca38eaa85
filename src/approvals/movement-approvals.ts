import { Injectable } from '@nestjs/common';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { eventRows } from '../common/outbox/outbox-event';
import { MovementPlanners } from '../ledger/movements/movement-planners';
import { Movements } from '../ledger/movements/movements';
import type { Approval } from './approval.entity';
import type { ApprovalSubject } from './approval-subjects';
import { ApprovalGranted } from './approvals.events';
import { approvalsPermissions } from './approvals.permissions';

/**
 * The subject of waiting movements: an approved movement runs through the outbox, a declined one is settled at once.
 */
@Injectable()
export class MovementApprovals {
  constructor(
    private readonly planners: MovementPlanners,
    private readonly movements: Movements,
    private readonly ids: IdAllocator,
  ) {}

  /** The subjects of all movement operations. */
  list(): ApprovalSubject[] {
    return this.planners.list().map(({ operation: { name, title } }) => this.subject(name, title));
  }

  /** The subject of a movement operation; undefined for any other name. */
  subjectOf(operation: string): ApprovalSubject | undefined {
    return this.list().find((subject) => subject.operation === operation);
  }

  private subject(operation: string, title: string): ApprovalSubject {
    return {
      operation,
      title,
      permission: approvalsPermissions.approveTransactions,
      consequence:
        'The transaction is posted at once. It fails if funds, limits or the state of an account forbid it by then.',
      onApproved: (tx, approval) => this.grant(tx, approval),
      onDeclined: (tx, approval) => this.settle(tx, approval),
    };
  }

  private async grant(tx: Tx, { institutionId, id }: Approval): Promise<void> {
    await insertRows(tx, eventRows(await this.ids.next(), new ApprovalGranted(institutionId, id)));
  }

  private async settle(tx: Tx, { institutionId, id, postingId }: Approval): Promise<void> {
    if (postingId === null) throw new Error(`The approval ${id} of a movement names no posting.`);
    await this.movements.endWaiting(tx, institutionId, postingId, 'Declined');
  }
}
