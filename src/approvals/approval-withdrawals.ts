import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { Approval } from './approval.entity';

/** Takes back what staff were asked for when it has gone another way, so that nothing waits in their list that nobody can approve. */
@Injectable()
export class ApprovalWithdrawals {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Locks approvals as a decision does. Call it before what they are about is locked: a decision goes the same way, so that
   * neither waits for the other.
   */
  async lock(tx: Tx, institutionId: number, approvalIds: readonly number[]): Promise<void> {
    if (approvalIds.length === 0) return;
    await tx.find(Approval, {
      where: { institutionId, id: In([...approvalIds]) },
      select: { institutionId: true, id: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Ends an approval that still waits; one that was decided stays as it is. @param by whoever made it pointless. */
  async withdraw(tx: Tx, by: AuditAuthor, approvalId: number): Promise<void> {
    const { institutionId, actor } = by;
    const { affected } = await tx.update(
      Approval,
      { institutionId, id: approvalId, status: 'Pending' },
      { status: 'Canceled', decidedBy: actor, decidedAt: this.clock.now() },
    );
    if (affected === 1)
      await this.audit.record(tx, by, { action: 'approval.withdraw', subject: `approval:${approvalId}` });
  }
}
