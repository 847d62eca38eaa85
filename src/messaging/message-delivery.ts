import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { Message } from './message.entity';
import { MessageAttachments } from './message-attachments';
import { DELIVER_MESSAGE, Messages } from './messages';
import type { DeliveryOutcome, MessageTransport } from './transports/message-transport';
import { TransportSelector } from './transports/transport-selector';

/** One less than the attempts of a job, so that the message becomes `Failed` before the job becomes a dead letter. */
export const DELIVERY_ATTEMPTS_MAX = 9;

const REASON_MAX_LENGTH = 500;
const REFERENCE_MAX_LENGTH = 250;

interface Attempt {
  transport: MessageTransport | undefined;
  result: DeliveryOutcome;
}

/**
 * Delivers a queued message at least once. An attempt is counted before the carrier is called, and every attempt
 * carries the message's id. The job runner sets the pauses between attempts
 * (`docs/api/documents-and-messages.md#messages`).
 */
@Injectable()
@MemberOf(JobHandlers)
export class MessageDelivery implements JobHandler {
  readonly kind = DELIVER_MESSAGE;
  private readonly logger = new Logger(MessageDelivery.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transports: TransportSelector,
    private readonly attachments: MessageAttachments,
    private readonly messages: Messages,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Error when the message should be tried again. The error has no content of the message, because it is
   *   logged.
   */
  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const message = await this.beginAttempt(institutionId, payload.messageId as number);
    if (!message) return;
    const attempt = await this.attempt(message).catch((error: unknown) => this.failedAttempt(message, error));
    const status = await this.endAttempt(message, attempt);
    if (status === 'Queued') throw new Error(`Message ${message.id} was not delivered in attempt ${message.attempts}.`);
  }

  /** Counts an attempt; undefined when the message is no longer queued. */
  private async beginAttempt(institutionId: number, id: number): Promise<Message | undefined> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const message = await tx.findOne(Message, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
      if (message?.status !== 'Queued') return undefined;
      const begun = { attempts: message.attempts + 1, lastAttemptAt: this.clock.now() };
      await tx.update(Message, { institutionId, id }, begun);
      return { ...message, ...begun };
    });
  }

  private async attempt(message: Message): Promise<Attempt> {
    const { institutionId, id, channel, recipient, subject, isHtml } = message;
    const transport = await this.transports.find(institutionId, channel);
    if (!transport)
      return {
        transport,
        result: { outcome: 'not-delivered', reason: 'The institution has switched this message channel off.' },
      };
    const attachments = await this.attachments.load(institutionId, message.attachments);
    if (!attachments) return { transport, result: { outcome: 'refused', reason: 'An attached document was deleted.' } };
    const { name } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    return {
      transport,
      result: await transport.send({
        institutionId,
        id,
        recipient,
        subject,
        body: this.messages.bodyOf(message),
        isHtml,
        attachments,
        senderName: name,
      }),
    };
  }

  /** A failure of this service counts as an attempt too, so that the message does not wait forever. */
  private failedAttempt({ institutionId, id }: Message, error: unknown): Attempt {
    this.logger.error({ err: error as Error, institutionId, messageId: id }, 'A message could not be prepared.');
    return {
      transport: undefined,
      result: { outcome: 'not-delivered', reason: 'The message could not be prepared for sending.' },
    };
  }

  private async endAttempt(
    { institutionId, id, attempts, sealed }: Message,
    { transport, result }: Attempt,
  ): Promise<Message['status']> {
    const transportUsed = { transport: transport?.name ?? null };
    const change: Partial<Message> =
      result.outcome === 'sent'
        ? {
            ...transportUsed,
            status: 'Sent',
            ...(sealed ? { body: '' } : {}),
            sentAt: this.clock.now(),
            failureReason: null,
            providerReference: storable(result.providerReference, REFERENCE_MAX_LENGTH),
          }
        : {
            ...transportUsed,
            status: result.outcome === 'refused' || attempts >= DELIVERY_ATTEMPTS_MAX ? 'Failed' : 'Queued',
            failureReason: storable(result.reason, REASON_MAX_LENGTH),
          };
    // An attempt that outlived its lease must not overwrite the result of another one.
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.update(Message, { institutionId, id, status: 'Queued' }, change),
    );
    return change.status!;
  }
}

/** The text of a carrier, shortened and without characters that the database cannot store. */
function storable(text: string | null, maxLength: number): string | null {
  return text === null ? null : text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
