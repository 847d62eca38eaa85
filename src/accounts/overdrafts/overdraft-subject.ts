import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { MemberOf } from '../../common/registry/registry';
import type { Overdraft } from './overdraft.entity';
import { type TermsFields, termsOf } from './overdraft-terms';
import { Overdrafts } from './overdrafts';
import { overdraftsErrors } from './overdrafts.errors';
import { overdraftsPermissions } from './overdrafts.permissions';

export const OVERDRAFT_OPERATION = 'overdraft';

/** Details of an approval: the overdraft, and the change when it is for a change of an active one. */
interface OverdraftApprovalDetails {
  overdraftId: number;
  change?: TermsFields;
}

/** Carries out decisions on overdrafts. Account and overdraft are checked again as of the decision. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class OverdraftSubject implements ApprovalSubject {
  readonly operation = OVERDRAFT_OPERATION;
  readonly title = 'Overdraft';
  readonly underPolicy = true;
  readonly permission = overdraftsPermissions.approveOverdrafts;

  constructor(private readonly overdrafts: Overdrafts) {}

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const businessDate = await lockBusinessDate(tx, approval.institutionId);
    const { overdraft, change } = await this.lockWaiting(tx, approval);
    if (!change) return this.overdrafts.activate(tx, authorOf(staff), overdraft, businessDate);
    if (overdraft.status !== 'Active')
      throw overdraftsErrors.OVERDRAFT_NOT_ACTIVE(`The overdraft is ${overdraft.status} now; decline the change.`);
    return this.overdrafts.change(tx, authorOf(staff), overdraft, termsOf(change), businessDate);
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { overdraft } = await this.lockWaiting(tx, approval);
    await this.overdrafts.decline(tx, authorOf(staff), overdraft);
  }

  private async lockWaiting(
    tx: Tx,
    { institutionId, id, details }: Approval,
  ): Promise<{ overdraft: Overdraft; change?: TermsFields | undefined }> {
    const { overdraftId, change } = details as unknown as OverdraftApprovalDetails;
    const overdraft = await this.overdrafts.lock(tx, institutionId, overdraftId);
    if (overdraft.approvalId !== id)
      throw new Error(`The overdraft ${overdraftId} does not wait for the approval ${id}.`);
    return { overdraft, change };
  }
}

function authorOf(staff: StaffActor): AuditAuthor {
  return { institutionId: staff.institutionId, actor: actorName(staff) };
}
