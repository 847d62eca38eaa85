import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { jobRows } from '../../common/jobs/job-queue';
import { MemberOf } from '../../common/registry/registry';
import { Institution } from '../../institutions/institution.entity';
import { BusinessDateRolls } from '../business-date-rolls';
import { endOfDayPermissions } from '../end-of-day.permissions';
import { AccountingPeriod } from './accounting-period.entity';
import { AccountingPeriods } from './accounting-periods';

export const CLOSE_PERIOD_OPERATION = 'accounting-period-close';

/** Kind of the job that completes a closing. */
export const CLOSE_PERIOD_JOB = 'close-accounting-period';

/** Applies the decision on the closing of a period. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class ClosePeriodSubject implements ApprovalSubject {
  readonly operation = CLOSE_PERIOD_OPERATION;
  readonly title = 'Close an accounting period';
  readonly permission = endOfDayPermissions.approveAccountingPeriods;

  constructor(
    private readonly rolls: BusinessDateRolls,
    private readonly periods: AccountingPeriods,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
  ) {}

  /** After the commit no new posting has a value date in the period; a job waits for the postings that run. */
  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId } = approval;
    const institution = await this.rolls.lock(tx, institutionId);
    const period = await this.waiting(tx, approval);
    const refusal = await this.periods.closeViolation(tx, institution, period, period.id);
    if (refusal) throw refusal;
    const retainedEarningsId =
      period.kind === 'Year' ? await this.periods.requireRetainedEarnings(tx, institutionId) : null;
    await tx.update(
      AccountingPeriod,
      { institutionId, id: period.id },
      { status: 'Closing', decidedBy: actorName(staff), retainedEarningsId },
    );
    const { closedThrough } = institution;
    if (closedThrough === null || closedThrough < period.lastDay)
      await tx.update(Institution, { institutionId }, { closedThrough: period.lastDay });
    await insertRows(
      tx,
      jobRows({ institutionId, id: await this.ids.next(), kind: CLOSE_PERIOD_JOB, payload: { periodId: period.id } }),
    );
    await this.record(tx, staff, 'accounting-period.close', period);
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const period = await this.waiting(tx, approval);
    await tx.update(
      AccountingPeriod,
      { institutionId: approval.institutionId, id: period.id },
      { status: 'Declined', decidedBy: actorName(staff) },
    );
    await this.record(tx, staff, 'accounting-period.decline', period);
  }

  private async waiting(tx: Tx, { institutionId, details }: Approval): Promise<AccountingPeriod> {
    const { periodId } = details as unknown as { periodId: number };
    const period = await tx.findOneOrFail(AccountingPeriod, {
      where: { institutionId, id: periodId },
      lock: { mode: 'for_no_key_update' },
    });
    if (period.status !== 'PendingApproval') throw new Error(`The period ${periodId} does not wait for approval.`);
    return period;
  }

  private async record(tx: Tx, staff: StaffActor, action: string, { id, period }: AccountingPeriod): Promise<void> {
    const by = { institutionId: staff.institutionId, actor: actorName(staff) };
    await this.audit.record(tx, by, { action, subject: `accounting-period:${id}`, details: { period } });
  }
}
