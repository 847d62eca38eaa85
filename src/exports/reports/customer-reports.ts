import type { QueryBus } from '@nestjs/cqrs';
import { type AccountView, SearchAccountQuery } from '../../accounts/accounts.dto';
import { accountsPermissions } from '../../accounts/accounts.permissions';
import { type IndividualCustomerView, SearchIndividualCustomersQuery } from '../../accounts/customers/customers.dto';
import { customersPermissions } from '../../accounts/customers/customers.permissions';
import { type GroupCustomerView, SearchGroupCustomersQuery } from '../../accounts/customers/group-customers.dto';
import { SearchGroupCustomers } from '../../accounts/customers/queries/search-group-customers';
import { SearchIndividualCustomers } from '../../accounts/customers/queries/search-individual-customers';
import { SearchAccounts } from '../../accounts/queries/search-accounts';
import { readOf } from '../../common/audit/audited-read';
import { type ExportReport, exportRowsOf } from '../exported-list';
import { dayColumn, nairaColumn, numberColumn, textColumn, timeColumn } from './report-columns';

/** Staff see identity numbers masked, in files as in lists. */
const SEES_IDENTITY = false;
/** The filters are stored with the export, where no identity number may stand in plain text. */
const WITHOUT_NUMBERS = {
  BVN: 'finds one person: open the customer instead',
  NIN: 'finds one person: open the customer instead',
};

export const individualCustomersReport: ExportReport<SearchIndividualCustomersQuery, IndividualCustomerView> = {
  name: 'individual-customers',
  title: 'Individual customers',
  permission: customersPermissions.viewCustomers,
  audited: readOf('customer.list', { CustomerID: 'customer' }),
  filters: SearchIndividualCustomersQuery,
  without: WITHOUT_NUMBERS,
  columns: (timeZone) => [
    textColumn('Customer ID', 14, (row) => row.customerID),
    textColumn('Name', 36, (row) => row.name),
    textColumn('Title', 8, (row) => row.title),
    textColumn('Gender', 10, (row) => row.gender),
    dayColumn('Date of birth', (row) => row.dateOfBirth),
    textColumn('Telephone', 18, (row) => row.phoneNumber),
    textColumn('E-mail', 30, (row) => row.email),
    textColumn('Address', 40, (row) => row.address),
    textColumn('State', 14, (row) => row.state),
    textColumn('LGA', 14, (row) => row.lga),
    textColumn('BVN', 14, (row) => row.bvn),
    textColumn('NIN', 14, (row) => row.nin),
    textColumn('Branch code', 12, (row) => row.branchCode),
    textColumn('Branch', 20, (row) => row.branchName),
    timeColumn('Created', timeZone, (row) => row.createdAt),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) =>
    exportRowsOf(await queries.execute(new SearchIndividualCustomers(institutionId, filters, SEES_IDENTITY))),
};

export const groupCustomersReport: ExportReport<SearchGroupCustomersQuery, GroupCustomerView> = {
  name: 'group-customers',
  title: 'Companies and groups',
  permission: customersPermissions.viewCustomers,
  audited: readOf('customer.list', { CustomerID: 'customer' }),
  filters: SearchGroupCustomersQuery,
  columns: () => [
    textColumn('Customer ID', 14, (row) => row.customerID),
    textColumn('Type', 12, (row) => row.customerType),
    textColumn('Name', 36, (row) => row.name),
    textColumn('Registration number', 20, (row) => row.registrationNumber),
    textColumn('TIN', 18, (row) => row.tin),
    textColumn('Telephone', 18, (row) => row.phoneNumber),
    textColumn('E-mail', 30, (row) => row.email),
    textColumn('Address', 40, (row) => row.address),
    textColumn('Branch code', 12, (row) => row.branchCode),
    textColumn('Branch', 20, (row) => row.branchName),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) =>
    exportRowsOf(await queries.execute(new SearchGroupCustomers(institutionId, filters, SEES_IDENTITY))),
};

export const accountsReport: ExportReport<SearchAccountQuery, AccountView> = {
  name: 'accounts',
  title: 'Accounts',
  permission: accountsPermissions.viewAccounts,
  audited: readOf('account.list', { AccountNumber: 'account', CustomerID: 'customer' }),
  filters: SearchAccountQuery,
  without: WITHOUT_NUMBERS,
  columns: () => [
    textColumn('Account', 14, (row) => row.accountNumber),
    textColumn('Name', 36, (row) => row.accountName),
    textColumn('Customer ID', 14, (row) => row.customerID),
    textColumn('Customer', 36, (row) => row.customerName),
    textColumn('Product code', 12, (row) => row.productCode),
    textColumn('Product', 24, (row) => row.productName),
    textColumn('Branch code', 12, (row) => row.branchCode),
    textColumn('Branch', 20, (row) => row.branchName),
    textColumn('Officer', 14, (row) => row.accountOfficerStaffID),
    textColumn('State', 10, (row) => row.accountStatus),
    textColumn('Type', 12, (row) => row.accountType),
    nairaColumn('Available balance', (row) => row.availableBalance),
    nairaColumn('Ledger balance', (row) => row.ledgerBalance),
    numberColumn('KYC tier', (row) => row.kycTier),
    dayColumn('Opened', (row) => row.dateOpened),
    dayColumn('Closed', (row) => row.dateClosed),
    textColumn('Settlement account', 14, (row) => row.settlementAccountNumber),
  ],
  read: async (queries: QueryBus, { institutionId }, filters) =>
    exportRowsOf(await queries.execute(new SearchAccounts(institutionId, filters, SEES_IDENTITY))),
};
