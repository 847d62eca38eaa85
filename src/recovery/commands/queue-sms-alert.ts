import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { normalisePhoneNumber } from '../../common/text/phone-number';
import { Loans } from '../../loans/contract/loans';
import { Messages } from '../../messaging/messages';
import { TransportSelector } from '../../messaging/transports/transport-selector';
import { assertInstitutionCode } from '../partner-institution';
import type { SmsAlertBody, SmsAlertView } from '../recovery-webhooks.dto';

/** Queues an SMS of the recovery partner about a loan. */
export class QueueSmsAlert extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: SmsAlertBody,
  ) {
    super();
  }
}

@CommandHandler(QueueSmsAlert)
export class QueueSmsAlertHandler implements ICommandHandler<QueueSmsAlert> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly transports: TransportSelector,
    private readonly messages: Messages,
    private readonly loans: Loans,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), INSTITUTION_CODE_MISMATCH (422), INTEGRATION_NOT_ENABLED (503) */
  async execute({ write, body }: QueueSmsAlert): Promise<Outcome> {
    const { institutionId, actor } = write;
    await this.transports.require(institutionId, 'sms');
    const recipient = normalisePhoneNumber(body.phoneNumber)!;
    return this.writes.run(write, body, async (tx) => {
      await assertInstitutionCode(tx, institutionId, body.institutionCode);
      const { loanAccountNumber, linkedNumber } = await this.loans.require(tx, institutionId, body.loanReference);
      const { id, status } = await this.messages.queue(tx, {
        institutionId,
        channel: 'sms',
        recipient,
        body: body.message,
        accountNumber: linkedNumber,
        requestedBy: actor,
      });
      return Outcome.done<SmsAlertView>({ loanReference: loanAccountNumber, messageID: id, status });
    });
  }
}
