import { ListPage } from '../../list/list-page';
import { DOCUMENTS } from './document-list';

const PAGE = {
  ...DOCUMENTS,
  empty: 'Choose the kind of record and enter its number: of a customer, an account or a loan.',
};

export default function DocumentsPage() {
  return <ListPage of={PAGE} />;
}
