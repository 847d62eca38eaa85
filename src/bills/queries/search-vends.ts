import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Keyset } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { addDays, startOfDay } from '../../common/time/calendar';
import { Institution } from '../../institutions/institution.entity';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { VendRowView } from '../bills.dto';
import { vendRowView } from '../vend-record';
import { VEND_KEYS, vendSearch } from '../vend-search';
import type { SearchVendsQuery } from '../vend-search.dto';
import { Vends } from '../vends';

/** The institution's vends, by default newest first. */
export class SearchVends extends Query<Page<VendRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: SearchVendsQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchVends)
export class SearchVendsHandler implements IQueryHandler<SearchVends> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly vends: Vends,
  ) {}

  /** @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, query }: SearchVends): Promise<Page<VendRowView>> {
    const { PaymentReference, AccountNumber, VendStatus, StartDate, EndDate, Direction } = query;
    const keyset = new Keyset('vend', { keys: VEND_KEYS, direction: Direction === 'Asc' ? 'ASC' : 'DESC' }, query);
    const position = keyset.position();
    const account = AccountNumber === undefined ? undefined : await this.directory.find(institutionId, AccountNumber);
    if (account?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const search = vendSearch(institutionId, {
        reference: PaymentReference,
        accountNumber: AccountNumber,
        vendStatus: VendStatus,
        from: StartDate === undefined ? undefined : startOfDay(StartDate, timeZone),
        until: EndDate === undefined ? undefined : startOfDay(addDays(EndDate, 1), timeZone),
      });
      const { offset, limit } = keyset;
      const statement = search.page(Direction, { offset, limit, position });
      const hits = await tx.query<{ id: string; at: Date }[]>(statement.text, statement.values);
      const page = keyset.cut(hits, ({ id, at }) => [at.toISOString(), id]);
      const counted = await tx.query<{ count: string }[]>(search.count(RECORD_COUNT_CAP + 1), search.values);
      const records = await this.vends.records(
        tx,
        institutionId,
        page.rows.map(({ id }) => Number(id)),
      );
      return pageOf(records.map(vendRowView), Number(counted[0]?.count), pagingOf(query), page.nextAfter);
    });
  }
}
