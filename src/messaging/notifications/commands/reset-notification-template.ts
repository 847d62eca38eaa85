import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { NotificationTemplate } from '../notification-template.entity';
import type { NotificationTemplatePath } from '../notification-templates.dto';
import { templateView } from '../template-view';
import { wordingOf } from './set-notification-template';

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
      const before = await tx.findOne(NotificationTemplate, {
        where: { institutionId, event, channel },
        lock: { mode: 'pessimistic_write' },
      });
      await tx.delete(NotificationTemplate, { institutionId, event, channel });
      if (before)
        await this.audit.record(tx, write, {
          action: 'notification-template.reset',
          subject: `notification-template:${event}:${channel}`,
          details: changeOf(wordingOf(before), {}),
        });
      return Outcome.done(templateView(event, channel, undefined));
    });
  }
}
