import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { AccountView } from '../accounts.dto';
import { CloseVirtualAccount } from './commands/close-virtual-account';
import { CloseVirtualAccountBody } from './virtual-accounts.dto';
import { virtualAccountsPermissions } from './virtual-accounts.permissions';

@Controller('api/admin/v1/virtual-accounts')
@ApiTags('Virtual accounts')
export class VirtualAccountsAdminController {
  constructor(private readonly commands: CommandBus) {}

  @Post('close')
  @Endpoint({
    summary: 'Close a virtual account',
    description: 'A closed virtual account takes no credits and cannot be opened again. Its history stays readable.',
    access: staffAccess(virtualAccountsPermissions.manageVirtualAccounts),
    reference: 'honoured',
    response: AccountView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.ACCOUNT_CLOSED],
  })
  close(@Write() write: WriteRequest, @Body() body: CloseVirtualAccountBody): Promise<Outcome> {
    return this.commands.execute(new CloseVirtualAccount(write, body));
  }
}
