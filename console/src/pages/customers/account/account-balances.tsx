import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../../api/client';
import { useMay } from '../../../app/session';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';

/** The balances of an account: its money, and the part that can be paid out. */
export function AccountBalances({ accountNumber }: { accountNumber: string }) {
  const may = useMay();
  const { data: balance, error } = useQuery({
    queryKey: ['getAccountBalance', accountNumber],
    queryFn: ({ signal }) => read('getAccountBalance', { path: { accountNumber }, signal }),
    enabled: may('getAccountBalance'),
  });
  if (error) return <ProblemNotice problem={error} />;
  return (
    <dl className="m-0 grid min-h-20 grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-card p-4 md:grid-cols-3 xl:grid-cols-6">
      <Figure name="Can be paid out" isMain>
        <Money amount={balance?.withdrawableBalance} />
      </Figure>
      <Figure name="Booked">
        <Money amount={balance?.ledgerBalance} />
      </Figure>
      <Figure name="Liens">
        <Money amount={balance?.lienAmount} />
      </Figure>
      <Figure name="Overdraft used of limit">
        <Money amount={balance?.overdraftUsed} /> of <Money amount={balance?.overdraftLimit} />
      </Figure>
      <Figure name="Minimum balance">
        <Money amount={balance?.minimumBalance} />
      </Figure>
      <Figure name="Interest not posted yet">
        <Money amount={balance?.accruedInterest} />
      </Figure>
    </dl>
  );
}

function Figure({ name, isMain, children }: { name: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`m-0 ${isMain ? 'text-lg font-semibold' : ''}`}>{children}</dd>
    </div>
  );
}
