import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { ResendMessage } from './commands/resend-message';
import { ListMessagesQuery, MessageChannelView, MessageRowView, MessageView } from './messages.dto';
import { MessagePath } from './messaging.dto';
import { messagingErrors } from './messaging.errors';
import { messagingPermissions } from './messaging.permissions';
import { GetMessage } from './queries/get-message';
import { ListMessageChannels } from './queries/list-message-channels';
import { ListMessages } from './queries/list-messages';

@Controller('api/admin/v1/messages')
@ApiTags('Messages')
export class MessagesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List messages',
    description: 'SMS and e-mails of the last 90 days.',
    access: staffAccess(messagingPermissions.viewMessages),
    audited: readOf('message.list', { AccountNumber: 'account', Recipient: 'recipient' }),
    response: MessageRowView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListMessagesQuery): Promise<Page<MessageRowView>> {
    return this.queries.execute(new ListMessages(staff, filters));
  }

  @Get('channels')
  @Endpoint({
    summary: 'List message channels',
    description: 'Shows the transport of SMS and e-mails, and the configuration keys that are missing.',
    access: staffAccess(messagingPermissions.viewMessages),
    response: MessageChannelView,
    list: 'flat',
  })
  channels(@CurrentStaff() staff: StaffActor): Promise<{ data: MessageChannelView[]; recordCount: number }> {
    return this.queries.execute(new ListMessageChannels(staff.institutionId));
  }

  @Get(':messageID')
  @Endpoint({
    summary: 'Get a message',
    access: staffAccess(messagingPermissions.viewMessages),
    audited: readOf('message.view', { messageID: 'message' }),
    response: MessageView,
    errors: [messagingErrors.MESSAGE_NOT_FOUND],
  })
  get(@CurrentStaff() staff: StaffActor, @Param() { messageID }: MessagePath): Promise<MessageView> {
    return this.queries.execute(new GetMessage(staff, Number(messageID)));
  }

  @Post(':messageID/resend')
  @Endpoint({
    summary: 'Resend a failed message',
    access: staffAccess(messagingPermissions.manageMessages),
    reference: 'honoured',
    response: MessageRowView,
    errors: [messagingErrors.MESSAGE_NOT_FOUND, messagingErrors.MESSAGE_NOT_FAILED],
  })
  resend(
    @Write() write: WriteRequest,
    @CurrentStaff() { permissions }: StaffActor,
    @Param() { messageID }: MessagePath,
  ): Promise<Outcome> {
    return this.commands.execute(new ResendMessage(write, Number(messageID), permissions));
  }
}
