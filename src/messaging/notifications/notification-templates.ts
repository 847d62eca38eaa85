import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { MessageChannel } from '../message.entity';
import { messagingErrors } from '../messaging.errors';
import { defaultTemplate, type TemplateText } from './default-templates';
import { type NotificationEvent, variablesOf } from './notification-events';
import { NotificationTemplate } from './notification-template.entity';
import { templateViolation } from './template-renderer';

/** The templates of an institution's notifications: its own, or else the default ones. */
@Injectable()
export class NotificationTemplates {
  /** The template in use; undefined when the institution has switched it off. */
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
   * Asserts that a template can be parsed, names known variables only, and has the parts of its message channel.
   * @throws NOTIFICATION_TEMPLATE_REFUSED (422)
   */
  assertValid(event: NotificationEvent, channel: MessageChannel, { subject, body, isHtml }: TemplateText): void {
    if (channel === 'sms' && (subject !== null || isHtml))
      throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED(
        'An SMS template has neither a subject nor HTML; leave subject and isHtml out.',
      );
    if (channel === 'email' && subject === null)
      throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED('An e-mail template must have a subject.');
    const known = variablesOf(event);
    for (const text of [subject ?? '', body]) {
      const violation = templateViolation(text, known);
      if (violation !== undefined) throw messagingErrors.NOTIFICATION_TEMPLATE_REFUSED(violation);
    }
  }
}
