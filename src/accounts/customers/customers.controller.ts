import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import type { Page } from '../../common/http/paging';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { maySeeIdentity } from '../../common/identity/may-see-identity';
import { institutionsErrors } from '../../institutions/institutions.errors';
import { metadataErrors } from '../../metadata/metadata.errors';
import { accountsErrors } from '../accounts.errors';
import { CreateGroupCustomer } from './commands/create-group-customer';
import { UpdateCustomer } from './commands/update-customer';
import { UpdateGroupCustomer } from './commands/update-group-customer';
import { IndividualCustomerView, SearchIndividualCustomersQuery, UpdateCustomerBody } from './customers.dto';
import {
  CreateGroupCustomerBody,
  GroupCustomerView,
  SearchGroupCustomersQuery,
  UpdateGroupCustomerBody,
} from './group-customers.dto';
import { SearchGroupCustomers } from './queries/search-group-customers';
import { SearchIndividualCustomers } from './queries/search-individual-customers';

const branchErrors = [institutionsErrors.BRANCH_NOT_FOUND, institutionsErrors.BRANCH_INACTIVE];

const UPDATE_RULE =
  'A field that is left out stays as it is. null clears an optional field and is refused for a required one.';

@Controller('api/account/v1')
@ApiTags('Accounts')
export class CustomersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('creategroupcustomerinformation')
  @Endpoint({
    summary: 'Create a company or group',
    description:
      'Open its accounts with `createaccount`. The account of a `Corporate` customer can be the parent of virtual ' +
      'accounts.',
    access: clientAccess('customers:write'),
    reference: 'honoured',
    response: GroupCustomerView,
    errors: [
      ...branchErrors,
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      accountsErrors.GROUP_MEMBERSHIP_CYCLE,
    ],
  })
  createGroup(@Write() write: WriteRequest, @Body() body: CreateGroupCustomerBody): Promise<Outcome> {
    return this.commands.execute(new CreateGroupCustomer(write, body));
  }

  @Put('updatecustomerinformation')
  @Endpoint({
    summary: 'Update an individual customer',
    description: `${UPDATE_RULE} A new name changes the customer only; accounts keep their own names.`,
    access: clientAccess('customers:write'),
    reference: 'honoured',
    response: IndividualCustomerView,
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      metadataErrors.RECORD_UNDER_LEGAL_HOLD,
      accountsErrors.CUSTOMER_NOT_INDIVIDUAL,
      accountsErrors.DUPLICATE_BVN,
      accountsErrors.DUPLICATE_NIN,
      accountsErrors.KYC_NUMBERS_MISSING,
      ...branchErrors,
    ],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateCustomerBody): Promise<Outcome> {
    return this.commands.execute(new UpdateCustomer(write, body));
  }

  @Put('updategroupcustomerinformation')
  @Endpoint({
    summary: 'Update a company or group',
    description:
      `${UPDATE_RULE} \`members\` replaces all members; null removes them. Virtual accounts show a company's new ` +
      'name at once; accounts keep their own names.',
    access: clientAccess('customers:write'),
    reference: 'honoured',
    response: GroupCustomerView,
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      metadataErrors.RECORD_UNDER_LEGAL_HOLD,
      accountsErrors.CUSTOMER_NOT_GROUP,
      accountsErrors.CUSTOMER_TYPE_FIXED,
      accountsErrors.GROUP_MEMBERSHIP_CYCLE,
      ...branchErrors,
    ],
  })
  updateGroup(@Write() write: WriteRequest, @Body() body: UpdateGroupCustomerBody): Promise<Outcome> {
    return this.commands.execute(new UpdateGroupCustomer(write, body));
  }

  @Get('searchindividualcustomers')
  @Endpoint({
    summary: 'Search individual customers',
    access: clientAccess('customers:read'),
    response: IndividualCustomerView,
    list: 'page',
  })
  searchIndividuals(
    @CurrentClient() client: ClientActor,
    @Query() filters: SearchIndividualCustomersQuery,
  ): Promise<Page<IndividualCustomerView>> {
    return this.queries.execute(new SearchIndividualCustomers(client.institutionId, filters, maySeeIdentity(client)));
  }

  @Get('searchgroupcustomers')
  @Endpoint({
    summary: 'Search companies and groups',
    access: clientAccess('customers:read'),
    response: GroupCustomerView,
    list: 'page',
  })
  searchGroups(
    @CurrentClient() client: ClientActor,
    @Query() filters: SearchGroupCustomersQuery,
  ): Promise<Page<GroupCustomerView>> {
    return this.queries.execute(new SearchGroupCustomers(client.institutionId, filters, maySeeIdentity(client)));
  }
}
