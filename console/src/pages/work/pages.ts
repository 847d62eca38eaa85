import type { Page } from '../../app/page';

export const workPages: readonly Page[] = [
  {
    path: '/aml/holds',
    title: 'AML holds',
    operation: 'listAmlHolds',
    area: 'Work',
    key: 'a',
    keyOpens: '/aml/holds/next?Status=Held',
    load: () => import('./aml/holds-page'),
  },
  { path: '/aml/holds/$id', title: 'AML hold', operation: 'getAmlHold', load: () => import('./aml/holds-page') },
  {
    path: '/aml/rules',
    title: 'AML rules',
    operation: 'listAmlRules',
    area: 'Work',
    key: 'r',
    load: () => import('./aml/rules-page'),
  },
  {
    path: '/aml/rules/$id/trial',
    title: 'Rule on past movements',
    operation: 'simulateAmlRule',
    load: () => import('./aml/rule-trial-page'),
  },
  {
    path: '/aml/reports',
    title: 'AML reports',
    operation: 'listSuspiciousTransactions',
    area: 'Work',
    load: () => import('./aml/reports-page'),
  },
  {
    path: '/approvals',
    title: 'Approvals',
    operation: 'listApprovals',
    area: 'Work',
    key: 'p',
    keyOpens: '/approvals/next?DecidableByMe=true&Status=Pending',
    load: () => import('./approvals/approvals-page'),
  },
  {
    path: '/approvals/$id',
    title: 'Approval',
    operation: 'getApproval',
    load: () => import('./approvals/approvals-page'),
  },
  {
    path: '/exports',
    title: 'Exports',
    operation: 'listExports',
    area: 'Work',
    load: () => import('./exports/exports-page'),
  },
  { path: '/exports/$id', title: 'Export', operation: 'getExport', load: () => import('./exports/export-page') },
];
