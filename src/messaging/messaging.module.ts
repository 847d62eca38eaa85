import { Module, type OnModuleInit } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { RetentionKinds } from '../institutions/retention/retention-kinds';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ResendMessageHandler } from './commands/resend-message';
import { SendEmailHandler } from './commands/send-email';
import { SendSmsHandler } from './commands/send-sms';
import { MessageAttachments } from './message-attachments';
import { MessageDelivery } from './message-delivery';
import { MESSAGE_RETENTION } from './message-retention';
import { Messages } from './messages';
import { MessagesController } from './messages.controller';
import { MessagingController } from './messaging.controller';
import { messagingPermissions } from './messaging.permissions';
import { messagingSettings } from './messaging.settings';
import { ResetNotificationTemplateHandler } from './notifications/commands/reset-notification-template';
import { SetNotificationTemplateHandler } from './notifications/commands/set-notification-template';
import { NotificationTemplates } from './notifications/notification-templates';
import { NotificationTemplatesController } from './notifications/notification-templates.controller';
import { Notifications } from './notifications/notifications';
import { NotifyHandler } from './notifications/notify-handler';
import { ListNotificationTemplatesHandler } from './notifications/queries/list-notification-templates';
import { PreviewNotificationTemplateHandler } from './notifications/queries/preview-notification-template';
import { GetMessageHandler } from './queries/get-message';
import { GetOwnMessageHandler } from './queries/get-own-message';
import { ListMessageChannelsHandler } from './queries/list-message-channels';
import { ListMessagesHandler } from './queries/list-messages';
import { CaptureTransport } from './transports/capture-transport';
import { SmsGatewayTransport } from './transports/sms-gateway-transport';
import { SmtpTransport } from './transports/smtp-transport';
import { TransportSelector } from './transports/transport-selector';

/** SMS, e-mails, and notifications of other modules. */
@Module({
  imports: [DocumentsModule, InstitutionsModule],
  controllers: [MessagingController, MessagesController, NotificationTemplatesController],
  providers: [
    CaptureTransport,
    MessageAttachments,
    MessageDelivery,
    Messages,
    TransportSelector,
    Notifications,
    NotificationTemplates,
    NotifyHandler,
    SmsGatewayTransport,
    SmtpTransport,
    ResendMessageHandler,
    ResetNotificationTemplateHandler,
    SendEmailHandler,
    SendSmsHandler,
    SetNotificationTemplateHandler,
    GetMessageHandler,
    GetOwnMessageHandler,
    ListMessageChannelsHandler,
    ListMessagesHandler,
    ListNotificationTemplatesHandler,
    PreviewNotificationTemplateHandler,
  ],
  exports: [Messages, TransportSelector, Notifications],
})
export class MessagingModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
    private readonly retention: RetentionKinds,
  ) {}

  onModuleInit(): void {
    this.permissions.register(messagingPermissions, 'Messages');
    this.settings.register(messagingSettings);
    this.retention.register(MESSAGE_RETENTION);
  }
}
