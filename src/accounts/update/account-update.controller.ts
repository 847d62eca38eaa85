import { Body, Controller, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { productsErrors } from '../../products/products.errors';
import { AccountView } from '../accounts.dto';
import { accountsErrors } from '../accounts.errors';
import { PENDING_STATUS_CHANGE, STATUS_CHANGE_ERRORS } from '../status/status-endpoint';
import { UpdateCustomerAccountBody } from './account-update.dto';
import { UpdateCustomerAccount } from './commands/update-customer-account';

@Controller('api/account/v1')
@ApiTags('Accounts')
export class AccountUpdateController {
  constructor(private readonly commands: CommandBus) {}

  @Put('updatecustomeraccount')
  @Endpoint({
    summary: 'Update an account',
    description:
      'Fields that are left out stay as they are. All changes are made together or none. Where an approval policy ' +
      'covers activation or deactivation, the answer is 202: the status waits for approval, and the other changes ' +
      'are made.',
    access: clientAccess('accounts:write'),
    reference: 'honoured',
    response: AccountView,
    errors: [
      ...STATUS_CHANGE_ERRORS,
      institutionsErrors.BRANCH_NOT_FOUND,
      institutionsErrors.BRANCH_INACTIVE,
      institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND,
      institutionsErrors.ACCOUNT_OFFICER_INACTIVE,
      productsErrors.PRODUCT_NOT_FOUND,
      productsErrors.PRODUCT_INACTIVE,
      productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
      accountsErrors.ACCRUED_INTEREST_NOT_POSTED,
      accountsErrors.KYC_NUMBERS_MISSING,
    ],
    accepted: [PENDING_STATUS_CHANGE],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateCustomerAccountBody): Promise<Outcome> {
    return this.commands.execute(new UpdateCustomerAccount(write, body));
  }
}
