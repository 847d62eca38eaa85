import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { ParentAccounts } from '../auth/parent-accounts';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductsModule } from '../products/products.module';
import { AccountController } from './account.controller';
import { AccountEntities } from './account-entities';
import { AccountNumbers } from './account-numbers';
import { AccountOpening } from './account-opening';
import { AccruedInterest } from './accrued-interest';
import { ClosureBlockers } from './closure/closure-blockers';
import { ClosureController } from './closure/closure.controller';
import { CloseAccountHandler } from './closure/commands/close-account';
import { CreateAccountHandler } from './commands/create-account';
import { CreateCustomerAccountHandler } from './commands/create-customer-account';
import { CustomerController } from './customers/customer.controller';
import { Customers } from './customers/customers';
import { CreateGroupCustomerHandler } from './customers/commands/create-group-customer';
import { UpdateCustomerHandler } from './customers/commands/update-customer';
import { UpdateGroupCustomerHandler } from './customers/commands/update-group-customer';
import { GroupMembers } from './customers/group-members';
import { SearchGroupCustomersHandler } from './customers/queries/search-group-customers';
import { SearchIndividualCustomersHandler } from './customers/queries/search-individual-customers';
import { OfficerController } from './officers/officer.controller';
import { CloseVirtualAccountHandler } from './virtual-accounts/commands/close-virtual-account';
import { VirtualAccountAdminController } from './virtual-accounts/virtual-account-admin.controller';
import { VirtualAccountNames } from './virtual-accounts/virtual-account-names';
import { virtualAccountsPermissions } from './virtual-accounts/virtual-accounts.permissions';
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
  imports: [DocumentsModule, InstitutionsModule, MetadataModule, ProductsModule],
  controllers: [
    AccountController,
    CustomerController,
    OfficerController,
    VirtualAccountAdminController,
    ClosureController,
  ],
  providers: [
    AccountEntities,
    AccruedInterest,
    AccountNumbers,
    AccountOpening,
    ClosureBlockers,
    Customers,
    DepositAccounts,
    GroupMembers,
    VirtualAccountNames,
    { provide: ParentAccounts, useClass: CorporateParentAccounts },
    CloseAccountHandler,
    CreateAccountHandler,
    CreateCustomerAccountHandler,
    CreateGroupCustomerHandler,
    CreateVirtualAccountHandler,
    CloseVirtualAccountHandler,
    SearchGroupCustomersHandler,
    SearchIndividualCustomersHandler,
    UpdateCustomerHandler,
    UpdateGroupCustomerHandler,
    GetAccountBalanceHandler,
    GetAccountHandler,
    GetExtendedBalanceHandler,
    ListActiveBranchesHandler,
    SearchAccountOfficersHandler,
    SearchAccountsHandler,
  ],
  exports: [AccruedInterest, AccountNumbers, AccountOpening, ClosureBlockers, DepositAccounts, ParentAccounts],
})
export class AccountsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(virtualAccountsPermissions);
  }
}
