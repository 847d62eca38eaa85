import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { MessageChannel } from '../message.entity';
import { messagingErrors } from '../messaging.errors';
import { defaultTemplate, type TemplateText } from './default-templates';
import { type NotificationEvent, variablesOf } from './notification-events';
import { NotificationTemplate } from './notification-template.entity';
import { templateViolation } from './template-renderer';

/** The wording of an institution's notifications: its own, else the program's. */
@Injectable()
export class NotificationTemplates {
  /** Undefined when the institution has switched this one off. */
  async find(
    tx: Tx,
    institutionId: number,
    event: NotificationEvent,
    channel: MessageChannel,
  ): Promise<TemplateText | undefined> {
    const own = await tx.findOneBy(NotificationTemplate, { institutionId, event, channel });
    if (!own) return defaultTemplate(event, channel);
    return own.active ? own : undefined;
  }

  /**
   * Refuses a template that would not work: unreadable, naming unknown variables, or with parts its channel has not.
   * @throws NOTIFICATION_TEMPLATE_REFUSED (422)
   */
  check(event: NotificationEvent, channel: MessageChannel, { subject, body, isHtml }: TemplateText): void {
    if (channel === 'sms' && (subject !== null || isHtml))
      throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED('An SMS has no subject and no HTML.');
    if (channel === 'email' && subject === null)
      throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED('An e-mail needs a subject.');
    const known = variablesOf(event);
    for (const text of [subject ?? '', body]) {
      const complaint = templateViolation(text, known);
      if (complaint !== undefined) throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED(complaint);
    }
  }
}
