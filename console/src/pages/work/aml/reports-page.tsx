import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { TabPanels } from '../../../ui/tab-panels';
import { NarrowWhen, When } from '../../../ui/when';

const FILTERS = { filters: ['StartDate', 'EndDate'], labels: { StartDate: 'From', EndDate: 'Until' } };

const SUSPICIOUS: ListDefinition<'listSuspiciousTransactions'> = {
  operation: 'listSuspiciousTransactions',
  title: 'Suspicious transactions',
  isPart: true,
  ...FILTERS,
  formats: ['CSV', 'Excel'],
  columns: [
    { key: 'at', header: 'Recorded', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    {
      key: 'account',
      header: 'Account',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('account', row.accountNumber)}>{row.accountNumber}</RecordLink>
          <span className="block text-sm text-muted">{row.direction === 'outflow' ? 'Money out' : 'Money in'}</span>
          <NarrowWhen at={row.createdAt} />
        </>
      ),
    },
    { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
    {
      key: 'window',
      header: '24 hours before',
      isNumber: true,
      isSecondary: true,
      cell: (row) => <Money amount={row.windowAmount} />,
    },
    {
      key: 'rule',
      header: 'Rule',
      isSecondary: true,
      cell: (row) => (
        <>
          {row.ruleName}
          <span className="block text-sm text-muted">{row.reason}</span>
        </>
      ),
    },
    {
      key: 'hold',
      header: 'Hold',
      cell: (row) =>
        row.approvalId === null ? (
          '–'
        ) : (
          <RecordLink to={recordAddress('hold', row.approvalId)}>{row.approvalId}</RecordLink>
        ),
    },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A movement is recorded here when it meets a rule of screening.',
};

const SCREENING: ListDefinition<'getScreeningReport'> = {
  operation: 'getScreeningReport',
  title: 'Held movements',
  isPart: true,
  ...FILTERS,
  formats: ['CSV', 'Excel'],
  columns: [
    { key: 'at', header: 'Held', cell: (row) => <When at={row.heldAt} />, isSecondary: true },
    {
      key: 'hold',
      header: 'Hold',
      cell: (row) => (
        <>
          <RecordLink to={recordAddress('hold', row.approvalId)}>{row.approvalId}</RecordLink>
          <NarrowWhen at={row.heldAt} />
        </>
      ),
    },
    {
      key: 'accounts',
      header: 'From and to',
      cell: (row) => (
        <>
          {row.sourceAccount || '–'}
          <span className="block text-sm text-muted">to {row.destinationAccount || '–'}</span>
        </>
      ),
      isSecondary: true,
    },
    { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
    {
      key: 'decision',
      header: 'Decided by',
      cell: (row) => (
        <>
          {actor(row.decidedBy)}
          {row.note && <span className="block text-sm text-muted">{row.note}</span>}
        </>
      ),
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.currentStatus} /> },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A movement appears here when screening holds it, with what became of it.',
};

/** The findings of screening in a period, for the compliance file. */
export default function AmlReportsPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="AML reports"
        intro="What screening found in a period. A file holds the whole period, oldest first."
      />
      <TabPanels
        panels={[
          { name: 'suspicious', title: 'Suspicious transactions', content: () => <ListPage of={SUSPICIOUS} /> },
          { name: 'screening', title: 'Held movements', content: () => <ListPage of={SCREENING} /> },
        ]}
      />
    </div>
  );
}
