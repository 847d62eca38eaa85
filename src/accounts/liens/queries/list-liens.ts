import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage, pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { AccountNumberFilter } from '../../account-number-filter';
import { Lien } from '../lien.entity';
import { lienRowView } from '../lien-view';
import type { LienRowView, ListLiensQuery } from '../liens.dto';

/** Lists the institution's liens, latest first by default. */
export class ListLiens extends Query<Page<LienRowView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListLiensQuery,
  ) {
    super();
  }
}

@QueryHandler(ListLiens)
export class ListLiensHandler implements IQueryHandler<ListLiens> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accountNumbers: AccountNumberFilter,
  ) {}

  async execute({ institutionId, filters }: ListLiens): Promise<Page<LienRowView>> {
    const { AccountNumber, Status, Direction } = filters;
    const account = await this.accountNumbers.resolve(institutionId, AccountNumber);
    if (account === 'none') return pageOf<LienRowView>([], 0, pagingOf(filters));
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(Lien, 'lien')
        .where('lien.institution_id = :institutionId', { institutionId })
        .orderBy('lien.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (account !== 'any') query.andWhere('lien.account_id = :accountId', account);
      if (Status !== undefined) query.andWhere('lien.status = :Status', { Status });
      return listPage(tx, query, filters, lienRowView);
    });
  }
}
