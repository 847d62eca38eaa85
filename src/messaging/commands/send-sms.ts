import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { normalisePhoneNumber } from '../../common/text/phone-number';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { messageAccount } from '../message-account';
import { queuedMessageView } from '../message-view';
import { Messages } from '../messages';
import type { SendSmsBody } from '../messaging.dto';
import { TransportSelector } from '../transports/transport-selector';

/** Queues an SMS. */
export class SendSms extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: SendSmsBody,
  ) {
    super();
  }
}

@CommandHandler(SendSms)
export class SendSmsHandler implements ICommandHandler<SendSms> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly transports: TransportSelector,
    private readonly directory: AccountDirectory,
    private readonly messages: Messages,
  ) {}

  async execute({ write, body }: SendSms): Promise<Outcome> {
    const { institutionId, actor } = write;
    await this.transports.require(institutionId, 'sms');
    const accountNumber = await messageAccount(this.directory, institutionId, body.accountNumber);
    const recipient = normalisePhoneNumber(body.phoneNumber)!;
    return this.writes.run(write, body, async (tx) => {
      const message = await this.messages.queue(tx, {
        institutionId,
        channel: 'sms',
        recipient,
        body: body.message,
        accountNumber,
        requestedBy: actor,
      });
      return Outcome.done(queuedMessageView(message));
    });
  }
}
