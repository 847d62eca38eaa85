import type { Page } from '../../app/page';

export const homePages: readonly Page[] = [
  { path: '/', title: 'Home', operation: null, key: 'h', load: () => import('./home-page') },
  { path: '/me', title: 'My account', operation: null, load: () => import('./my-account-page') },
];
