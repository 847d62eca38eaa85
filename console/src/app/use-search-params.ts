import { useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../rules/search-params';

/** The parameters of the present address. */
export function useSearchParams(): SearchParams {
  const params: SearchParams = useSearch({ strict: false });
  return params;
}
