import { useMay } from '../../../app/session';
import { type Column, DataTable } from '../../../list/data-table';
import { recordAddress } from '../../../rules/record-address';
import { Money } from '../../../ui/money';
import { RecordLink } from '../../../ui/record-link';

/** One leg, as postings and posting groups show it. */
export interface Leg {
  account: string;
  accountName: string;
  isDebit: boolean;
  amount: number;
  narration: string;
  /** Left out where the account has no page of its own, such as a ledger. */
  hasPage: boolean;
  balanceAfter?: number;
  through?: string | null;
  role?: string;
}

function columnsOf(legs: readonly Leg[], mayOpen: boolean): Column<Leg>[] {
  const hasBalance = legs.some(({ balanceAfter }) => balanceAfter !== undefined);
  return [
    {
      key: 'account',
      header: 'Account',
      cell: (leg) => (
        <>
          <RecordLink to={leg.hasPage && mayOpen ? recordAddress('account', leg.account) : undefined}>
            {leg.account}
          </RecordLink>
          <span className="block text-sm text-muted">{leg.accountName}</span>
          {leg.through && (
            <span className="block text-sm text-muted">
              through{' '}
              <RecordLink to={mayOpen ? recordAddress('account', leg.through) : undefined}>{leg.through}</RecordLink>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'narration',
      header: 'Narration',
      cell: (leg) => (
        <>
          {leg.narration}
          {leg.role && <span className="block text-sm text-muted">{leg.role}</span>}
        </>
      ),
      isSecondary: true,
    },
    { key: 'debit', header: 'Debit', cell: (leg) => leg.isDebit && <Money amount={leg.amount} />, isNumber: true },
    { key: 'credit', header: 'Credit', cell: (leg) => !leg.isDebit && <Money amount={leg.amount} />, isNumber: true },
    ...(hasBalance
      ? [
          {
            key: 'balance',
            header: 'Balance after',
            cell: (leg: Leg) => <Money amount={leg.balanceAfter} />,
            isNumber: true,
            isSecondary: true,
          },
        ]
      : []),
  ];
}

/** The legs of a posting with the totals of both sides. */
export function LegTable({ legs }: { legs: readonly Leg[] }) {
  const may = useMay();
  const columns = columnsOf(legs, may('getAccount'));
  const sumOf = (isDebit: boolean): number =>
    legs.filter((leg) => leg.isDebit === isDebit).reduce((sum, leg) => sum + Math.round(leg.amount * 100), 0) / 100;
  return (
    <DataTable
      caption="Legs"
      columns={columns}
      rows={legs}
      rowKey={(leg) => String(legs.indexOf(leg))}
      foot={
        <tr className="border-t border-line font-semibold">
          <th scope="row" className="px-3 py-2 text-left">
            Total
          </th>
          <td className="max-md:hidden" />
          <td className="px-3 py-2 text-right">
            <Money amount={sumOf(true)} />
          </td>
          <td className="px-3 py-2 text-right">
            <Money amount={sumOf(false)} />
          </td>
          {columns.length > 4 && <td className="max-md:hidden" />}
        </tr>
      }
    />
  );
}
