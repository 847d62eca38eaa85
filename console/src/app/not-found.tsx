import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty';

export function NotFound() {
  return (
    <Empty title="There is no such page">
      <Link to="/" className="underline">
        Go to the start
      </Link>
    </Empty>
  );
}
