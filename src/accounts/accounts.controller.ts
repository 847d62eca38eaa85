import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { authErrors } from '../auth/auth.errors';
import { commonErrors } from '../common/errors/common.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { maySeeIdentity } from '../common/identity/may-see-identity';
import { documentsErrors } from '../documents/documents.errors';
import { ReceivedFiles } from '../documents/received-files';
import { BodyFiles, BodyWithDocuments } from '../documents/upload/body-with-documents';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from '../products/products.errors';
import {
  CreateAccountBody,
  CreateCustomerAccountBody,
  OpenedAccountView,
  PendingAccountView,
} from './account-opening.dto';
import { AccountNumberQuery, AccountView, BalanceView, ExtendedBalanceView, SearchAccountQuery } from './accounts.dto';
import { accountsErrors } from './accounts.errors';
import { CreateAccount } from './commands/create-account';
import { CreateCustomerAccount } from './commands/create-customer-account';
import { GetAccount } from './queries/get-account';
import { GetAccountBalance } from './queries/get-account-balance';
import { GetExtendedBalance } from './queries/get-extended-balance';
import { SearchAccounts } from './queries/search-accounts';
import { CreateVirtualAccount } from './virtual-accounts/commands/create-virtual-account';
import { CreatedVirtualAccountView, CreateVirtualAccountBody } from './virtual-accounts/virtual-accounts.dto';

const preconditionErrors = [
  institutionsErrors.BRANCH_NOT_FOUND,
  institutionsErrors.BRANCH_INACTIVE,
  institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND,
  institutionsErrors.ACCOUNT_OFFICER_INACTIVE,
  productsErrors.PRODUCT_NOT_FOUND,
  productsErrors.PRODUCT_INACTIVE,
  productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
];

/** The 202 answer for an account that waits for approval. */
const PENDING_OPENING = {
  code: 'PENDING_APPROVAL',
  description: 'The account exists as `PendingApproval` and takes no debits and no credits until staff approve it.',
  example: {
    approvalId: 20417,
    id: '3f2b8c1e-6a57-4d1c-9a0e-0c9f5b8f7a11',
    accountNumber: '0000010021',
    customerID: '00000101',
  },
};

@Controller('api/account/v1')
@ApiTags('Accounts')
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('createcustomeraccount')
  @BodyWithDocuments()
  @Endpoint({
    summary: 'Create an individual customer with an account',
    description:
      'Customer, account and documents are created together or not at all. The documents of one request may have ' +
      '10 MB altogether. The account of a politically exposed person waits for approval.',
    access: clientAccess('accounts:write'),
    reference: 'honoured',
    response: OpenedAccountView,
    accepted: [PENDING_OPENING],
    acceptedResponse: PendingAccountView,
    errors: [
      ...preconditionErrors,
      accountsErrors.DUPLICATE_BVN,
      accountsErrors.DUPLICATE_NIN,
      accountsErrors.KYC_NUMBERS_MISSING,
      documentsErrors.DOCUMENT_UNREADABLE,
      documentsErrors.DOCUMENT_TOO_LARGE,
      documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED,
      documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  createCustomerAccount(
    @Write() write: WriteRequest,
    @Body() body: CreateCustomerAccountBody,
    @BodyFiles() files: ReceivedFiles,
  ): Promise<Outcome> {
    return this.commands.execute(new CreateCustomerAccount(write, body, files));
  }

  @Post('createaccount')
  @Endpoint({
    summary: 'Open an account for an existing customer',
    description: 'The account of a politically exposed person waits for approval.',
    access: clientAccess('accounts:write'),
    reference: 'honoured',
    response: OpenedAccountView,
    accepted: [PENDING_OPENING],
    acceptedResponse: PendingAccountView,
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      accountsErrors.KYC_NUMBERS_MISSING,
      ...preconditionErrors,
    ],
  })
  createAccount(@Write() write: WriteRequest, @Body() body: CreateAccountBody): Promise<Outcome> {
    return this.commands.execute(new CreateAccount(write, body));
  }

  @Post('createvirtualaccount')
  @Endpoint({
    summary: 'Create a virtual account',
    description: 'A number whose credits go to its parent account. It has no balance and cannot be debited.',
    access: clientAccess('accounts:write'),
    reference: 'honoured',
    response: CreatedVirtualAccountView,
    errors: [
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      accountsErrors.PARENT_ACCOUNT_REQUIRED,
      accountsErrors.PARENT_ACCOUNT_MISMATCH,
      authErrors.PARENT_NOT_CORPORATE,
      accountsErrors.ACCOUNT_TYPE_NOT_SUPPORTED,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
    ],
  })
  createVirtualAccount(
    @Write() write: WriteRequest,
    @CurrentClient() client: ClientActor,
    @Body() body: CreateVirtualAccountBody,
  ): Promise<Outcome> {
    return this.commands.execute(new CreateVirtualAccount(write, body, client.parentAccountNumber));
  }

  @Get('searchaccount')
  @Endpoint({
    summary: 'Search accounts',
    description:
      'When `AccountNumber` is the number of a virtual account, the answer is that virtual account; product, branch ' +
      'and officer filters then apply to its settlement account.',
    access: clientAccess('accounts:read'),
    response: AccountView,
    list: 'page',
  })
  search(@CurrentClient() client: ClientActor, @Query() filters: SearchAccountQuery): Promise<Page<AccountView>> {
    return this.queries.execute(new SearchAccounts(client.institutionId, filters, maySeeIdentity(client)));
  }

  @Get('getbyaccountnumber')
  @Endpoint({
    summary: 'Get an account or virtual account',
    access: clientAccess('accounts:read'),
    response: AccountView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND],
  })
  get(@CurrentClient() client: ClientActor, @Query() { AccountNumber }: AccountNumberQuery): Promise<AccountView> {
    return this.queries.execute(new GetAccount(client.institutionId, AccountNumber, maySeeIdentity(client)));
  }

  @Get('getaccountbalancebyaccountnumber')
  @Endpoint({
    summary: 'Get the balance of an account',
    access: clientAccess('accounts:read'),
    response: BalanceView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  getBalance(
    @CurrentClient() client: ClientActor,
    @Query() { AccountNumber }: AccountNumberQuery,
  ): Promise<BalanceView> {
    return this.queries.execute(new GetAccountBalance(client.institutionId, AccountNumber));
  }

  @Get('getextendedbalancebyaccountnumber')
  @Endpoint({
    summary: 'Get the extended balance of an account',
    access: clientAccess('accounts:read'),
    response: ExtendedBalanceView,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  getExtendedBalance(
    @CurrentClient() client: ClientActor,
    @Query() { AccountNumber }: AccountNumberQuery,
  ): Promise<ExtendedBalanceView> {
    return this.queries.execute(new GetExtendedBalance(client.institutionId, AccountNumber));
  }
}
