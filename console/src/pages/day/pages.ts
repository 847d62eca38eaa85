import type { Page } from '../../app/page';

export const dayPages: readonly Page[] = [
  {
    path: '/end-of-day',
    title: 'End of day',
    operation: 'getEndOfDayProgress',
    area: 'Day',
    key: 'e',
    load: () => import('./end-of-day/end-of-day-page'),
  },
  { path: '/tills', title: 'Tills', operation: 'listTills', area: 'Day', load: () => import('./tills-page') },
  {
    path: '/tills/$id',
    title: 'Till',
    operation: 'getTill',
    isRecord: true,
    firstText: 'name',
    load: () => import('./till-page'),
  },
  {
    path: '/reports/call-over',
    title: 'Call-over',
    operation: 'getCallOver',
    area: 'Day',
    load: () => import('./call-over-page'),
  },
];
