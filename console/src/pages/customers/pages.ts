import type { Page } from '../../app/page';

export const customersPages: readonly Page[] = [
  {
    path: '/customers',
    title: 'Customers',
    operation: 'listIndividualCustomers',
    area: 'Customers',
    key: 'c',
    load: () => import('./customers-page'),
  },
  {
    path: '/customers/$id',
    title: 'Customer',
    operation: 'getCustomerOverview',
    isRecord: true,
    firstText: 'customer.name',
    load: () => import('./customer/customer-page'),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    operation: 'listAccounts',
    area: 'Customers',
    load: () => import('./accounts-page'),
  },
  {
    path: '/accounts/$no',
    title: 'Account',
    operation: 'getAccount',
    isRecord: true,
    firstText: 'accountName',
    load: () => import('./account/account-page'),
  },
  {
    path: '/overdrafts',
    title: 'Overdrafts',
    operation: 'listOverdrafts',
    area: 'Customers',
    load: () => import('./overdrafts-page'),
  },
  { path: '/liens', title: 'Liens', operation: 'listLiens', area: 'Customers', load: () => import('./liens-page') },
  { path: '/cards', title: 'Cards', operation: 'listCards', area: 'Customers', load: () => import('./cards-page') },
  {
    path: '/cards/transactions',
    title: 'Card transactions',
    operation: 'listCardTransactions',
    area: 'Customers',
    load: () => import('./card-transactions-page'),
  },
  {
    path: '/documents',
    title: 'Documents',
    operation: 'listDocuments',
    area: 'Customers',
    load: () => import('./documents-page'),
  },
  { path: '/agents', title: 'Agents', operation: 'listAgents', area: 'Customers', load: () => import('./agents-page') },
];
