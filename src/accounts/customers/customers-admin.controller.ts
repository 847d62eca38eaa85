import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { readOf } from '../../common/audit/audited-read';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import type { Page } from '../../common/http/paging';
import { maySeeIdentity } from '../../common/identity/may-see-identity';
import { IndividualCustomerView, SearchIndividualCustomersQuery } from './customers.dto';
import { customersPermissions } from './customers.permissions';
import { GroupCustomerView, SearchGroupCustomersQuery } from './group-customers.dto';
import { SearchGroupCustomers } from './queries/search-group-customers';
import { SearchIndividualCustomers } from './queries/search-individual-customers';

const MASKED = 'Identity numbers are masked; `reveal` shows single ones.';

@ApiTags('Customers')
@Controller('api/admin/v1/customers')
export class CustomersAdminController {
  constructor(private readonly queries: QueryBus) {}

  @Get('individuals')
  @Endpoint({
    summary: 'List individual customers',
    description: MASKED,
    access: staffAccess(customersPermissions.viewCustomers),
    audited: readOf(
      'customer.list',
      { CustomerID: 'customer' },
      {
        by: ['BVN', 'NIN', 'PhoneNumber', 'Email'],
        subjectOf: ({ customerID }: IndividualCustomerView) => `customer:${customerID}`,
      },
    ),
    response: IndividualCustomerView,
    list: 'page',
  })
  individuals(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: SearchIndividualCustomersQuery,
  ): Promise<Page<IndividualCustomerView>> {
    return this.queries.execute(new SearchIndividualCustomers(staff.institutionId, filters, maySeeIdentity(staff)));
  }

  @Get('groups')
  @Endpoint({
    summary: 'List companies and groups',
    description: MASKED,
    access: staffAccess(customersPermissions.viewCustomers),
    audited: readOf('customer.list', { CustomerID: 'customer' }),
    response: GroupCustomerView,
    list: 'page',
  })
  groups(
    @CurrentStaff() staff: StaffActor,
    @Query() filters: SearchGroupCustomersQuery,
  ): Promise<Page<GroupCustomerView>> {
    return this.queries.execute(new SearchGroupCustomers(staff.institutionId, filters, maySeeIdentity(staff)));
  }
}
