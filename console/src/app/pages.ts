import type { ComponentType } from 'react';
import type { OPERATIONS } from '../api/operations.gen';
import type { Area } from './areas';

/** A page of the console. */
export interface Page {
  /** Its address below `/console`. */
  path: string;
  /** In the menu, the command menu and the browser's title. */
  title: string;
  /** The operation whose permission the page needs; null for pages of every member of staff. */
  operation: keyof typeof OPERATIONS | null;
  /** Where it stands in the menu; a page without an area is opened from another one. */
  area?: Area;
  /** The letter after `g` that opens it. */
  key?: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** All pages, in the order of the menu. */
export const PAGES: readonly Page[] = [
  { path: '/', title: 'Home', operation: null, key: 'h', load: () => import('../pages/home/home-page') },
  { path: '/me', title: 'My account', operation: null, load: () => import('../pages/home/my-account-page') },

  {
    path: '/aml/holds',
    title: 'AML holds',
    operation: 'listAmlHolds',
    area: 'Work',
    key: 'a',
    load: () => import('../pages/aml/holds-page'),
  },
  { path: '/aml/holds/$id', title: 'AML hold', operation: 'getAmlHold', load: () => import('../pages/aml/holds-page') },
  {
    path: '/approvals',
    title: 'Approvals',
    operation: 'listApprovals',
    area: 'Work',
    key: 'p',
    load: () => import('../pages/approvals/approvals-page'),
  },
  {
    path: '/approvals/$id',
    title: 'Approval',
    operation: 'getApproval',
    load: () => import('../pages/approvals/approvals-page'),
  },

  {
    path: '/admin/branches',
    title: 'Branches',
    operation: 'listBranches',
    area: 'Administration',
    key: 'b',
    load: () => import('../pages/administration/branches-page'),
  },
];
