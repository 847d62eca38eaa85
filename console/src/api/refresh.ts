import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads what is shown anew after something has changed; all of it, or the answers of one key. Reads that are under way
 * may have begun before the change: they are dropped, as they would count as new.
 */
export async function refresh(queryClient: QueryClient, queryKey?: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}
