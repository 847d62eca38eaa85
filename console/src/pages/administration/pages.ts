import type { Page } from '../../app/page';

export const administrationPages: readonly Page[] = [
  {
    path: '/admin/branches',
    title: 'Branches',
    operation: 'listBranches',
    area: 'Administration',
    load: () => import('./branches-page'),
  },
];
