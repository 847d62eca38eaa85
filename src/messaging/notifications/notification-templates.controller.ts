import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { messagingErrors } from '../messaging.errors';
import { messagingPermissions } from '../messaging.permissions';
import { ResetNotificationTemplate } from './commands/reset-notification-template';
import { SetNotificationTemplate } from './commands/set-notification-template';
import {
  NotificationPreviewView,
  NotificationTemplateBody,
  NotificationTemplatePath,
  NotificationTemplateView,
  PreviewNotificationTemplateBody,
} from './notification-templates.dto';
import { ListNotificationTemplates } from './queries/list-notification-templates';
import { PreviewNotificationTemplate } from './queries/preview-notification-template';

const TEMPLATE_CHANGE = {
  access: staffAccess(messagingPermissions.manageTemplates),
  reference: 'honoured' as const,
  response: NotificationTemplateView,
};

@Controller('api/admin/v1/notification-templates')
@ApiTags('Messages')
export class NotificationTemplatesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List notification templates',
    access: staffAccess(messagingPermissions.viewMessages),
    response: NotificationTemplateView,
    list: 'flat',
  })
  list(@CurrentStaff() staff: StaffActor): Promise<{ data: NotificationTemplateView[]; recordCount: number }> {
    return this.queries.execute(new ListNotificationTemplates(staff.institutionId));
  }

  @Put(':event/:channel')
  @Endpoint({
    summary: 'Update a notification template',
    versioned: true,
    ...TEMPLATE_CHANGE,
    errors: [messagingErrors.NOTIFICATION_TEMPLATE_REFUSED],
  })
  set(
    @Write() write: WriteRequest,
    @Param() path: NotificationTemplatePath,
    @Body() body: NotificationTemplateBody,
  ): Promise<Outcome> {
    return this.commands.execute(new SetNotificationTemplate(write, path, body));
  }

  @Delete(':event/:channel')
  @Endpoint({ summary: 'Reset a notification template', ...TEMPLATE_CHANGE })
  reset(@Write() write: WriteRequest, @Param() path: NotificationTemplatePath): Promise<Outcome> {
    return this.commands.execute(new ResetNotificationTemplate(write, path));
  }

  @Post(':event/:channel/preview')
  @Endpoint({
    summary: 'Preview a notification template',
    access: staffAccess(messagingPermissions.viewMessages),
    response: NotificationPreviewView,
    errors: [messagingErrors.NOTIFICATION_TEMPLATE_REFUSED],
  })
  preview(
    @CurrentStaff() staff: StaffActor,
    @Param() path: NotificationTemplatePath,
    @Body() body: PreviewNotificationTemplateBody,
  ): Promise<NotificationPreviewView> {
    return this.queries.execute(new PreviewNotificationTemplate(staff.institutionId, path, body));
  }
}
