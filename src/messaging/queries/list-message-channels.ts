import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { MessageChannelView } from '../messages.dto';
import { TransportSelector } from '../transports/transport-selector';

/** Lists the transports of the message channels. */
export class ListMessageChannels extends Query<{ data: MessageChannelView[]; recordCount: number }> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(ListMessageChannels)
export class ListMessageChannelsHandler implements IQueryHandler<ListMessageChannels> {
  constructor(private readonly transports: TransportSelector) {}

  async execute({ institutionId }: ListMessageChannels): Promise<{ data: MessageChannelView[]; recordCount: number }> {
    const data = await this.transports.list(institutionId);
    return { data, recordCount: data.length };
  }
}
