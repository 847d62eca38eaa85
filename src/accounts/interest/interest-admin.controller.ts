import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { PostAccruedInterest } from './commands/post-accrued-interest';
import { PostedInterestView, PostInterestBody } from './interest.dto';
import { interestErrors } from './interest.errors';
import { interestPermissions } from './interest.permissions';

@Controller('api/admin/v1/accounts')
@ApiTags('Accounts')
export class InterestAdminController {
  constructor(private readonly commands: CommandBus) {}

  @Post('post-interest')
  @Endpoint({
    summary: 'Post the accrued interest of an account now',
    description:
      'Interest is posted at the end of a period by itself. An account that is to be closed or to change its product takes it before: what it has earned up to the last closed day is credited less withholding tax, what it owes for an overdraft is debited, also past its limit. Pay the balance out and close the account on the same business date: a balance at the end of a day earns again.',
    access: staffAccess(interestPermissions.postInterest),
    reference: 'required',
    response: PostedInterestView,
    errors: [
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      ledgerErrors.ACCOUNT_INACTIVE,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      interestErrors.NO_ACCRUED_INTEREST,
      interestErrors.INTEREST_LEDGER_NOT_CONFIGURED,
    ],
  })
  post(@Write() write: WriteRequest, @Body() body: PostInterestBody): Promise<Outcome> {
    return this.commands.execute(new PostAccruedInterest(write, body));
  }
}
