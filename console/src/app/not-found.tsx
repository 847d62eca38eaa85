import { Link } from '@tanstack/react-router';
import { PageHead } from '../ui/page-head';

export function NotFound() {
  return (
    <PageHead
      title="There is no such page"
      intro={
        <Link to="/" className="underline">
          Go to the start
        </Link>
      }
    />
  );
}
