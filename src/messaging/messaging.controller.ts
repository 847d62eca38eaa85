import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { actorName, type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { documentsErrors } from '../documents/documents.errors';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { SendEmail } from './commands/send-email';
import { SendSms } from './commands/send-sms';
import { MessagePath, MessageStatusView, QueuedMessageView, SendEmailBody, SendSmsBody } from './messaging.dto';
import { messagingErrors } from './messaging.errors';
import { GetOwnMessage } from './queries/get-own-message';

@Controller('api/operations/v1')
@ApiTags('Operations')
export class MessagingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('sendsms')
  @Endpoint({
    summary: 'Send an SMS',
    description:
      'Queues the SMS and answers at once; failed attempts are repeated. In the sandbox, an institution without an ' +
      'SMS gateway sends nothing, and staff can read the message.',
    access: clientAccess('messages:write'),
    reference: 'honoured',
    response: QueuedMessageView,
    errors: [
      integrationsErrors.INTEGRATION_NOT_ENABLED,
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
    ],
  })
  sendSms(@Write() write: WriteRequest, @Body() body: SendSmsBody): Promise<Outcome> {
    return this.commands.execute(new SendSms(write, body));
  }

  @Post('sendemail')
  @Endpoint({
    summary: 'Send an e-mail',
    description:
      'Queues the e-mail and answers at once; failed attempts are repeated. In the sandbox, an institution without a ' +
      'mail server sends nothing, and staff can read the message.',
    access: clientAccess('messages:write'),
    reference: 'honoured',
    response: QueuedMessageView,
    errors: [
      integrationsErrors.INTEGRATION_NOT_ENABLED,
      documentsErrors.DOCUMENT_NOT_FOUND,
      messagingErrors.ATTACHMENTS_TOO_LARGE,
    ],
  })
  sendEmail(@Write() write: WriteRequest, @Body() body: SendEmailBody): Promise<Outcome> {
    return this.commands.execute(new SendEmail(write, body));
  }

  @Get('messages/:messageID')
  @Endpoint({
    summary: 'Get message status',
    description: 'Only for messages that the same client queued.',
    access: clientAccess('messages:read'),
    response: MessageStatusView,
    errors: [messagingErrors.MESSAGE_NOT_FOUND],
  })
  message(@CurrentClient() client: ClientActor, @Param() { messageID }: MessagePath): Promise<MessageStatusView> {
    return this.queries.execute(new GetOwnMessage(client.institutionId, actorName(client), Number(messageID)));
  }
}
