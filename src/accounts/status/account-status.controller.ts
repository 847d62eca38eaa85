import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ChangeAccountStatus } from './commands/change-account-status';
import { AccountStatusView, ChangeAccountStatusBody } from './status.dto';
import { CHANGING_STATUS } from './status-endpoint';

const CHANGING = { access: clientAccess, ...CHANGING_STATUS, response: AccountStatusView };

@Controller('api/account/v1')
@ApiTags('Accounts')
export class AccountStatusController {
  constructor(private readonly commands: CommandBus) {}

  @Put('activate')
  @Endpoint({ summary: 'Activate an account', description: 'For accounts that are Inactive or Dormant.', ...CHANGING })
  activate(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'activate', body));
  }

  @Put('deactivate')
  @Endpoint({
    summary: 'Deactivate an account',
    description: 'For accounts that are Active. An inactive account takes no debit and no credit.',
    ...CHANGING,
  })
  deactivate(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'deactivate', body));
  }

  @Put('unfreeze')
  @Endpoint({
    summary: 'Ask for the end of a freeze',
    description:
      'Always answers 202: staff decide, whatever `API_BYPASS_APPROVALS` says. Approved, the account is Active; declined, it stays Frozen. While one request waits, another is refused with its `approvalId`.',
    ...CHANGING,
  })
  unfreeze(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'unfreeze', body));
  }
}
