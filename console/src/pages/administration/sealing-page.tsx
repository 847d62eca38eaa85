import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { count } from '../../rules/naira';
import { label } from '../../rules/words';
import { Pill } from '../../ui/pill';
import { When } from '../../ui/when';

const PLACES: Record<string, string> = {
  customer: 'Customers',
  entity_metadata: 'Further data of records',
  name_enquiry: 'Name enquiries',
  payout: 'Payments to other institutions',
  posting: 'Postings',
  request_claim: 'Requests of clients',
  virtual_account: 'Virtual accounts',
};

const LIST: ListDefinition<'listIdentitySealing'> = {
  operation: 'listIdentitySealing',
  title: 'Identity numbers',
  intro:
    'BVNs and NINs are stored sealed. Numbers that were stored before are sealed once, in the background; here is how far that is.',
  columns: [
    { key: 'place', header: 'Where', cell: (row) => PLACES[row.place] ?? label(row.place) },
    {
      key: 'state',
      header: 'State',
      cell: (row) => <Pill status={row.status} tone={row.status === 'Finished' ? 'good' : undefined} />,
    },
    { key: 'sealed', header: 'Sealed', isNumber: true, cell: (row) => count(row.sealedRows) },
    {
      key: 'failed',
      header: 'Could not be sealed',
      isNumber: true,
      cell: (row) => <span className={row.failedRows > 0 ? 'text-danger' : ''}>{count(row.failedRows)}</span>,
    },
    { key: 'started', header: 'Begun', cell: (row) => <When at={row.startedAt} />, isSecondary: true },
    { key: 'finished', header: 'Finished', cell: (row) => <When at={row.finishedAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.place,
  empty: 'The sealing has not begun.',
};

export default function SealingPage() {
  return <ListPage of={LIST} />;
}
