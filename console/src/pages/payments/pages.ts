import type { Page } from '../../app/page';

export const paymentsPages: readonly Page[] = [
  {
    path: '/payments/attention',
    title: 'Attention',
    operation: 'listUnresolvedTransfers',
    area: 'Payments',
    key: 'u',
    load: () => import('./attention-page'),
  },
  {
    path: '/payments/transfers',
    title: 'Transfers',
    operation: 'listTransfers',
    area: 'Payments',
    key: 't',
    load: () => import('./transfers-page'),
  },
  {
    path: '/payments/transfers/$id',
    title: 'Transfer',
    operation: 'getTransfer',
    load: () => import('./payment/transfer-page'),
  },
  {
    path: '/payments/bills',
    title: 'Bill payments',
    operation: 'listVends',
    area: 'Payments',
    load: () => import('./bills-page'),
  },
  {
    path: '/payments/bills/$id',
    title: 'Bill payment',
    operation: 'getVend',
    load: () => import('./payment/bill-page'),
  },
  {
    path: '/payments/inward',
    title: 'Inward',
    operation: 'listInwardTransfers',
    area: 'Payments',
    load: () => import('./inward-page'),
  },
  {
    path: '/payments/settlement',
    title: 'Settlement',
    operation: 'listSettlementReports',
    area: 'Payments',
    load: () => import('./settlement/settlement-page'),
  },
  {
    path: '/posting-groups',
    title: 'Posting groups',
    operation: 'listPostingGroups',
    area: 'Payments',
    load: () => import('./postings/posting-groups-page'),
  },
  {
    path: '/posting-groups/new',
    title: 'New posting group',
    operation: 'createPostingGroup',
    load: () => import('./postings/new-posting-group-page'),
  },
  {
    path: '/posting-groups/$id',
    title: 'Posting group',
    operation: 'getPostingGroup',
    load: () => import('./postings/posting-group-page'),
  },
  { path: '/postings/$id', title: 'Posting', operation: 'getPosting', load: () => import('./postings/posting-page') },
];
