import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { Message } from '../message.entity';
import { messageView } from '../message-view';
import type { MessageView } from '../messages.dto';
import { messagingErrors } from '../messaging.errors';
import { seesMessage } from '../seen-messages';

/** Reads a message with its content, for staff. */
export class GetMessage extends Query<MessageView> {
  constructor(
    readonly staff: StaffActor,
    readonly messageId: number,
  ) {
    super();
  }
}

@QueryHandler(GetMessage)
export class GetMessageHandler implements IQueryHandler<GetMessage> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws MESSAGE_NOT_FOUND (404), also for a message that this member does not see */
  async execute({ staff: { institutionId, permissions }, messageId }: GetMessage): Promise<MessageView> {
    const message = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Message, { institutionId, id: messageId }),
    );
    if (!message || !seesMessage(permissions, message)) throw messagingErrors.MESSAGE_NOT_FOUND();
    return messageView(message);
  }
}
