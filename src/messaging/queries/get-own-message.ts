import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Message } from '../message.entity';
import { messageStatusView } from '../message-view';
import type { MessageStatusView } from '../messaging.dto';
import { messagingErrors } from '../messaging.errors';

/** Reads the status of a message that the client itself queued. */
export class GetOwnMessage extends Query<MessageStatusView> {
  constructor(
    readonly institutionId: number,
    /** `api-client:ID`. */
    readonly actor: string,
    readonly messageId: number,
  ) {
    super();
  }
}

@QueryHandler(GetOwnMessage)
export class GetOwnMessageHandler implements IQueryHandler<GetOwnMessage> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws MESSAGE_NOT_FOUND (404), also for the message of another client */
  async execute({ institutionId, actor, messageId }: GetOwnMessage): Promise<MessageStatusView> {
    const message = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Message, { institutionId, id: messageId, requestedBy: actor }),
    );
    if (!message) throw messagingErrors.MESSAGE_NOT_FOUND();
    return messageStatusView(message);
  }
}
