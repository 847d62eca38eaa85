import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { addDays, calendarDate, daysBetween, startOfDay } from '../../common/time/calendar';
import { Institution } from '../../institutions/institution.entity';
import { Payout } from '../../payouts/payout.entity';
import { InwardTransfer } from '../../transfers/inward/inward-transfer.entity';
import type { ListUnreportedTransfersQuery, UnreportedTransferView } from '../settlement.dto';
import { settlementErrors } from '../settlement.errors';
import { SettlementReports } from '../settlement-reports';

/** Transfers of ours that no settlement report has, latest first. */
export class ListUnreportedTransfers extends Query<Page<UnreportedTransferView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListUnreportedTransfersQuery,
  ) {
    super();
  }
}

/** Bounds the transfers that one request compares. */
const PERIOD_MAX_DAYS = 7;

const unreported = (direction: string): string => `NOT EXISTS (SELECT FROM settlement_line line
  WHERE line.institution_id = :institutionId AND line.session_id = transfer.session_id
    AND line.direction = '${direction}')`;

/** The period as instants, and what views need of the institution. */
interface Period {
  from: Date;
  before: Date;
  today: string;
  timeZone: string;
}

@QueryHandler(ListUnreportedTransfers)
export class ListUnreportedTransfersHandler implements IQueryHandler<ListUnreportedTransfers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: SettlementReports,
  ) {}

  /** @throws SETTLEMENT_PERIOD_TOO_LONG (422) for a period that is too long */
  async execute({ institutionId, filters }: ListUnreportedTransfers): Promise<Page<UnreportedTransferView>> {
    assertPeriod(filters);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const period = {
        from: startOfDay(filters.StartDate, timeZone),
        before: startOfDay(addDays(filters.EndDate, 1), timeZone),
        today: await this.reports.today(tx, institutionId),
        timeZone,
      };
      return filters.TransferDirection === 'Inward'
        ? inward(tx, institutionId, filters, period)
        : outward(tx, institutionId, filters, period);
    });
  }
}

/** Sent and not reversed: a transfer that gave the money back is rightly missing from a settlement. */
function outward(
  tx: Tx,
  institutionId: number,
  filters: ListUnreportedTransfersQuery,
  period: Period,
): Promise<Page<UnreportedTransferView>> {
  const order = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
  const query = tx
    .createQueryBuilder(Payout, 'transfer')
    .where(`transfer.institution_id = :institutionId AND transfer.kind = 'outward-transfer'`, { institutionId })
    .andWhere('transfer.created_at >= :from AND transfer.created_at < :before', {
      from: period.from,
      before: period.before,
    })
    .andWhere(`transfer.first_sent_at IS NOT NULL AND transfer.status <> 'Reversed' AND ${unreported('Outward')}`)
    .orderBy('transfer.created_at', order)
    .addOrderBy('transfer.id', order);
  if (filters.Provider !== undefined) query.andWhere('transfer.provider = :provider', { provider: filters.Provider });
  return listPage(tx, query, filters, ({ reference, createdAt, ...payout }) =>
    viewOf({ ...payout, direction: 'Outward', reference, at: createdAt }, period),
  );
}

function inward(
  tx: Tx,
  institutionId: number,
  filters: ListUnreportedTransfersQuery,
  period: Period,
): Promise<Page<UnreportedTransferView>> {
  const order = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
  const query = tx
    .createQueryBuilder(InwardTransfer, 'transfer')
    .where(`transfer.institution_id = :institutionId AND ${unreported('Inward')}`, { institutionId })
    .andWhere('transfer.received_at >= :from AND transfer.received_at < :before', {
      from: period.from,
      before: period.before,
    })
    .orderBy('transfer.received_at', order)
    .addOrderBy('transfer.id', order);
  return listPage(tx, query, filters, ({ receivedAt, ...transfer }) =>
    viewOf({ ...transfer, direction: 'Inward', reference: null, at: receivedAt }, period),
  );
}

interface Missing {
  id: number;
  direction: UnreportedTransferView['direction'];
  sessionId: string;
  reference: string | null;
  amountKobo: bigint;
  status: string;
  at: Date;
}

function viewOf(missing: Missing, { today, timeZone }: Period): UnreportedTransferView {
  const { id, direction, sessionId, reference, amountKobo, status, at } = missing;
  return {
    id,
    direction,
    sessionID: sessionId,
    transactionReference: reference,
    amount: koboToNaira(amountKobo),
    status,
    transactionDate: at.toISOString(),
    ageDays: daysBetween(calendarDate(at, timeZone), today),
  };
}

function assertPeriod({ StartDate, EndDate }: ListUnreportedTransfersQuery): void {
  if (daysBetween(StartDate, EndDate) + 1 > PERIOD_MAX_DAYS) throw settlementErrors.SETTLEMENT_PERIOD_TOO_LONG();
}
