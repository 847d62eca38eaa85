import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Message } from '../message.entity';
import { messageView } from '../message-view';
import type { MessageView } from '../messages.dto';
import { messagingErrors } from '../messaging.errors';

/** Reads a message with its content, for staff. */
export class GetMessage extends Query<MessageView> {
  constructor(
    readonly institutionId: number,
    readonly messageId: number,
  ) {
    super();
  }
}

@QueryHandler(GetMessage)
export class GetMessageHandler implements IQueryHandler<GetMessage> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws MESSAGE_NOT_FOUND (404) */
  async execute({ institutionId, messageId }: GetMessage): Promise<MessageView> {
    const message = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Message, { institutionId, id: messageId }),
    );
    if (!message) throw messagingErrors.MESSAGE_NOT_FOUND();
    return messageView(message);
  }
}
