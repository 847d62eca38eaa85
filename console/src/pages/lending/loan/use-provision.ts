import { useQuery } from '@tanstack/react-query';
import { read, type Row } from '../../../api/client';
import { useSession } from '../../../app/session';
import { plusDays } from '../../../rules/dates';

/** The stage and provision of a loan at the end of the last closed day; undefined where it was not running then. */
export function useProvision(loanAccountNumber: string): Row<'listLoanProvisions'> | undefined {
  const { view } = useSession();
  const date = plusDays(view.businessDate, -1);
  const query = useQuery({
    queryKey: ['listLoanProvisions', 'one', loanAccountNumber, date],
    queryFn: ({ signal }) =>
      read('listLoanProvisions', { query: { Date: date, LoanAccountNumber: loanAccountNumber }, signal }),
    retry: false,
  });
  return query.data?.data[0];
}
