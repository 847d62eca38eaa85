import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import type { Page } from '../../common/http/paging';
import { normalisePhoneNumber } from '../../common/text/phone-number';
import { Institution } from '../../institutions/institution.entity';
import { Message } from '../message.entity';
import { messageRowView } from '../message-view';
import type { ListMessagesQuery, MessageRowView } from '../messages.dto';
import { SEEN_MESSAGES } from '../seen-messages';

/** Lists the institution's messages that a member of staff sees, latest first by default. */
export class ListMessages extends Query<Page<MessageRowView>> {
  constructor(
    readonly staff: StaffActor,
    readonly filters: ListMessagesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListMessages)
export class ListMessagesHandler implements IQueryHandler<ListMessages> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ staff: { institutionId, permissions }, filters }: ListMessages): Promise<Page<MessageRowView>> {
    const { Channel, Status, Recipient, AccountNumber } = filters;
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(Message, 'message')
        .where('message.institution_id = :institutionId', { institutionId })
        .andWhere(SEEN_MESSAGES, { permissions: [...permissions] });
      if (Channel !== undefined) query.andWhere('message.channel = :channel', { channel: Channel });
      if (Status !== undefined) query.andWhere('message.status = :status', { status: Status });
      if (Recipient !== undefined)
        query.andWhere('message.recipient = :recipient', { recipient: normalisePhoneNumber(Recipient) ?? Recipient });
      if (AccountNumber !== undefined)
        query.andWhere('message.account_number = :accountNumber', { accountNumber: AccountNumber });
      await filterByPeriod(tx, query, institutionId, filters);
      query.orderBy('message.created_at', direction).addOrderBy('message.id', direction);
      return listPage(tx, query, filters, messageRowView);
    });
  }
}

/** Filters by calendar dates in the institution's time zone. */
async function filterByPeriod(
  tx: Tx,
  query: SelectQueryBuilder<Message>,
  institutionId: number,
  { StartDate, EndDate }: ListMessagesQuery,
): Promise<void> {
  if (StartDate === undefined && EndDate === undefined) return;
  const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
  query.setParameter('timeZone', timeZone);
  if (StartDate !== undefined)
    query.andWhere('message.created_at >= CAST(CAST(:startDate AS date) AS timestamp) AT TIME ZONE :timeZone', {
      startDate: StartDate,
    });
  if (EndDate !== undefined)
    query.andWhere('message.created_at < CAST(CAST(:endDate AS date) + 1 AS timestamp) AT TIME ZONE :timeZone', {
      endDate: EndDate,
    });
}
