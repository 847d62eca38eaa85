import type { ListDefinition } from '../../list/list-definition';
import { recordAddress } from '../../rules/record-address';
import { actor } from '../../rules/words';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day, When } from '../../ui/when';

/** Amounts that are held on accounts; also a part of the account's page. */
export const LIENS: ListDefinition<'listLiens'> = {
  operation: 'listLiens',
  title: 'Liens',
  intro: 'Amounts that stay on accounts and cannot be paid out.',
  columns: [
    {
      key: 'account',
      header: 'Account',
      cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
    },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'reason', header: 'Reason', cell: (row) => row.reason ?? row.heldFor ?? '–', isSecondary: true },
    { key: 'by', header: 'Placed by', cell: (row) => actor(row.placedBy), isSecondary: true },
    { key: 'at', header: 'Placed', cell: (row) => <When at={row.placedAt} />, isSecondary: true },
    { key: 'until', header: 'Expires', cell: (row) => <Day on={row.expiryDate} />, isSecondary: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => String(row.id),
  filters: ['AccountNumber', 'Status'],
  labels: { AccountNumber: 'Account', Status: 'State' },
  empty: 'A lien appears here when an API client or the institution places one.',
};
