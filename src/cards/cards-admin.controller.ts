import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { cardsPermissions } from './cards.permissions';
import { CardAdminView, CardTransactionRowView, ListCardsQuery, ListCardTransactionsQuery } from './cards-admin.dto';
import { ListCardTransactions } from './queries/list-card-transactions';
import { ListCards } from './queries/list-cards';

@ApiTags('Cards')
@Controller('api/admin/v1')
export class CardsAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get('cards')
  @Endpoint({
    summary: 'List cards',
    access: staffAccess(cardsPermissions.viewCards),
    audited: readOf('card.list', { AccountNumber: 'account' }),
    response: CardAdminView,
    list: 'page',
  })
  cards(@CurrentStaff() staff: StaffActor, @Query() filters: ListCardsQuery): Promise<Page<CardAdminView>> {
    return this.queries.execute(new ListCards(staff.institutionId, filters));
  }

  @Get('card-transactions')
  @Endpoint({
    summary: 'List card transactions',
    description:
      '`Forced=true` lists the transactions for review: posted against the funds or the status of the account, or ' +
      'to a ledger because the account was closed.',
    access: staffAccess(cardsPermissions.viewCards),
    audited: readOf('card-transaction.list', { AccountNumber: 'account', TransactionReference: 'reference' }),
    response: CardTransactionRowView,
    list: 'page',
  })
  transactions(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: ListCardTransactionsQuery,
  ): Promise<Page<CardTransactionRowView>> {
    return this.queries.execute(new ListCardTransactions(staff.institutionId, filters));
  }
}
