import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { permissionOf, read } from '../api/client';
import { recordQuery } from '../api/record-query';
import { may } from '../rules/permissions';
import { NEXT_CASE, type Page } from './page';

const SESSION_STALE_MS = 60_000;
/** The time between two looks at the counts where the stream of events does not reach the browser. */
export const WORK_STALE_MS = 20_000;

/** Tells the other tabs of the browser, which share its cookie, whose session it is now. */
export const whose = new BroadcastChannel('corebank-session');

/** The signed-in member of staff. */
export const sessionQuery = queryOptions({
  queryKey: ['getSession'],
  queryFn: async ({ signal }) => {
    const session = await read('getSession', { signal, isBackground: true });
    whose.postMessage(session.email);
    return session;
  },
  staleTime: SESSION_STALE_MS,
  retry: false,
});

/** Counts of the work that waits. */
export const workQuery = queryOptions({
  queryKey: ['getWork'],
  queryFn: ({ signal }) => read('getWork', { signal, isBackground: true }),
  staleTime: WORK_STALE_MS,
});

/** The member's preferences. */
export const preferencesQuery = queryOptions({
  queryKey: ['getPreferences'],
  queryFn: ({ signal }) => read('getPreferences', { signal, isBackground: true }),
  staleTime: Infinity,
});

/** False for a browser that the server saw without the cookie of a session: asking for the session would be refused. */
export function hasSession(queryClient: QueryClient): boolean {
  const seen = document.querySelector<HTMLMetaElement>('meta[name="has-session"]')?.content;
  return seen !== 'no' || queryClient.getQueryData(['signedIn']) === true;
}

/** Begins what the frame of every page reads, before the first of it is drawn. */
export function beginFirstReads(queryClient: QueryClient): void {
  if (!hasSession(queryClient) || /\/console\/(login|password)$/.test(window.location.pathname)) return;
  void queryClient.prefetchQuery(sessionQuery);
  void queryClient.prefetchQuery(workQuery);
  void queryClient.prefetchQuery(preferencesQuery);
}

/** Begins the read of a page's record while the page itself is fetched and drawn; not for those who may not see it. */
export async function beginRecordRead(
  queryClient: QueryClient,
  { operation, isRecord }: Page,
  id: string | undefined,
): Promise<void> {
  if (!isRecord || !operation || !id || id === NEXT_CASE || !hasSession(queryClient)) return;
  // The frame tells why there is no session.
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => undefined);
  if (!session || !may(new Set(session.permissions), permissionOf(operation))) return;
  await queryClient.prefetchQuery(recordQuery(operation, id));
}
