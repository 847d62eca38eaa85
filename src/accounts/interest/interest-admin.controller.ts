import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { PostedInterestView, PostInterestBody } from './interest.dto';
import { interestErrors } from './interest.errors';
import { interestPermissions } from './interest.permissions';
import { PostAccruedInterest } from './posting/commands/post-accrued-interest';

@Controller('api/admin/v1/accounts')
@ApiTags('Accounts')
export class InterestAdminController {
  constructor(private readonly commands: CommandBus) {}

  @Post('post-interest')
  @Endpoint({
    summary: 'Post accrued interest',
    description:
      'The end of day posts interest at the end of each period. Use this call before an account is closed or changes ' +
      'its product. It credits the interest earned up to the last closed day less withholding tax, and debits the ' +
      'overdraft interest owed, even past the limit. Pay the balance out and close the account on the same business ' +
      'date, because a balance at the end of a day earns again.',
    access: staffAccess(interestPermissions.postInterest),
    stepUp: true,
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
