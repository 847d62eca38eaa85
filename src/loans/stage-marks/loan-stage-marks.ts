import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { Loans } from '../contract/loans';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { LoanStageMark } from './loan-stage-mark.entity';
import type { MarkStageBody } from './stage-marks.dto';

export const LOAN_STAGE_MARK = 'loan-stage-mark';

/** Marks loans with a stage by a qualitative trigger, after approval by another member of staff. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanStageMarks implements ApprovalSubject {
  readonly operation = LOAN_STAGE_MARK;
  readonly title = 'Stage of a loan';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly loans: Loans,
    private readonly audit: AuditLog,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, maker } = approval;
    const since = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<MarkStageBody>(tx, approval);
    const approvedBy = actorName(staff);
    for (const { loan } of loans) {
      await tx.update(LoanStageMark, { institutionId, loanId: loan.id, until: IsNull() }, { until: since });
      if (body.stage !== 1)
        await tx.insert(LoanStageMark, {
          institutionId,
          id: await this.ids.next(),
          loanId: loan.id,
          stage: body.stage,
          stageTrigger: body.trigger,
          reason: body.reason,
          since,
          until: null,
          markedBy: maker,
          approvedBy,
          createdAt: this.clock.institutionNow(institutionId),
        });
      await this.loans.store(tx, loan, { approvalId: null });
      await this.audit.record(
        tx,
        { institutionId, actor: maker },
        {
          action: 'loan.stage-mark',
          subject: `loan:${loan.id}`,
          details: { ...body, loanAccountNumber: loan.loanAccountNumber, approvedBy },
        },
      );
    }
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }
}
