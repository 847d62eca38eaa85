import {
  createColumnHelper,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { clsx } from 'clsx';
import { type ReactNode, useMemo } from 'react';
import { distinctKeys } from '../rules/distinct-keys';

/** A column of a list. */
export interface Column<R> {
  /** Its name in the address and in preferences. */
  key: string;
  header: string;
  cell: (row: R) => ReactNode;
  /** The value of `SortColumn` by which it sorts; without it, it does not. */
  sort?: string;
  isNumber?: boolean;
  /** Left out on narrow screens. */
  isSecondary?: boolean;
}

export interface Order {
  column: string | undefined;
  direction: 'Asc' | 'Desc';
}

interface DataTableProps<R> {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** Rows that have the same key are told apart by `distinctKeys`. */
  rowKey: (row: R) => string;
  order?: Order;
  onOrder?: (order: Order) => void;
  activeKey?: string;
  onOpen?: (row: R) => void;
  selection?: RowSelectionState;
  onSelection?: (selection: RowSelectionState) => void;
  foot?: ReactNode;
}

const features = tableFeatures({ rowSelectionFeature });

/** A table of records with figures in columns, sortable headings and, where asked for, ticks. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { caption, columns, rows, rowKey, order, onOrder, activeKey, onOpen, selection, onSelection, foot } = props;
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, R>();
    return helper.columns(
      columns.map((column) =>
        helper.display({ id: column.key, header: column.header, cell: ({ row }) => column.cell(row.original) }),
      ),
    );
  }, [columns]);
  const keyOf = distinctKeys(rows, rowKey);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: keyOf,
    state: { rowSelection: selection ?? {} },
    onRowSelectionChange: (change) => onSelection?.(typeof change === 'function' ? change(selection ?? {}) : change),
  });
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={`${caption}: table`}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {selection && (
              <th scope="col" className="w-8 px-3 py-2">
                <input
                  type="checkbox"
                  aria-label="Select all rows of this page"
                  className="size-4 accent-accent"
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} {...{ column, order, onOrder }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              aria-current={row.id === activeKey || undefined}
              onClick={(event) =>
                !(event.target as HTMLElement).closest('a,button,input,[role=menu]') && onOpen?.(row.original)
              }
              className={clsx(
                'border-b border-line last:border-0',
                onOpen && 'cursor-pointer hover:bg-sunken',
                row.id === activeKey && 'bg-accent-soft',
              )}
            >
              {selection && (
                <td className="px-3 py-2">
                  <input
                    type="checkbox"
                    aria-label={`Select ${row.id}`}
                    className="size-4 accent-accent"
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {row.getAllCells().map((cell) => {
                const column = byKey.get(cell.column.id)!;
                return (
                  <td
                    key={cell.id}
                    className={clsx(
                      'px-2 py-2 sm:px-3 align-top',
                      column.isNumber && 'text-right whitespace-nowrap',
                      column.isSecondary && 'max-md:hidden',
                    )}
                  >
                    {column.cell(row.original)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}

function Heading<R>({
  column,
  order,
  onOrder,
}: {
  column: Column<R>;
  order?: Order;
  onOrder?: (order: Order) => void;
}) {
  const isSorted = column.sort !== undefined && order?.column === column.sort;
  const ariaSort = isSorted ? (order.direction === 'Asc' ? 'ascending' : 'descending') : undefined;
  const className = clsx(
    'px-2 py-2 sm:px-3 font-medium whitespace-nowrap',
    column.isNumber && 'text-right',
    column.isSecondary && 'max-md:hidden',
  );
  if (column.sort === undefined || !onOrder)
    return (
      <th scope="col" className={className}>
        {column.header || <span className="sr-only">Actions</span>}
      </th>
    );
  const next: Order = { column: column.sort, direction: isSorted && order.direction === 'Desc' ? 'Asc' : 'Desc' };
  return (
    <th scope="col" aria-sort={ariaSort} className={className}>
      <button type="button" className="font-medium underline-offset-2 hover:underline" onClick={() => onOrder(next)}>
        {column.header} {isSorted ? (order.direction === 'Asc' ? '↑' : '↓') : ''}
      </button>
    </th>
  );
}
