import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { Institution } from '../../../institutions/institution.entity';
import { smsSegments } from '../../sms-segments';
import { NotificationTemplate } from '../notification-template.entity';
import { NotificationTemplates } from '../notification-templates';
import type {
  NotificationPreviewView,
  NotificationTemplatePath,
  PreviewNotificationTemplateBody,
} from '../notification-templates.dto';
import { notificationVariables } from '../notification-variables';
import { sampleFacts } from '../sample-facts';
import { renderTemplate } from '../template-renderer';
import { templateView } from '../template-view';

/** Renders a template with sample data. */
export class PreviewNotificationTemplate extends Query<NotificationPreviewView> {
  constructor(
    readonly institutionId: number,
    readonly path: NotificationTemplatePath,
    readonly body: PreviewNotificationTemplateBody,
  ) {
    super();
  }
}

@QueryHandler(PreviewNotificationTemplate)
export class PreviewNotificationTemplateHandler implements IQueryHandler<PreviewNotificationTemplate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly templates: NotificationTemplates,
  ) {}

  /** @throws NOTIFICATION_TEMPLATE_REFUSED (422) */
  async execute({
    institutionId,
    path: { event, channel },
    body,
  }: PreviewNotificationTemplate): Promise<NotificationPreviewView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const own = await tx.findOneBy(NotificationTemplate, { institutionId, event, channel });
      const current = templateView(event, channel, own ?? undefined);
      const template = {
        subject: body.subject ?? current.subject,
        body: body.body ?? current.body,
        isHtml: body.isHtml ?? (body.body ? false : current.isHtml),
      };
      this.templates.assertValid(event, channel, template);
      const institution = await tx.findOneByOrFail(Institution, { institutionId });
      const text = renderTemplate(
        template,
        channel,
        notificationVariables(sampleFacts(event), { institution, channel }),
      );
      return { ...text, isHtml: template.isHtml, segments: channel === 'sms' ? smsSegments(text.body) : null };
    });
  }
}
