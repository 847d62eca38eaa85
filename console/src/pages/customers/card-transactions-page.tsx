import type { ListDefinition } from '../../list/list-definition';
import { ListPage, useListSearch } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { NarrowWhen, When } from '../../ui/when';

const TRANSACTIONS: ListDefinition<'listCardTransactions'> = {
  operation: 'listCardTransactions',
  title: 'Card transactions',
  intro:
    'Purchases and withdrawals with cards. Forced ones were posted against the funds or the state of the account, ' +
    'because the card network had already paid: look at each.',
  columns: [
    { key: 'at', header: 'Posted', cell: (row) => <When at={row.postedAt} />, isSecondary: true },
    { key: 'type', header: 'Kind', cell: (row) => row.transactionType, isSecondary: true },
    {
      key: 'account',
      header: 'Account',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>
          <NarrowWhen at={row.postedAt} />
        </>
      ),
    },
    { key: 'narration', header: 'Narration', cell: (row) => row.narration, isSecondary: true },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    {
      key: 'back',
      header: 'Given back',
      cell: (row) => (row.givenBack === 0 ? '–' : <Money amount={row.givenBack} />),
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'marks',
      header: 'Marks',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          {row.forced && <Pill status="Forced" tone="warn" />}
          {row.alerted && <Pill status="Alerted" tone="info" />}
        </span>
      ),
    },
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) => (
        <RecordLink to={recordAddress('posting', row.postingReferenceNumber)}>{row.postingReferenceNumber}</RecordLink>
      ),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => recordAddress('posting', row.postingReferenceNumber),
  tabs: [
    { title: 'Forced', search: {} },
    { title: 'Alerted', search: { tab: 'alerted' } },
    { title: 'All', search: { tab: 'all' } },
  ],
  filters: ['AccountNumber', 'TransactionReference'],
  labels: { AccountNumber: 'Account', TransactionReference: 'Reference' },
  empty: 'A card transaction appears here when the card network reports it.',
};

const FORCED = { ...TRANSACTIONS, fixed: { Forced: 'true' }, empty: 'No card transaction had to be forced.' };
const ALERTED = { ...TRANSACTIONS, fixed: { Alerted: 'true' }, empty: 'No card transaction raised an alert.' };

/** Forced transactions come first: they are the ones that somebody must look at. */
export default function CardTransactionsPage() {
  const [{ tab }] = useListSearch();
  return <ListPage of={tab === 'all' ? TRANSACTIONS : tab === 'alerted' ? ALERTED : FORCED} />;
}
