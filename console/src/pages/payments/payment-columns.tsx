import type { Column } from '../../list/data-table';
import { recordAddress } from '../../rules/record-address';
import { RecordLink } from '../../ui/record-link';
import { NarrowWhen, When } from '../../ui/when';

/** A payment as lists name it. */
export interface NamedPayment {
  kind: 'transfer' | 'bill';
  /** The number of its posting, by which its page is found. */
  number: string;
  /** The reference of whoever asked for it. */
  reference: string;
}

/**
 * The first columns of every list of payments: the time, and the reference with a link to the payment.
 * @param name the payment of a row
 * @param sort the value of `SortColumn` for the time
 */
export function paymentColumns<R extends { transactionDate: string }>(
  name: (row: R) => NamedPayment,
  sort = 'TransactionDate',
): Column<R>[] {
  return [
    {
      key: 'at',
      header: 'Asked',
      sort,
      cell: (row) => <When at={row.transactionDate} />,
      isSecondary: true,
    },
    {
      key: 'reference',
      header: 'Reference',
      cell: (row) => {
        const { kind, number, reference } = name(row);
        return (
          <>
            <RecordLink to={recordAddress(kind, number)}>
              <span className="break-all">{reference}</span>
            </RecordLink>
            <NarrowWhen at={row.transactionDate} />
          </>
        );
      },
    },
  ];
}
