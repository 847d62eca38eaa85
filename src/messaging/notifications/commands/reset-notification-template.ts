import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { NotificationTemplate } from '../notification-template.entity';
import type { NotificationTemplatePath } from '../notification-templates.dto';
import { templateView } from '../template-view';

/** Deletes an institution's template, so that the default template applies. */
export class ResetNotificationTemplate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly path: NotificationTemplatePath,
  ) {
    super();
  }
}

@CommandHandler(ResetNotificationTemplate)
export class ResetNotificationTemplateHandler implements ICommandHandler<ResetNotificationTemplate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, path: { event, channel } }: ResetNotificationTemplate): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { event, channel }, async (tx) => {
      const { affected } = await tx.delete(NotificationTemplate, { institutionId, event, channel });
      if (affected === 1)
        await this.audit.record(tx, write, {
          action: 'notification-template.reset',
          subject: `notification-template:${event}:${channel}`,
        });
      return Outcome.done(templateView(event, channel, undefined));
    });
  }
}
