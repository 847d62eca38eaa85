import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import type { Page } from '../../common/http/paging';
import { addDays } from '../../common/time/calendar';
import type { ListSettlementLinesQuery, SettlementLineView } from '../settlement.dto';
import { SettlementLine } from '../settlement-line.entity';
import { SettlementReports } from '../settlement-reports';
import { lineViews } from '../settlement-views';

/** Lines of settlement reports beside our transfers, latest first. */
export class ListSettlementLines extends Query<Page<SettlementLineView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListSettlementLinesQuery,
  ) {
    super();
  }
}

/** `positionOf` in SQL. */
const POSITION = `CASE WHEN line.direction = 'Inward' THEN CASE line.outcome WHEN 'Paid' THEN 'Agrees' ELSE 'Contradicts' END
    ELSE (SELECT CASE status WHEN 'Processed' THEN CASE line.outcome WHEN 'Paid' THEN 'Agrees' ELSE 'Contradicts' END
        WHEN 'Reversed' THEN CASE line.outcome WHEN 'NotPaid' THEN 'Agrees' ELSE 'Contradicts' END ELSE 'Open' END
      FROM payout WHERE institution_id = line.institution_id AND id = line.transfer_id) END`;

@QueryHandler(ListSettlementLines)
export class ListSettlementLinesHandler implements IQueryHandler<ListSettlementLines> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: SettlementReports,
  ) {}

  /** @throws VALIDATION_FAILED (400) for a position without a report */
  async execute({ institutionId, filters }: ListSettlementLines): Promise<Page<SettlementLineView>> {
    if (filters.Position !== undefined && filters.ReportId === undefined) throw positionWithoutReport();
    return this.unitOfWork.read(institutionId, async (tx) => {
      const today = await this.reports.today(tx, institutionId);
      const page = await listPage(tx, linesOf(tx, institutionId, filters, today), filters, (line) => line);
      return { ...page, data: await lineViews(tx, institutionId, page.data, today) };
    });
  }
}

function linesOf(
  tx: Tx,
  institutionId: number,
  filters: ListSettlementLinesQuery,
  today: string,
): SelectQueryBuilder<SettlementLine> {
  const { ReportId, Result, Position, TransferDirection, Outcome, SessionId, MinimumAgeDays, Direction } = filters;
  const query = tx
    .createQueryBuilder(SettlementLine, 'line')
    .where('line.institution_id = :institutionId', { institutionId })
    .orderBy('line.id', Direction === 'Asc' ? 'ASC' : 'DESC');
  if (ReportId !== undefined) query.andWhere('line.report_id = :ReportId', { ReportId });
  // The planner uses the partial index only for this condition.
  else if (SessionId === undefined) query.andWhere(`line.result IN ('AmountDiffers', 'Unmatched')`);
  if (Result !== undefined) query.andWhere('line.result = :Result', { Result });
  if (Position !== undefined) query.andWhere(`line.result = 'Matched' AND ${POSITION} = :Position`, { Position });
  if (TransferDirection !== undefined) query.andWhere('line.direction = :TransferDirection', { TransferDirection });
  if (Outcome !== undefined) query.andWhere('line.outcome = :Outcome', { Outcome });
  if (SessionId !== undefined) query.andWhere('line.session_id = :SessionId', { SessionId });
  if (MinimumAgeDays !== undefined)
    query.andWhere('line.settled_on <= :latest', { latest: addDays(today, -MinimumAgeDays) });
  return query;
}

function positionWithoutReport(): Error {
  const message = 'may be sent only with ReportId';
  return commonErrors.VALIDATION_FAILED(`Position ${message}.`, { errors: [{ field: 'Position', message }] });
}
