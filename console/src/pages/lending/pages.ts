import type { Page } from '../../app/page';

export const lendingPages: readonly Page[] = [
  {
    path: '/loans',
    title: 'Loans',
    operation: 'listLoans',
    area: 'Lending',
    key: 'l',
    load: () => import('./loans-page'),
  },
  {
    path: '/loans/simulate',
    title: 'Simulate a loan',
    operation: 'simulateLoan',
    area: 'Lending',
    load: () => import('./simulate/simulate-page'),
  },
  {
    path: '/loans/suspense',
    title: 'Income in suspense',
    operation: 'listSuspenseChanges',
    area: 'Lending',
    load: () => import('./suspense-page'),
  },
  {
    path: '/loans/$id',
    title: 'Loan',
    operation: 'getLoan',
    isRecord: true,
    load: () => import('./loan/loan-page'),
  },
  {
    path: '/group-loans',
    title: 'Group loans',
    operation: 'listGroupLoans',
    area: 'Lending',
    load: () => import('./group-loans-page'),
  },
  {
    path: '/group-loans/$id',
    title: 'Group loan',
    operation: 'getGroupLoan',
    isRecord: true,
    firstText: 'name',
    load: () => import('./group-loan-page'),
  },
  {
    path: '/fixed-deposits',
    title: 'Fixed deposits',
    operation: 'listFixedDeposits',
    area: 'Lending',
    load: () => import('./fixed-deposits-page'),
  },
  {
    path: '/fixed-deposits/$id',
    title: 'Fixed deposit',
    operation: 'getFixedDeposit',
    isRecord: true,
    load: () => import('./fixed-deposit-page'),
  },
  {
    path: '/portfolio',
    title: 'Portfolio',
    operation: 'getPortfolioAtRisk',
    area: 'Lending',
    load: () => import('./portfolio/portfolio-page'),
  },
];
