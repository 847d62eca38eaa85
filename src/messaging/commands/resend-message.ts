import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Message } from '../message.entity';
import { messageRowView } from '../message-view';
import { Messages } from '../messages';
import { messagingErrors } from '../messaging.errors';
import { seesMessage } from '../seen-messages';

/** Queues a failed message again under the same id. */
export class ResendMessage extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly messageId: number,
    /** Permissions of the member of staff. */
    readonly permissions: ReadonlySet<string>,
  ) {
    super();
  }
}

@CommandHandler(ResendMessage)
export class ResendMessageHandler implements ICommandHandler<ResendMessage> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly messages: Messages,
    private readonly audit: AuditLog,
  ) {}

  /** @throws MESSAGE_NOT_FOUND (404), also for one that this member does not see; MESSAGE_NOT_FAILED (409) */
  async execute({ write, messageId: id, permissions }: ResendMessage): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id }, async (tx) => {
      const message = await tx.findOne(Message, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
      if (!message || !seesMessage(permissions, message)) throw messagingErrors.MESSAGE_NOT_FOUND();
      if (message.status !== 'Failed') throw messagingErrors.MESSAGE_NOT_FAILED();
      const queued = { status: 'Queued' as const, attempts: 0, failureReason: null };
      await tx.update(Message, { institutionId, id }, queued);
      await this.messages.enqueueDelivery(tx, message);
      await this.audit.record(tx, write, { action: 'message.resend', subject: `message:${id}` });
      return Outcome.done(messageRowView({ ...message, ...queued }));
    });
  }
}
