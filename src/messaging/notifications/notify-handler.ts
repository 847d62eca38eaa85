import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { normalisePhoneNumber } from '../../common/text/phone-number';
import { Institution } from '../../institutions/institution.entity';
import { EMAIL_ADDRESS_OPTIONS } from '../email-address';
import { Message, MESSAGE_CHANNELS, type MessageChannel } from '../message.entity';
import { Messages } from '../messages';
import { TransportSelector } from '../transports/transport-selector';
import { STAFF_EVENTS, TOLD_WITH } from './notification-events';
import { NOTIFY, type NotifyPayload } from './notification-rows';
import { NotificationTemplates } from './notification-templates';
import { notificationVariables } from './notification-variables';
import { Notifications } from './notifications';
import { renderTemplate } from './template-renderer';

const REQUESTED_BY = 'system:notifications';

/** Renders a notification and queues its messages, one for each message channel, in one transaction. */
@Injectable()
@MemberOf(JobHandlers)
export class NotifyHandler implements JobHandler {
  readonly kind = NOTIFY;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly notifications: Notifications,
    private readonly templates: NotificationTemplates,
    private readonly transports: TransportSelector,
    private readonly messages: Messages,
  ) {}

  async run({ institutionId, id, payload }: RunningJob): Promise<void> {
    const notification = payload as unknown as NotifyPayload;
    if (!STAFF_EVENTS.includes(notification.facts.event) && !(await this.notifications.isEnabled(institutionId)))
      return;
    const channels: { channel: MessageChannel; recipient: string }[] = [];
    for (const channel of MESSAGE_CHANNELS) {
      const recipient = recipientOf(notification, channel);
      if (recipient !== undefined && (await this.transports.find(institutionId, channel)))
        channels.push({ channel, recipient });
    }
    await this.unitOfWork.run(institutionId, async (tx) => {
      // A job can run twice: messages of an earlier run are not queued again. A unique index decides a race.
      if (await tx.existsBy(Message, { institutionId, notificationId: id })) return;
      for (const { channel, recipient } of channels)
        await this.queue(tx, { institutionId, notificationId: id, channel, recipient }, notification);
    });
  }

  private async queue(
    tx: Tx,
    message: { institutionId: number; notificationId: number; channel: MessageChannel; recipient: string },
    { facts }: NotifyPayload,
  ): Promise<void> {
    const { institutionId, channel } = message;
    const template = await this.templates.find(tx, institutionId, facts.event, channel);
    const other = TOLD_WITH[facts.event];
    if (!template || (other && !(await this.templates.find(tx, institutionId, other, channel)))) return;
    const institution = await tx.findOneByOrFail(Institution, { institutionId });
    const text = renderTemplate(template, channel, notificationVariables(facts, { institution, channel }));
    if (text.body.trim() === '') return;
    await this.messages.queue(tx, {
      ...message,
      ...text,
      isHtml: template.isHtml,
      accountNumber: facts.accountNumber,
      event: facts.event,
      requestedBy: REQUESTED_BY,
    });
  }
}

/** A valid recipient, or undefined: stored numbers and addresses can be old or mistyped. */
function recipientOf({ phoneNumber, email }: NotifyPayload, channel: MessageChannel): string | undefined {
  if (channel === 'sms') return phoneNumber === null ? undefined : normalisePhoneNumber(phoneNumber);
  return email !== null && isEmail(email, EMAIL_ADDRESS_OPTIONS) ? email : undefined;
}
