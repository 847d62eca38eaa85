import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Files } from '../../common/files/files';
import type { SheetFormat } from '../../common/files/sheet-format';
import { Letterheads } from '../../institutions/settings/letterheads';
import { assertRowsFit, inBatches, ROWS_AT_ONCE, SCREENING_COLUMNS } from '../aml-files';
import { AmlHold } from '../aml-hold.entity';
import type { PeriodQuery } from '../aml-holds.dto';
import type { ScreeningReportRow } from '../aml-reports.dto';
import { reportRows } from '../hold-views';
import { inPeriod } from '../in-period';

/** The AML screening report of a period as a file, oldest first. */
export class ExportScreeningReport extends Query<StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly filters: PeriodQuery,
    readonly format: SheetFormat,
  ) {
    super();
  }
}

@QueryHandler(ExportScreeningReport)
export class ExportScreeningReportHandler implements IQueryHandler<ExportScreeningReport> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly letterheads: Letterheads,
    private readonly files: Files,
  ) {}

  /** @throws EXPORT_TOO_LARGE (422) */
  async execute({ institutionId, filters, format }: ExportScreeningReport): Promise<StreamableFile> {
    const { timeZone, name } = await this.letterheads.of(institutionId);
    assertRowsFit(
      await this.unitOfWork.readReport(institutionId, (tx) => selectHolds(tx, institutionId, filters).getCount()),
    );
    const sheet = {
      title: 'AML screening report',
      facts: [['Institution', name]] as [string, string][],
      columns: SCREENING_COLUMNS(timeZone),
      rows: this.rows(institutionId, filters),
    };
    return this.files.sheet('aml-screening-report', format, sheet);
  }

  private async *rows(institutionId: number, filters: PeriodQuery): AsyncGenerator<ScreeningReportRow[]> {
    const batches = inBatches((after) =>
      this.unitOfWork.readReport(institutionId, async (tx) => {
        const query = selectHolds(tx, institutionId, filters)
          .orderBy('hold.created_at')
          .addOrderBy('hold.id')
          .limit(ROWS_AT_ONCE);
        if (after)
          query.andWhere('(hold.created_at, hold.id) > (:afterTime, :afterId)', {
            afterTime: after.createdAt,
            afterId: after.id,
          });
        const holds = await query.getMany();
        const rows = await reportRows(tx, institutionId, holds);
        return rows.map((row, index) => ({ row, createdAt: holds[index]!.createdAt, id: row.id }));
      }),
    );
    for await (const batch of batches) yield batch.map(({ row }) => row);
  }
}

function selectHolds(tx: Tx, institutionId: number, filters: PeriodQuery): SelectQueryBuilder<AmlHold> {
  const query = tx.createQueryBuilder(AmlHold, 'hold').where('hold.institution_id = :institutionId', { institutionId });
  inPeriod(query, 'hold', filters);
  return query;
}
