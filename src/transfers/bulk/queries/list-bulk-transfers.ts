import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In, type SelectQueryBuilder } from 'typeorm';
import { cappedCount, pagingOf, QueryKeyset } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { addDays, startOfDay } from '../../../common/time/calendar';
import { Posting } from '../../../ledger/engine/posting.entity';
import { OwnInstitution } from '../../own-institution';
import { BulkTransfer } from '../bulk-transfer.entity';
import { bulkTransferFileViews } from '../bulk-transfer-views';
import type { BulkStatus } from '../bulk-transfers.dto';
import type { BulkTransferListView, ListBulkTransfersQuery } from '../bulk-transfers-admin.dto';

/** The condition of each status, as `bulkStatus` tells it. */
const STATUS_CONDITIONS: Readonly<Record<BulkStatus, string>> = {
  Pending: `debit.status IN ('Held', 'PendingApproval')`,
  Processing: `debit.status = 'Posted' AND NOT file.together AND file.completed_at IS NULL`,
  Completed: `debit.status = 'Posted' AND (file.together OR file.completed_at IS NOT NULL)`,
  Declined: `debit.status = 'Declined'`,
  Failed: `debit.status = 'Failed'`,
};

/** Files of transfers of all API clients, newest first. */
export class ListBulkTransfers extends Query<Page<BulkTransferListView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListBulkTransfersQuery,
  ) {
    super();
  }
}

@QueryHandler(ListBulkTransfers)
export class ListBulkTransfersHandler implements IQueryHandler<ListBulkTransfers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly institutions: OwnInstitution,
  ) {}

  /** @throws VALIDATION_FAILED (400) for a cursor that is none of this list */
  async execute({ institutionId, filters }: ListBulkTransfers): Promise<Page<BulkTransferListView>> {
    const { timeZone } = await this.institutions.find(institutionId);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = filtered(tx, institutionId, filters, timeZone);
      const keyset = new QueryKeyset(query, filters);
      const { rows, nextAfter } = keyset.cut(await keyset.page().getMany());
      const views = await viewsOf(tx, institutionId, rows);
      return pageOf(views, await cappedCount(tx, query), pagingOf(filters), nextAfter);
    });
  }
}

function filtered(
  tx: Tx,
  institutionId: number,
  { Status, ReferenceNumber, DebitAccount, StartDate, EndDate, Direction }: ListBulkTransfersQuery,
  timeZone: string,
): SelectQueryBuilder<BulkTransfer> {
  const query = tx
    .createQueryBuilder(BulkTransfer, 'file')
    .innerJoin(Posting, 'debit', 'debit.institution_id = file.institution_id AND debit.id = file.id')
    .where('file.institution_id = :institutionId', { institutionId })
    .orderBy('file.id', Direction === 'Asc' ? 'ASC' : 'DESC');
  if (Status !== undefined) query.andWhere(STATUS_CONDITIONS[Status]);
  if (ReferenceNumber !== undefined)
    query.andWhere(`debit.kind = 'bulk-transfer' AND debit.reference = :ReferenceNumber`, { ReferenceNumber });
  if (DebitAccount !== undefined) query.andWhere('file.debit_account_number = :DebitAccount', { DebitAccount });
  if (StartDate !== undefined) query.andWhere('debit.created_at >= :from', { from: startOfDay(StartDate, timeZone) });
  if (EndDate !== undefined)
    query.andWhere('debit.created_at < :until', { until: startOfDay(addDays(EndDate, 1), timeZone) });
  return query;
}

async function viewsOf(tx: Tx, institutionId: number, files: BulkTransfer[]): Promise<BulkTransferListView[]> {
  const postings = await tx.findBy(Posting, { institutionId, id: In(files.map(({ id }) => id)) });
  const postingOf = new Map(postings.map((posting) => [posting.id, posting]));
  const found = files.map((file) => ({ file, posting: postingOf.get(file.id)! }));
  const views = await bulkTransferFileViews(tx, institutionId, found);
  return views.map((view, index) => ({ id: files[index]!.id, maker: found[index]!.posting.maker, ...view }));
}
