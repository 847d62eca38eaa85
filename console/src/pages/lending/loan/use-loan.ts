import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { Problem } from '../../../api/problem';

export type Loan = Answer<'getLoan'>;

/** The loan that an address names: by the number of its account, which has ten digits, or by its id. */
export function useLoan(id: string) {
  return useQuery({
    queryKey: ['getLoan', id],
    queryFn: async ({ signal }) => {
      if (!/^\d{10}$/.test(id)) return read('getLoan', { path: { id }, signal });
      const { data } = await read('listLoans', { query: { LoanAccountNumber: id }, signal });
      if (!data[0]) throw new Problem(404, 'LOAN_NOT_FOUND', `There is no loan ${id}.`);
      return data[0];
    },
  });
}
