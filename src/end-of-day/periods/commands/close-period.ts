import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalGate } from '../../../approvals/approval-gate';
import { pendingApproval } from '../../../approvals/approval-rows';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { BusinessDateRolls } from '../../business-date-rolls';
import { AccountingPeriod } from '../accounting-period.entity';
import { AccountingPeriods } from '../accounting-periods';
import type { ClosePeriodBody } from '../accounting-periods.dto';
import { CLOSE_PERIOD_OPERATION } from '../close-period-subject';
import { periodDates } from '../period-dates';
import { periodView } from '../period-view';

/** Requests the closing of a month or a year, which another member of staff approves. */
export class ClosePeriod extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ClosePeriodBody,
  ) {
    super();
  }
}

@CommandHandler(ClosePeriod)
export class ClosePeriodHandler implements ICommandHandler<ClosePeriod> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly rolls: BusinessDateRolls,
    private readonly periods: AccountingPeriods,
    private readonly gate: ApprovalGate,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: ClosePeriod): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) => {
      const institution = await this.rolls.lock(tx, write.institutionId);
      const dates = periodDates(body.period);
      const refusal = await this.periods.closeViolation(tx, institution, dates);
      if (refusal) throw refusal;
      if (dates.kind === 'Year') await this.periods.requireRetainedEarnings(tx, write.institutionId);
      const period = await this.requestApproval(tx, write, dates);
      await this.audit.record(tx, write, {
        action: 'accounting-period.request',
        subject: `accounting-period:${period.id}`,
        details: { period: period.period },
      });
      return pendingApproval(period.approvalId!, 'The closing waits for approval; the period stays open until then.', {
        ...periodView(period),
      });
    });
  }

  private async requestApproval(
    tx: Tx,
    write: WriteRequest,
    dates: ReturnType<typeof periodDates>,
  ): Promise<AccountingPeriod> {
    const { institutionId, actor } = write;
    const id = await this.ids.next();
    const summary = `Close the ${dates.kind.toLowerCase()} ${dates.period}: no new value dates up to ${dates.lastDay}`;
    const approvalId = (await this.gate.ask(tx, write, {
      operation: CLOSE_PERIOD_OPERATION,
      summary,
      details: { periodId: id },
      always: true,
    }))!;
    const period: AccountingPeriod = {
      institutionId,
      id,
      ...dates,
      status: 'PendingApproval',
      requestedBy: actor,
      requestedAt: this.clock.institutionNow(institutionId),
      approvalId,
      decidedBy: null,
      closedAt: null,
      retainedEarningsId: null,
      closingPostingId: null,
    };
    await tx.insert(AccountingPeriod, period);
    return period;
  }
}
