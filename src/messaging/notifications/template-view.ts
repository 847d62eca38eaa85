import { versionOf } from '../../common/http/versions';
import type { MessageChannel } from '../message.entity';
import { defaultTemplate } from './default-templates';
import { type NotificationEvent, variablesOf } from './notification-events';
import type { NotificationTemplate } from './notification-template.entity';
import type { NotificationTemplateView } from './notification-templates.dto';

/** The template in use of an event and message channel, as shown to staff. */
export function templateView(
  event: NotificationEvent,
  channel: MessageChannel,
  own: NotificationTemplate | undefined,
): NotificationTemplateView {
  const { subject, body, isHtml } = own ?? defaultTemplate(event, channel);
  return {
    id: own?.id ?? null,
    event,
    channel,
    subject,
    body,
    isHtml,
    active: own?.active ?? true,
    isDefault: own === undefined,
    variables: variablesOf(event),
    version: templateVersion(event, channel, own),
    updatedBy: own?.updatedBy ?? null,
    updatedAt: own?.updatedAt.toISOString() ?? null,
  };
}

/** The version of the template in use, whether it is the institution's own or the default one. */
export function templateVersion(
  event: NotificationEvent,
  channel: MessageChannel,
  own: NotificationTemplate | undefined,
): string {
  const { subject, body, isHtml } = own ?? defaultTemplate(event, channel);
  return versionOf({ subject, body, isHtml, active: own?.active ?? true, isOwn: own !== undefined });
}
