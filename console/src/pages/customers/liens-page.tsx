import { ListPage } from '../../list/list-page';
import { LIENS } from './liens-list';

export default function LiensPage() {
  return <ListPage of={LIENS} />;
}
