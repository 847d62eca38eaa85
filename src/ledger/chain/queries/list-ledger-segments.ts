import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AppConfig } from '../../../common/config/app-config';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import { type LedgerSegmentView, segmentView } from '../ledger-segment.dto';
import { LedgerSegment } from '../ledger-segment.entity';

/** The sealed segments of the ledger, latest first. */
export class ListLedgerSegments extends Query<Page<LedgerSegmentView>> {
  constructor(
    readonly institutionId: number,
    readonly paging: PagingQuery,
  ) {
    super();
  }
}

@QueryHandler(ListLedgerSegments)
export class ListLedgerSegmentsHandler implements IQueryHandler<ListLedgerSegments> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  execute({ institutionId, paging }: ListLedgerSegments): Promise<Page<LedgerSegmentView>> {
    const keys = this.config.auditSigningKeys?.publicKeys() ?? [];
    return this.unitOfWork.read(institutionId, (tx) =>
      listPage(
        tx,
        tx
          .createQueryBuilder(LedgerSegment, 's')
          .where('s.institution_id = :institutionId', { institutionId })
          .orderBy('s.through', paging.Direction === 'Asc' ? 'ASC' : 'DESC'),
        paging,
        (segment) => segmentView(segment, keys),
      ),
    );
  }
}
