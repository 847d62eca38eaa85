import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import { assertVersion } from '../../../common/http/versions';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Institution } from '../../../institutions/institution.entity';
import { NotificationTemplate } from '../notification-template.entity';
import { NotificationTemplates } from '../notification-templates';
import type { NotificationTemplateBody, NotificationTemplatePath } from '../notification-templates.dto';
import { templateVersion, templateView } from '../template-view';

/** Sets the institution's template of an event on a message channel. */
export class SetNotificationTemplate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly path: NotificationTemplatePath,
    readonly body: NotificationTemplateBody,
  ) {
    super();
  }
}

@CommandHandler(SetNotificationTemplate)
export class SetNotificationTemplateHandler implements ICommandHandler<SetNotificationTemplate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly templates: NotificationTemplates,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, path: { event, channel }, body }: SetNotificationTemplate): Promise<Outcome> {
    const { institutionId, actor } = write;
    const text = { subject: body.subject ?? null, body: body.body, isHtml: body.isHtml ?? false };
    this.templates.assertValid(event, channel, text);
    return this.writes.run(write, { event, channel, ...body }, async (tx) => {
      const row: NotificationTemplate = {
        institutionId,
        id: await this.ids.next(),
        event,
        channel,
        ...text,
        active: body.active ?? true,
        updatedBy: actor,
        updatedAt: this.clock.now(),
      };
      // The row may not exist yet, so that the institution's row is locked.
      if (write.ifMatch !== undefined)
        await tx.findOneOrFail(Institution, { where: { institutionId }, lock: { mode: 'for_no_key_update' } });
      const before = await tx.findOneBy(NotificationTemplate, { institutionId, event, channel });
      assertVersion(write, templateVersion(event, channel, before ?? undefined));
      await upsertTemplate(tx, row);
      const stored = await tx.findOneByOrFail(NotificationTemplate, { institutionId, event, channel });
      await this.audit.record(tx, write, {
        action: 'notification-template.set',
        subject: `notification-template:${event}:${channel}`,
        details: changeOf(before ? wordingOf(before) : {}, wordingOf(row)),
      });
      return Outcome.done(templateView(event, channel, stored));
    });
  }
}

/** The wording of a template, without its author and times. */
export function wordingOf({ subject, body, isHtml, active }: NotificationTemplate): object {
  return { subject, body, isHtml, active };
}

/** When two members of staff write the first template at once, the later text is kept under the earlier id. */
async function upsertTemplate(tx: Tx, row: NotificationTemplate): Promise<void> {
  await tx
    .createQueryBuilder()
    .insert()
    .into(NotificationTemplate)
    .values(row)
    .orUpdate(
      ['subject', 'body', 'is_html', 'active', 'updated_by', 'updated_at'],
      ['institution_id', 'event', 'channel'],
    )
    .execute();
}
