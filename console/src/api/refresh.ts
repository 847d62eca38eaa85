import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Reads what is shown anew after something has changed; all of it, or the answers of one key. Reads that are under way
 * may have begun before the change: they are dropped, as they would count as new.
 */
export async function refresh(queryClient: QueryClient, queryKey?: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Reads all that is shown anew when work that the page follows has ended. */
export function useRefreshAfter(isUnderWay: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    return () => void refresh(queryClient);
  }, [isUnderWay, queryClient]);
}
