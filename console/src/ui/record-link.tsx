import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to the page of a record, or its number alone where the reader may not open it. */
export function RecordLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className="text-accent underline underline-offset-2 hover:decoration-2">
      {children}
    </Link>
  );
}
