import type { ReactNode } from 'react';

/** Named values of a record, as a list of terms; values without anything are a dash. */
export function Facts({
  of,
  columns = 2,
}: {
  of: readonly (readonly [string, ReactNode] | false | null)[];
  columns?: 1 | 2 | 3;
}) {
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 xl:grid-cols-3' }[columns];
  return (
    <dl className={`grid gap-x-6 gap-y-2 ${grid}`}>
      {of
        .filter((one) => !!one)
        .map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="m-0 break-words">{value === null || value === undefined || value === '' ? '–' : value}</dd>
          </div>
        ))}
    </dl>
  );
}
