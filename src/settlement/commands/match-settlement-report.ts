import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { SettlementReports } from '../settlement-reports';
import { reportView } from '../settlement-views';

/** Compares the unmatched lines of a report again, for transfers that arrived after it. */
export class MatchSettlementReport extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly reportId: number,
  ) {
    super();
  }
}

@CommandHandler(MatchSettlementReport)
export class MatchSettlementReportHandler implements ICommandHandler<MatchSettlementReport> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly reports: SettlementReports,
    private readonly audit: AuditLog,
  ) {}

  /** @throws SETTLEMENT_REPORT_NOT_FOUND (404) */
  execute({ write, reportId }: MatchSettlementReport): Promise<Outcome> {
    return this.writes.run(write, { reportId }, async (tx) => {
      const report = await this.reports.matchAgain(tx, write.institutionId, reportId);
      const { matched, amountDiffers, unmatched } = report;
      await this.audit.record(tx, write, {
        action: 'settlement-report.match',
        subject: `settlement-report:${reportId}`,
        details: { matched, amountDiffers, unmatched },
      });
      return Outcome.done(reportView(report));
    });
  }
}
