import { QueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem';

const STALE_MS = 15_000;

/** The answers that the console has read and keeps. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // Otherwise a read without a connection would wait for one in silence, with the page as if it was loading.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays a refusal; only a missing answer is worth another try.
      retry: (failures, error) => error instanceof Problem && error.status === 0 && failures < 2,
    },
  },
});
