import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';

export type Loan = Answer<'getLoan'>;

/** The loan that an address names: by the number of its account, or by its id. */
export function useLoan(id: string) {
  return useQuery(recordQuery('getLoan', id));
}
