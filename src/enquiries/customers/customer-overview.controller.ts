import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../../accounts/accounts.errors';
import { customersPermissions } from '../../accounts/customers/customers.permissions';
import { CustomerPath } from '../../accounts/customers/identity-numbers.dto';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { CustomerOverviewView } from './customer-overview.dto';
import { GetCustomerOverview } from './get-customer-overview';

@ApiTags('Customers')
@Controller('api/admin/v1/customers')
export class CustomerOverviewController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':customerID/overview')
  @Endpoint({
    summary: 'Get a customer with accounts, loans, deposits and latest movements',
    description:
      'One answer for the page of a customer. Parts that the member of staff may not see are null. Identity numbers are ' +
      'masked; `reveal` shows single ones.',
    access: staffAccess(customersPermissions.viewCustomers),
    audited: readOf('customer.view', { customerID: 'customer' }),
    response: CustomerOverviewView,
    errors: [accountsErrors.CUSTOMER_NOT_FOUND],
  })
  overview(@CurrentStaff() staff: StaffActor, @Param() { customerID }: CustomerPath): Promise<CustomerOverviewView> {
    return this.queries.execute(new GetCustomerOverview(staff, customerID));
  }
}
