import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { provider } from '../../rules/words';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { When } from '../../ui/when';

const CARDS: ListDefinition<'listCards'> = {
  operation: 'listCards',
  title: 'Cards',
  intro: 'Debit cards of accounts. API clients link, block and delete them.',
  columns: [
    { key: 'number', header: 'Card', cell: (row) => row.maskedPan ?? row.serialNumber ?? '–' },
    {
      key: 'account',
      header: 'Account',
      cell: (row) => <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>,
    },
    { key: 'name', header: 'Name on the card', cell: (row) => row.nameOnCard ?? '–', isSecondary: true },
    { key: 'expiry', header: 'Expires', cell: (row) => row.expiryDate ?? '–', isSecondary: true },
    {
      key: 'channels',
      header: 'Works at',
      cell: (row) =>
        [row.atm && 'ATM', row.pos && 'POS', row.web && 'web'].filter(Boolean).join(', ') || 'nowhere at present',
      isSecondary: true,
    },
    { key: 'provider', header: 'Provider', cell: (row) => provider(row.provider), isSecondary: true },
    {
      key: 'status',
      header: 'State',
      cell: (row) => (
        <>
          <Pill status={row.cardStatus} />
          {row.statusReason && <span className="block text-sm text-muted">{row.statusReason}</span>}
        </>
      ),
    },
    { key: 'added', header: 'Added', cell: (row) => <When at={row.dateAdded} />, isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  filters: ['AccountNumber', 'CardStatus'],
  labels: { AccountNumber: 'Account', CardStatus: 'State' },
  empty: 'A card appears here when an API client links one to an account.',
};

export default function CardsPage() {
  return <ListPage of={CARDS} />;
}
