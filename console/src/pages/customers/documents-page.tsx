import { ListPage } from '../../list/list-page';
import { DOCUMENTS } from './document-list';

const PAGE = {
  ...DOCUMENTS,
  defaults: { EntityType: 'customer' },
  empty: 'Choose the kind of record, and enter the number of the customer, account or loan.',
};

export default function DocumentsPage() {
  return <ListPage of={PAGE} />;
}
