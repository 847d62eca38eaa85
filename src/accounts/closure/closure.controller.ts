import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { accountsErrors } from '../accounts.errors';
import { CloseAccountBody, ClosedAccountView } from './closure.dto';
import { CloseAccount } from './commands/close-account';

@Controller('api/postings/v1')
@ApiTags('Postings')
export class ClosureController {
  constructor(private readonly commands: CommandBus) {}

  @Post('closeaccount')
  @Endpoint({
    summary: 'Close an account',
    description:
      'The balance must be zero, and the account must have no liens, overdraft, open virtual accounts or unfinished ' +
      'business. A frozen account must be unfrozen first. A closed account cannot be opened again.',
    access: clientAccess('accounts:write'),
    reference: 'honoured',
    dryRun: true,
    response: ClosedAccountView,
    errors: [
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_FROZEN,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      accountsErrors.ACCOUNT_BALANCE_NOT_ZERO,
      accountsErrors.ACCOUNT_HAS_LIEN,
      accountsErrors.ACCOUNT_HAS_OVERDRAFT,
      accountsErrors.ACCOUNT_HAS_VIRTUAL_ACCOUNTS,
      accountsErrors.ACCOUNT_CLOSURE_BLOCKED,
    ],
  })
  close(@Write() write: WriteRequest, @Body() body: CloseAccountBody): Promise<Outcome> {
    return this.commands.execute(new CloseAccount(write, body));
  }
}
