import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { GROUP_DISBURSEMENT_OPERATION, GroupDisbursements } from './group-disbursements';
import { GroupLoans } from './group-loans';
import type { DisburseGroupLoanBody } from './group-loans.dto';

/** The stored details of the approval. */
interface ApprovalDetails {
  groupLoanId: number;
  body: DisburseGroupLoanBody;
}

/** Carries out the decision on a group disbursement. Accounts and dates are those of the decision. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class GroupDisbursementSubject implements ApprovalSubject {
  readonly operation = GROUP_DISBURSEMENT_OPERATION;
  readonly title = 'Group loan disbursement';
  readonly underPolicy = true;
  readonly permission = loansPermissions.approveLoans;

  constructor(
    private readonly groups: GroupLoans,
    private readonly disbursements: GroupDisbursements,
  ) {}

  /** @throws LOAN_APPROVAL_SUPERSEDED (409), and as `GroupDisbursements.pay` does */
  async onApproved(tx: Tx, { institutionId, id, maker, details }: Approval): Promise<void> {
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { groupLoanId, body } = details as unknown as ApprovalDetails;
    const group = await this.groups.require(tx, institutionId, groupLoanId);
    if (group.approvalId !== id)
      throw loansErrors.LOAN_APPROVAL_SUPERSEDED(undefined, { approvalId: group.approvalId });
    const loans = await this.groups.lockLoans(tx, group);
    // The maker is the author of the posting; the approval records the checker.
    await this.disbursements.pay(tx, { institutionId, actor: maker }, group, loans, body, businessDate);
    await this.groups.store(tx, await this.groups.lock(tx, group), null);
  }

  async onDeclined(tx: Tx, { institutionId, id, details }: Approval): Promise<void> {
    const group = await this.groups.lock(
      tx,
      await this.groups.require(tx, institutionId, (details as unknown as ApprovalDetails).groupLoanId),
    );
    if (group.approvalId === id) await this.groups.store(tx, group, null);
  }
}
