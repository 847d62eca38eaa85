import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Files } from '../../common/files/files';
import type { SheetFormat } from '../../common/files/sheet-format';
import { Letterheads } from '../../institutions/settings/letterheads';
import { assertRowsFit, inBatches, ROWS_AT_ONCE, SUSPICIOUS_COLUMNS } from '../aml-files';
import type { PeriodQuery } from '../aml-holds.dto';
import type { SuspiciousTransactionView } from '../aml-reports.dto';
import { inPeriod } from '../in-period';
import { SuspiciousTransaction } from '../suspicious-transaction.entity';
import { suspiciousTransactionView } from '../suspicious-transaction-view';

/** The suspicious transactions of a period as a file, oldest first. */
export class ExportSuspiciousTransactions extends Query<StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly filters: PeriodQuery,
    readonly format: SheetFormat,
  ) {
    super();
  }
}

@QueryHandler(ExportSuspiciousTransactions)
export class ExportSuspiciousTransactionsHandler implements IQueryHandler<ExportSuspiciousTransactions> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly letterheads: Letterheads,
    private readonly files: Files,
  ) {}

  /** @throws EXPORT_TOO_LARGE (422) */
  async execute({ institutionId, filters, format }: ExportSuspiciousTransactions): Promise<StreamableFile> {
    const { timeZone, name } = await this.letterheads.of(institutionId);
    assertRowsFit(
      await this.unitOfWork.readReport(institutionId, (tx) => selectFindings(tx, institutionId, filters).getCount()),
    );
    const sheet = {
      title: 'Suspicious transactions',
      facts: [['Institution', name]] as [string, string][],
      columns: SUSPICIOUS_COLUMNS(timeZone),
      rows: this.rows(institutionId, filters),
    };
    return this.files.sheet('suspicious-transactions', format, sheet);
  }

  private async *rows(institutionId: number, filters: PeriodQuery): AsyncGenerator<SuspiciousTransactionView[]> {
    const batches = inBatches((after) =>
      this.unitOfWork.readReport(institutionId, (tx) => {
        const query = selectFindings(tx, institutionId, filters)
          .orderBy('finding.created_at')
          .addOrderBy('finding.id')
          .limit(ROWS_AT_ONCE);
        if (after)
          query.andWhere('(finding.created_at, finding.id) > (:afterTime, :afterId)', {
            afterTime: after.createdAt,
            afterId: after.id,
          });
        return query.getMany();
      }),
    );
    for await (const batch of batches) yield batch.map(suspiciousTransactionView);
  }
}

function selectFindings(
  tx: Tx,
  institutionId: number,
  filters: PeriodQuery,
): SelectQueryBuilder<SuspiciousTransaction> {
  const query = tx
    .createQueryBuilder(SuspiciousTransaction, 'finding')
    .where('finding.institution_id = :institutionId', { institutionId });
  inPeriod(query, 'finding', filters);
  return query;
}
