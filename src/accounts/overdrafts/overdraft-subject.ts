import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Overdraft } from './overdraft.entity';
import { type TermsFields, termsOf } from './overdraft-terms';
import { Overdrafts } from './overdrafts';
import { overdraftsErrors } from './overdrafts.errors';
import { overdraftsPermissions } from './overdrafts.permissions';

export const OVERDRAFT_OPERATION = 'overdraft';

/** What the approval was asked for: a change of an active overdraft, or the overdraft itself. */
interface Asked {
  overdraftId: number;
  change?: TermsFields;
}

/** What a decision on an overdraft means. The state of account and overdraft counts as of the decision. */
@Injectable()
export class OverdraftSubject implements ApprovalSubject, OnModuleInit {
  readonly operation = OVERDRAFT_OPERATION;
  readonly title = 'Overdraft';
  readonly underPolicy = true;
  readonly permission = overdraftsPermissions.approveOverdrafts;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly overdrafts: Overdrafts,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const businessDate = await lockBusinessDate(tx, approval.institutionId);
    const { overdraft, change } = await this.waiting(tx, approval);
    if (!change) return this.overdrafts.activate(tx, authorOf(staff), overdraft, businessDate);
    if (overdraft.status !== 'Active')
      throw overdraftsErrors.OVERDRAFT_NOT_ACTIVE(`The overdraft is ${overdraft.status} by now; decline the change.`);
    return this.overdrafts.change(tx, authorOf(staff), overdraft, termsOf(change), businessDate);
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { overdraft } = await this.waiting(tx, approval);
    await this.overdrafts.decline(tx, authorOf(staff), overdraft);
  }

  private async waiting(
    tx: Tx,
    { institutionId, id, details }: Approval,
  ): Promise<{ overdraft: Overdraft; change?: TermsFields | undefined }> {
    const { overdraftId, change } = details as unknown as Asked;
    const overdraft = await this.overdrafts.lock(tx, institutionId, overdraftId);
    if (overdraft.approvalId !== id)
      throw new Error(`The overdraft ${overdraftId} does not wait for the approval ${id}.`);
    return { overdraft, change };
  }
}

function authorOf(staff: StaffActor): AuditAuthor {
  return { institutionId: staff.institutionId, actor: actorName(staff) };
}
