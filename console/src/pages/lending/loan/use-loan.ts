import { useQuery } from '@tanstack/react-query';
import { read, type Row } from '../../../api/client';
import { Problem } from '../../../api/problem';

export type Loan = Row<'listLoans'>;

/** The most rows that a page of the list has. */
const LONGEST_PAGE = 100;

/** The loan that an address names: by the number of its account, which has ten digits, or by its id. */
export function useLoan(id: string) {
  return useQuery({
    queryKey: ['listLoans', 'one', id],
    queryFn: async ({ signal }) => {
      const query = /^\d{10}$/.test(id) ? { LoanAccountNumber: id } : { PageSize: LONGEST_PAGE };
      const { data } = await read('listLoans', { query, signal });
      const found = data.find((loan) => loan.loanAccountNumber === id || String(loan.id) === id);
      if (!found) throw new Problem(404, 'LOAN_NOT_FOUND', `There is no loan ${id}.`);
      return found;
    },
  });
}
