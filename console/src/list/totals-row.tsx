import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Column } from './data-table';

/** The last row of a table: sums under their columns. */
export function TotalsRow<R>({
  columns,
  title,
  cells,
}: {
  columns: readonly Column<R>[];
  title: string;
  cells: Record<string, ReactNode>;
}) {
  return (
    <tr className="border-t-2 border-line-strong font-semibold">
      {columns.map((column, index) => {
        const className = clsx(
          'px-2 py-2 sm:px-3',
          column.isNumber && 'text-right whitespace-nowrap',
          column.isSecondary && 'max-md:hidden',
        );
        return index === 0 ? (
          <th key={column.key} scope="row" className={className}>
            {title}
          </th>
        ) : (
          <td key={column.key} className={className}>
            {cells[column.key]}
          </td>
        );
      })}
    </tr>
  );
}
