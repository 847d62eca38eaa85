import { useQuery } from '@tanstack/react-query';
import { read, type Row } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { useSession } from '../../../app/session';
import { plusDays } from '../../../rules/dates';

interface Provision {
  provision: Row<'listLoanProvisions'> | null | undefined;
  problem: Error | null;
  retry: () => void;
}

/**
 * The stage and provision of a loan at the end of the last closed day: null where it was not running then, undefined
 * while they are not known; with the reason why they cannot be read.
 */
export function useProvision(loanAccountNumber: string): Provision {
  const { view } = useSession();
  const date = plusDays(view.businessDate, -1);
  const query = useQuery({
    queryKey: ['listLoanProvisions', 'one', loanAccountNumber, date],
    queryFn: async ({ signal }) => {
      const query = { Date: date, LoanAccountNumber: loanAccountNumber };
      const rows = await read('listLoanProvisions', { query, signal }).catch((error: unknown) => {
        // On the first day of the institution no day has been closed.
        if (error instanceof Problem && error.code === 'DAY_NOT_CLOSED') return { data: [] };
        throw error;
      });
      return rows.data[0] ?? null;
    },
    retry: false,
  });
  return { provision: query.data, problem: query.error, retry: () => void query.refetch() };
}
