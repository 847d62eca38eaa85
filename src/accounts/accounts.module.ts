import { Global, Module } from '@nestjs/common';
import { ParentAccounts } from '../auth/parent-accounts';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { ProductsModule } from '../products/products.module';
import { AccountController } from './account.controller';
import { AccountNumbers } from './account-numbers';
import { AccountOpening } from './account-opening';
import { ClosureBlockers } from './closure/closure-blockers';
import { ClosureController } from './closure/closure.controller';
import { CloseAccountHandler } from './closure/commands/close-account';
import { CreateAccountHandler } from './commands/create-account';
import { CreateCustomerAccountHandler } from './commands/create-customer-account';
import { CreateVirtualAccountHandler } from './virtual-accounts/commands/create-virtual-account';
import { CorporateParentAccounts } from './virtual-accounts/corporate-parent-accounts';
import { DepositAccounts } from './deposit-accounts';
import { GetAccountBalanceHandler } from './queries/get-account-balance';
import { GetAccountHandler } from './queries/get-account';
import { GetExtendedBalanceHandler } from './queries/get-extended-balance';
import { ListActiveBranchesHandler } from './officers/queries/list-active-branches';
import { SearchAccountOfficersHandler } from './officers/queries/search-account-officers';
import { SearchAccountsHandler } from './queries/search-accounts';

/** Customers and their accounts, virtual ones included. Global because it provides a port of the API clients' module. */
@Global()
@Module({
  imports: [DocumentsModule, InstitutionsModule, ProductsModule],
  controllers: [AccountController, ClosureController],
  providers: [
    AccountNumbers,
    AccountOpening,
    ClosureBlockers,
    DepositAccounts,
    { provide: ParentAccounts, useClass: CorporateParentAccounts },
    CloseAccountHandler,
    CreateAccountHandler,
    CreateCustomerAccountHandler,
    CreateVirtualAccountHandler,
    GetAccountBalanceHandler,
    GetAccountHandler,
    GetExtendedBalanceHandler,
    ListActiveBranchesHandler,
    SearchAccountOfficersHandler,
    SearchAccountsHandler,
  ],
  exports: [AccountNumbers, AccountOpening, ClosureBlockers, DepositAccounts, ParentAccounts],
})
export class AccountsModule {}
