import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { ParentAccounts } from '../auth/parent-accounts';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductsModule } from '../products/products.module';
import { AccountEntities } from './account-entities';
import { AccountNumbers } from './account-numbers';
import { AccountOpening } from './account-opening';
import { AccountsController } from './accounts.controller';
import { accountsPermissions } from './accounts.permissions';
import { AccountsAdminController } from './accounts-admin.controller';
import { AccruedInterest } from './accrued-interest';
import { ClosureController } from './closure/closure.controller';
import { ClosureBlockers } from './closure/closure-blockers';
import { ClosureFollowUps } from './closure/closure-follow-ups';
import { CloseAccountHandler } from './closure/commands/close-account';
import { CreateAccountHandler } from './commands/create-account';
import { CreateCustomerAccountHandler } from './commands/create-customer-account';
import { CreateGroupCustomerHandler } from './customers/commands/create-group-customer';
import { RevealNumbersHandler } from './customers/commands/reveal-numbers';
import { UpdateCustomerHandler } from './customers/commands/update-customer';
import { UpdateGroupCustomerHandler } from './customers/commands/update-group-customer';
import { CustomerWatchers } from './customers/customer-watchers';
import { Customers } from './customers/customers';
import { CustomersController } from './customers/customers.controller';
import { customersPermissions } from './customers/customers.permissions';
import { CustomersAdminController } from './customers/customers-admin.controller';
import { GroupMembers } from './customers/group-members';
import { IdentityNumbersController } from './customers/identity-numbers.controller';
import { identityPermissions } from './customers/identity-numbers.permissions';
import { KycNumbers } from './customers/kyc-numbers';
import { CustomerNotes } from './customers/notes/customer-notes';
import { CustomerNotesController } from './customers/notes/customer-notes.controller';
import { PersonNumbers } from './customers/person-numbers';
import { ListSealingProgressHandler } from './customers/queries/list-sealing-progress';
import { SearchGroupCustomersHandler } from './customers/queries/search-group-customers';
import { SearchIndividualCustomersHandler } from './customers/queries/search-individual-customers';
import { StoredCustomers, StoredVirtualAccounts } from './customers/stored-persons';
import { UniqueNumbers } from './customers/unique-numbers';
import { DepositAccounts } from './deposit-accounts';
import { ExposedAccountSubject } from './exposed-account-subject';
import { ExposureChecks } from './exposure-checks';
import { LegalHolds } from './legal-holds/legal-holds';
import { OfficersController } from './officers/officers.controller';
import { ListActiveBranchesHandler } from './officers/queries/list-active-branches';
import { SearchAccountOfficersHandler } from './officers/queries/search-account-officers';
import { GetAccountHandler } from './queries/get-account';
import { GetAccountBalanceHandler } from './queries/get-account-balance';
import { GetExtendedBalanceHandler } from './queries/get-extended-balance';
import { SearchAccountsHandler } from './queries/search-accounts';
import { TierCeilings } from './tier-ceilings';
import { CloseVirtualAccountHandler } from './virtual-accounts/commands/close-virtual-account';
import { CreateVirtualAccountHandler } from './virtual-accounts/commands/create-virtual-account';
import { CorporateParentAccounts } from './virtual-accounts/corporate-parent-accounts';
import { VirtualAccountNames } from './virtual-accounts/virtual-account-names';
import { VirtualAccountWatchers } from './virtual-accounts/virtual-account-watchers';
import { virtualAccountsPermissions } from './virtual-accounts/virtual-accounts.permissions';
import { VirtualAccountsAdminController } from './virtual-accounts/virtual-accounts-admin.controller';

/** Customers, accounts and virtual accounts. Global because the module of API clients needs its `ParentAccounts`. */
@Global()
@Module({
  imports: [DocumentsModule, InstitutionsModule, MetadataModule, ProductsModule],
  controllers: [
    CustomerNotesController,
    AccountsController,
    AccountsAdminController,
    CustomersController,
    CustomersAdminController,
    OfficersController,
    IdentityNumbersController,
    VirtualAccountsAdminController,
    ClosureController,
  ],
  providers: [
    CustomerNotes,
    AccountEntities,
    AccruedInterest,
    AccountNumbers,
    AccountOpening,
    ClosureBlockers,
    ClosureFollowUps,
    Customers,
    CustomerWatchers,
    DepositAccounts,
    ExposedAccountSubject,
    ExposureChecks,
    GroupMembers,
    KycNumbers,
    PersonNumbers,
    StoredCustomers,
    StoredVirtualAccounts,
    TierCeilings,
    UniqueNumbers,
    LegalHolds,
    VirtualAccountNames,
    VirtualAccountWatchers,
    { provide: ParentAccounts, useClass: CorporateParentAccounts },
    CloseAccountHandler,
    CreateAccountHandler,
    CreateCustomerAccountHandler,
    CreateGroupCustomerHandler,
    CreateVirtualAccountHandler,
    CloseVirtualAccountHandler,
    ListSealingProgressHandler,
    RevealNumbersHandler,
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
  exports: [
    AccruedInterest,
    AccountNumbers,
    AccountOpening,
    ClosureBlockers,
    Customers,
    CustomerWatchers,
    DepositAccounts,
    KycNumbers,
    LegalHolds,
    ParentAccounts,
    PersonNumbers,
    TierCeilings,
  ],
})
export class AccountsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(virtualAccountsPermissions, 'Accounts');
    this.permissions.register(identityPermissions, 'Personal data');
    this.permissions.register(customersPermissions, 'Customers');
    this.permissions.register(accountsPermissions, 'Accounts');
  }
}
