import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Keyring } from '../common/crypto/keyring';
import { type SealedPlace, SealedPlaces } from '../common/crypto/sealed-places';
import { SecretBox } from '../common/crypto/secret-box';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Message, type MessageChannel } from './message.entity';

export const DELIVER_MESSAGE = 'deliver-message';

/** A message to send. Optional fields that are left out do not apply. */
export interface NewMessage {
  institutionId: number;
  channel: MessageChannel;
  /** Normalised telephone number or validated e-mail address. */
  recipient: string;
  subject?: string | null;
  body: string;
  isHtml?: boolean;
  attachments?: number[];
  accountNumber?: string | null;
  event?: string;
  notificationId?: number;
  requestedBy: string;
  /** The permission that staff need to see it besides `view-messages`, as for mails about the work of the AML desk. */
  seenWith?: string;
  /** Only the recipient may read it, as a one-time code: it is stored sealed, never shown, and deleted once sent. */
  confidential?: boolean;
}

/** Queues messages in the transaction of their cause: when it is rolled back, they are never sent. */
@Injectable()
@MemberOf(SealedPlaces)
export class Messages implements SealedPlace {
  readonly name = 'message';
  private readonly box: SecretBox;

  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    keyring: Keyring,
  ) {
    this.box = new SecretBox(keyring, 'messages');
  }

  /** Queues a message. Call `TransportSelector.require` before the transaction. */
  async queue(tx: Tx, message: NewMessage): Promise<Message> {
    const id = await this.ids.next();
    const { confidential = false, ...fields } = message;
    const row: Message = {
      id,
      ...fields,
      body: confidential ? this.box.seal(message.body, contextOf(message.institutionId, id)) : message.body,
      sealed: confidential,
      status: 'Queued',
      subject: message.subject ?? null,
      isHtml: message.isHtml ?? false,
      attachments: message.attachments ?? [],
      accountNumber: message.accountNumber ?? null,
      event: message.event ?? null,
      notificationId: message.notificationId ?? null,
      seenWith: message.seenWith ?? null,
      transport: null,
      attempts: 0,
      failureReason: null,
      providerReference: null,
      createdAt: this.clock.now(),
      lastAttemptAt: null,
      sentAt: null,
    };
    await tx.insert(Message, row);
    await this.enqueueDelivery(tx, row);
    return row;
  }

  /** The text of a message that is to be sent. */
  bodyOf({ institutionId, id, body, sealed }: Message): string {
    return sealed ? this.box.open(body, contextOf(institutionId, id)) : body;
  }

  /** Re-encrypts the bodies that are not sent. A body that no configured key opens is left: it cannot be sent. */
  async reseal(tx: Tx, institutionId: number): Promise<number> {
    const waiting = await tx.find(Message, {
      where: { institutionId, status: In(['Queued', 'Failed']), sealed: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const outdated = waiting.filter(
      ({ id, body }) => !this.box.isCurrent(body) && this.box.opens(body, contextOf(institutionId, id)),
    );
    for (const message of outdated) {
      const { id } = message;
      const body = this.box.seal(this.bodyOf(message), contextOf(institutionId, id));
      await tx.update(Message, { institutionId, id }, { body });
    }
    return outdated.length;
  }

  /** Nothing of a message is cached. */
  forget(): void {}

  /** Inserts the job that delivers a queued message. */
  async enqueueDelivery(tx: Tx, { institutionId, id }: Message): Promise<void> {
    await insertRows(
      tx,
      jobRows({ institutionId, id: await this.ids.next(), kind: DELIVER_MESSAGE, payload: { messageId: id } }),
    );
  }
}

function contextOf(institutionId: number, id: number): string {
  return `${institutionId}|${id}`;
}
