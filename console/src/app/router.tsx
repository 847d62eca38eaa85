import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../rules/search-params';
import { Crashed } from './crashed';
import { beginRecordRead } from './first-reads';
import { NotFound } from './not-found';
import type { Page } from './page';
import { PAGES } from './pages';
import { queryClient } from './query-client';
import { Shell } from './shell';

const rootRoute = createRootRoute({ notFoundComponent: NotFound });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('./sign-in-page')),
});

const passwordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password',
  component: lazyRouteComponent(() => import('./password-page')),
});

/** Everything that is for signed-in staff. */
const staffRoute = createRoute({ getParentRoute: () => rootRoute, id: 'staff', component: Shell });

interface Opening {
  params: object;
  cause: 'enter' | 'stay' | 'preload';
}

/** Reads the record of a page beside its script; not for a link that is only pointed at, because reads are kept. */
const recordOf =
  (page: Page) =>
  ({ params, cause }: Opening): void => {
    const [id] = Object.values(params) as (string | undefined)[];
    if (cause !== 'preload') void beginRecordRead(queryClient, page, id);
  };

/**
 * The component of a page. The router would load the whole console anew where a file does not come, and without a
 * connection leave nothing of it: the page says so instead, and the frame and the menu stay.
 */
async function loaded(page: Page): ReturnType<Page['load']> {
  try {
    return await page.load();
  } catch (cause) {
    throw new Error('The connection is lost, or a newer console has been installed.', { cause });
  }
}

const pageRoutes = PAGES.filter(({ isCase }) => !isCase).map((page) => {
  const route = createRoute({
    getParentRoute: () => staffRoute,
    path: page.path,
    component: lazyRouteComponent(() => loaded(page)),
    loader: recordOf(page),
    staticData: { page },
    errorComponent: Crashed,
  });
  const cases = PAGES.filter(({ isCase, path }) => isCase && path.startsWith(`${page.path}/`));
  // The queue draws its case by itself: with routes beside each other, a selection would be lost when a case opens.
  return route.addChildren(
    cases.map((one) =>
      createRoute({
        getParentRoute: () => route,
        path: one.path.slice(page.path.length),
        loader: recordOf(one),
        staticData: { page: one },
      }),
    ),
  );
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([signInRoute, passwordRoute, staffRoute.addChildren(pageRoutes)]),
  basepath: '/console',
  parseSearch: (text) => parseSearch(text),
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}
