import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { MESSAGE_CHANNELS } from '../../message.entity';
import { NOTIFICATION_EVENTS } from '../notification-events';
import { NotificationTemplate } from '../notification-template.entity';
import type { NotificationTemplateView } from '../notification-templates.dto';
import { templateView } from '../template-view';

/** Lists the template in use of every event on every message channel. */
export class ListNotificationTemplates extends Query<{ data: NotificationTemplateView[]; recordCount: number }> {
  constructor(readonly institutionId: number) {
    super();
  }
}

@QueryHandler(ListNotificationTemplates)
export class ListNotificationTemplatesHandler implements IQueryHandler<ListNotificationTemplates> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({
    institutionId,
  }: ListNotificationTemplates): Promise<{ data: NotificationTemplateView[]; recordCount: number }> {
    const own = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(NotificationTemplate, { institutionId }));
    const data = NOTIFICATION_EVENTS.flatMap((event) =>
      MESSAGE_CHANNELS.map((channel) =>
        templateView(
          event,
          channel,
          own.find((row) => row.event === event && row.channel === channel),
        ),
      ),
    );
    return { data, recordCount: data.length };
  }
}
