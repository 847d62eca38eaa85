import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type AuditAuthor, AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { Approval } from './approval.entity';

/**
 * Cancels pending approvals whose subject changed or ended, so that staff are not shown approvals that cannot succeed.
 */
@Injectable()
export class ApprovalWithdrawals {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Locks approvals as a decision does. Call it before the subject is locked: a decision locks in the same order, so
   * that the two never block each other.
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

  /** Cancels a pending approval; a decided one stays as it is. @param by the actor whose change ended the subject. */
  async withdraw(tx: Tx, by: AuditAuthor, approvalId: number): Promise<void> {
    const { institutionId, actor } = by;
    const { affected } = await tx.update(
      Approval,
      { institutionId, id: approvalId, status: 'Pending' },
      { status: 'Canceled', decidedBy: actor, decidedAt: this.clock.institutionNow(institutionId) },
    );
    if (affected === 1)
      await this.audit.record(tx, by, { action: 'approval.withdraw', subject: `approval:${approvalId}` });
  }
}
