import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { MessageAttachments } from '../message-attachments';
import { queuedMessageView } from '../message-view';
import { Messages } from '../messages';
import type { SendEmailBody } from '../messaging.dto';
import { TransportSelector } from '../transports/transport-selector';

/** Queues an e-mail. */
export class SendEmail extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: SendEmailBody,
  ) {
    super();
  }
}

@CommandHandler(SendEmail)
export class SendEmailHandler implements ICommandHandler<SendEmail> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly transports: TransportSelector,
    private readonly attachments: MessageAttachments,
    private readonly messages: Messages,
  ) {}

  async execute({ write, body }: SendEmail): Promise<Outcome> {
    const { institutionId, actor } = write;
    await this.transports.require(institutionId, 'email');
    const attachments = body.attachments ?? [];
    return this.writes.run(write, body, async (tx) => {
      await this.attachments.assertUsable(tx, write, attachments);
      const { to: recipient, subject, body: text, isHtml } = body;
      const message = await this.messages.queue(tx, {
        institutionId,
        channel: 'email',
        recipient,
        subject,
        body: text,
        isHtml: isHtml ?? false,
        attachments,
        requestedBy: actor,
      });
      return Outcome.done(queuedMessageView(message));
    });
  }
}
