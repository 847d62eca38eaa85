import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { approvalAccepted } from '../postings/accepted-answers';
import {
  BillerView,
  CustomerInformationQuery,
  CustomerInformationView,
  ListBillersQuery,
  VendBody,
  VendRowView,
  VendStatusBody,
  VendTokenQuery,
  VendTokenView,
  VendView,
} from './bills.dto';
import { billsErrors } from './bills.errors';
import { FetchVendToken } from './commands/fetch-vend-token';
import { QueryVend } from './commands/query-vend';
import { VendBill } from './commands/vend-bill';
import { GetBillerCustomer } from './queries/get-biller-customer';
import { ListBillers } from './queries/list-billers';
import { SearchVends } from './queries/search-vends';
import { SearchVendsQuery } from './vend-search.dto';

const PROVIDER_ERRORS = [integrationsErrors.INTEGRATION_NOT_ENABLED, integrationsErrors.GATEWAY_UNAVAILABLE];
const OFFER_ERRORS = [
  billsErrors.BILLER_NOT_FOUND,
  billsErrors.BILL_PACKAGE_NOT_FOUND,
  billsErrors.BILL_CUSTOMER_NOT_FOUND,
];
const ACCOUNT_ERRORS = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  ledgerErrors.INSUFFICIENT_FUNDS,
  ledgerErrors.CLIENT_LIMIT_EXCEEDED,
  ledgerErrors.LIMIT_EXCEEDED,
  ledgerErrors.TRANSACTION_NOT_EXECUTED,
];

@ApiTags('Bills')
@Controller('api/bills/v1')
export class BillsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('billers')
  @Endpoint({
    summary: 'List billers and their packages',
    description: 'Sorted by name. The list of a provider is kept for five minutes.',
    access: clientAccess('bills:read'),
    response: BillerView,
    list: 'page',
    errors: PROVIDER_ERRORS,
  })
  billers(@CurrentClient() client: ClientActor, @Query() query: ListBillersQuery): Promise<Page<BillerView>> {
    return this.queries.execute(new ListBillers(client.institutionId, query));
  }

  @Get('getcustomerinformation')
  @Endpoint({
    summary: 'Validate a customer of a biller',
    access: clientAccess('bills:read'),
    response: CustomerInformationView,
    errors: [...OFFER_ERRORS, ...PROVIDER_ERRORS],
  })
  customerInformation(
    @CurrentClient() client: ClientActor,
    @Query() query: CustomerInformationQuery,
  ): Promise<CustomerInformationView> {
    return this.queries.execute(new GetBillerCustomer(client.institutionId, query));
  }

  @Post('vend')
  @Endpoint({
    summary: 'Pay a bill',
    description:
      'Debits the account and pays the biller. While the outcome is unknown the answer is 200 with vendStatus ' +
      'Pending: query it with tsq and do not pay again. A definite failure answers 422 VEND_FAILED and the money is ' +
      'returned. A repeated request returns the present state.',
    access: clientAccess('bills:write'),
    reference: 'required',
    dryRun: true,
    response: VendView,
    accepted: approvalAccepted,
    errors: [
      ...OFFER_ERRORS,
      billsErrors.BILL_AMOUNT_NOT_ALLOWED,
      billsErrors.VEND_FAILED,
      ...ACCOUNT_ERRORS,
      ...PROVIDER_ERRORS,
    ],
  })
  vend(@Write() write: WriteRequest, @Body() body: VendBody): Promise<Outcome> {
    return this.commands.execute(new VendBill(write, body));
  }

  @Post('tsq')
  @Endpoint({
    summary: 'Get bill payment status',
    description: 'Queries the provider while the outcome is unknown, also while bill payments are switched off.',
    access: clientAccess('bills:read'),
    response: VendView,
    errors: [billsErrors.VEND_NOT_FOUND],
  })
  status(@CurrentClient() client: ClientActor, @Body() body: VendStatusBody): Promise<Outcome> {
    return this.commands.execute(new QueryVend(client.institutionId, body.paymentReference));
  }

  @Get('gettoken')
  @Endpoint({
    summary: 'Get the token of an electricity payment',
    description:
      'Queries the provider while there is no token. The error TOKEN_NOT_FOUND has the status of the payment in ' +
      'vendStatus.',
    access: clientAccess('bills:read'),
    response: VendTokenView,
    errors: [billsErrors.VEND_NOT_FOUND, billsErrors.TOKEN_NOT_FOUND],
  })
  token(@CurrentClient() client: ClientActor, @Query() query: VendTokenQuery): Promise<VendTokenView> {
    return this.commands.execute(new FetchVendToken(client.institutionId, query.PaymentReference));
  }

  @Get('search')
  @Endpoint({
    summary: 'Search bill payments',
    description: 'Newest first. Payments that wait for approval show as Pending.',
    access: clientAccess('bills:read'),
    response: VendRowView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  search(@CurrentClient() client: ClientActor, @Query() query: SearchVendsQuery): Promise<Page<VendRowView>> {
    return this.queries.execute(new SearchVends(client.institutionId, query));
  }
}
