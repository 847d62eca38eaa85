import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ChangeAccountStatus } from './commands/change-account-status';
import { AccountStatusView, ChangeAccountStatusBody } from './status.dto';
import { statusErrors } from './status.errors';
import { STATUS_CHANGE } from './status-endpoint';

const CLIENT_STATUS_CHANGE = { access: clientAccess('accounts:write'), ...STATUS_CHANGE, response: AccountStatusView };

@Controller('api/account/v1')
@ApiTags('Accounts')
export class AccountStatusController {
  constructor(private readonly commands: CommandBus) {}

  @Put('activate')
  @Endpoint({
    summary: 'Activate an account',
    description: 'For Inactive and Dormant accounts.',
    ...CLIENT_STATUS_CHANGE,
  })
  activate(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'activate', body));
  }

  @Put('deactivate')
  @Endpoint({
    summary: 'Deactivate an account',
    description: 'For Active accounts. An inactive account takes neither debits nor credits.',
    ...CLIENT_STATUS_CHANGE,
  })
  deactivate(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'deactivate', body));
  }

  @Put('unfreeze')
  @Endpoint({
    summary: 'Unfreeze an account',
    description:
      'Always answers 202, because staff must decide even under `API_BYPASS_APPROVALS`. The account becomes Active ' +
      'when they approve, or Inactive or Dormant where it was so before the freeze. It stays Frozen when they ' +
      'decline, or while another freeze stands. While one request ' +
      'waits, another is refused with its `approvalId`. Of several freezes the latest by staff ends, else that of ' +
      'AML; a freeze that a court ordered ends only at the request of staff who name it.',
    ...CLIENT_STATUS_CHANGE,
    errors: [...CLIENT_STATUS_CHANGE.errors, statusErrors.FREEZE_NOT_NAMED],
  })
  unfreeze(@Write() write: WriteRequest, @Body() body: ChangeAccountStatusBody): Promise<Outcome> {
    return this.commands.execute(new ChangeAccountStatus(write, 'unfreeze', body));
  }
}
