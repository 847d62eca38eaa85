import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { actor } from '../../rules/words';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { Day, When } from '../../ui/when';

const PERIODS: ListDefinition<'listAccountingPeriods'> = {
  operation: 'listAccountingPeriods',
  title: 'Accounting periods',
  intro: 'Months and years that are closed, or wait to be. Nothing can be posted into a closed period.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Months', search: { Kind: 'Month' } },
    { title: 'Years', search: { Kind: 'Year' } },
  ],
  columns: [
    { key: 'period', header: 'Period', cell: (row) => row.period },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    { key: 'last', header: 'Last day', cell: (row) => <Day on={row.lastDay} />, sort: 'lastDay' },
    { key: 'asked', header: 'Asked by', cell: (row) => actor(row.requestedBy), isSecondary: true },
    { key: 'decided', header: 'Decided by', cell: (row) => actor(row.decidedBy), isSecondary: true },
    { key: 'closed', header: 'Closed', cell: (row) => <When at={row.closedAt} />, isSecondary: true },
    {
      key: 'more',
      header: 'Approval, posting',
      cell: (row) => (
        <>
          {row.approvalId !== null && (
            <RecordLink to={recordAddress('approval', row.approvalId)}>{`Approval ${row.approvalId}`}</RecordLink>
          )}{' '}
          {row.closingPostingReferenceNumber && (
            <RecordLink to={recordAddress('posting', row.closingPostingReferenceNumber)}>
              {row.closingPostingReferenceNumber}
            </RecordLink>
          )}
        </>
      ),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  actions: [
    action<undefined>()({
      operation: 'closeAccountingPeriod',
      title: 'Close a period',
      isDanger: true,
      consequence: () =>
        'A colleague must approve it. From then on no posting may have a value date up to the last day of the period, and a closed period is never opened again. Months close in order, and so do years. Closing a year moves the balance of every income and expense ledger to retained earnings. The first period to close also closes everything before it.',
      done: 'The period has been closed.',
    }),
  ],
  empty: 'Close the first month when its books are complete; everything before it is closed with it.',
};

export default function PeriodsPage() {
  return <ListPage of={PERIODS} />;
}
