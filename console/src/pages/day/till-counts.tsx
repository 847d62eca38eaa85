import type { Row } from '../../api/client';
import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { naira } from '../../rules/naira';
import { recordAddress } from '../../rules/record-address';
import { actor } from '../../rules/words';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { NarrowWhen, When } from '../../ui/when';
import type { Till } from './till-actions';

const DENOMINATIONS = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5];

/** Counts the cash of a till: one row for each banknote and coin, with the number of pieces. */
export const COUNT_TILL = action<Till>()({
  operation: 'createTillCount',
  title: 'Count the cash',
  path: ({ id }) => ({ tillId: id }),
  isFor: ({ status }) => status === 'Active',
  fields: ['denominations', 'note'],
  labels: { denominations: 'Banknotes and coins', denomination: 'Value (₦)', pieces: 'Pieces' },
  initial: () => ({ denominations: DENOMINATIONS.map((denomination) => ({ denomination, pieces: 0 })) }),
  consequence: ({ balance }) =>
    `The ledger says ${naira(balance)}. Where the count differs, a colleague must approve; then the difference is posted to the ledger for shortages and overages. A count is kept as it was entered.`,
  done: 'The count has been entered.',
});

/** The counts of one till, newest first. */
export const TILL_COUNTS: ListDefinition<'listTillCounts'> = {
  operation: 'listTillCounts',
  title: 'Counts',
  isPart: true,
  columns: [
    {
      key: 'counted',
      header: 'Counted',
      cell: (row) => <When at={row.countedAt} />,
      isSecondary: true,
    },
    {
      key: 'by',
      header: 'By',
      cell: (row) => (
        <>
          {actor(row.countedBy)}
          <NarrowWhen at={row.countedAt} />
        </>
      ),
    },
    { key: 'cash', header: 'Cash', cell: (row) => <Money amount={row.counted} />, isNumber: true },
    {
      key: 'ledger',
      header: 'Ledger',
      cell: (row) => <Money amount={row.ledgerBalance} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'difference', header: 'Difference', cell: (row) => <Money amount={row.difference} />, isNumber: true },
    { key: 'pieces', header: 'Pieces', cell: (row) => <Pieces row={row} />, isSecondary: true },
    { key: 'status', header: 'State', cell: (row) => <Outcome row={row} /> },
  ],
  rowKey: (row) => String(row.id),
  filters: ['BusinessDate'],
  labels: { BusinessDate: 'Business date' },
  empty: 'A count appears here when the teller has counted the cash of the till.',
};

function Pieces({ row: { denominations, note } }: { row: Row<'listTillCounts'> }) {
  const counted = denominations.filter(({ pieces }) => pieces > 0);
  return (
    <>
      {counted.map(({ denomination, pieces }) => `${pieces} × ${naira(denomination)}`).join(', ') || 'None'}
      {note && <span className="block text-sm text-muted">{note}</span>}
    </>
  );
}

function Outcome({ row: { status, approvalId, postingReferenceNumber } }: { row: Row<'listTillCounts'> }) {
  return (
    <>
      <Pill status={status} />
      {approvalId !== null && status === 'PendingApproval' && (
        <span className="block text-sm">
          <RecordLink to={recordAddress('approval', approvalId)}>Open the request</RecordLink>
        </span>
      )}
      {postingReferenceNumber && (
        <span className="block text-sm">
          <RecordLink to={recordAddress('posting', postingReferenceNumber)}>{postingReferenceNumber}</RecordLink>
        </span>
      )}
    </>
  );
}
