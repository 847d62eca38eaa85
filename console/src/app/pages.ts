import { administrationPages } from '../pages/administration/pages';
import { booksPages } from '../pages/books/pages';
import { customersPages } from '../pages/customers/pages';
import { dayPages } from '../pages/day/pages';
import { deskPages } from '../pages/desk/pages';
import { homePages } from '../pages/home/pages';
import { lendingPages } from '../pages/lending/pages';
import { paymentsPages } from '../pages/payments/pages';
import { workPages } from '../pages/work/pages';
import type { Page } from './page';

/** All pages, in the order of the menu. */
export const PAGES: readonly Page[] = [
  ...homePages,
  ...workPages,
  ...deskPages,
  ...customersPages,
  ...paymentsPages,
  ...lendingPages,
  ...booksPages,
  ...dayPages,
  ...administrationPages,
];
