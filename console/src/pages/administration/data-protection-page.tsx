import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { count } from '../../rules/naira';
import { recordAddress } from '../../rules/record-address';
import { actor } from '../../rules/words';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { TabPanels } from '../../ui/tab-panels';
import { Day, When } from '../../ui/when';

const HOLDS: ListDefinition<'listLegalHolds'> = {
  operation: 'listLegalHolds',
  title: 'Legal holds',
  isPart: true,
  filters: ['InForce', 'CustomerID'],
  labels: { InForce: 'In force', CustomerID: 'Customer' },
  columns: [
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) => <RecordLink to={recordAddress('customer', row.customerID)}>{row.customerID}</RecordLink>,
    },
    {
      key: 'reason',
      header: 'Why',
      cell: (row) => (
        <>
          {row.reason}
          <span className="block text-sm text-muted">{row.reference}</span>
        </>
      ),
    },
    {
      key: 'placed',
      header: 'Placed',
      isSecondary: true,
      cell: (row) => (
        <>
          <When at={row.placedAt} />
          <span className="block text-sm text-muted">{actor(row.placedBy)}</span>
        </>
      ),
    },
    {
      key: 'until',
      header: 'Until',
      cell: (row) => (row.until ? <Day on={row.until} /> : 'Removed by staff'),
      isSecondary: true,
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) =>
        row.inForce ? (
          <Pill status="InForce" tone="warn" />
        ) : (
          <>
            <Pill status="Ended" tone="muted" />
            {row.removedAt && (
              <span className="block text-sm text-muted">
                <When at={row.removedAt} />, {actor(row.removedBy)}: {row.removalReason}
              </span>
            )}
          </>
        ),
    },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A hold keeps a customer’s data from being deleted; it is placed on the page of the customer.',
};

const RETENTION: ListDefinition<'listPersonalDataRetention'> = {
  operation: 'listPersonalDataRetention',
  title: 'Retention',
  isPart: true,
  columns: [
    {
      key: 'what',
      header: 'What is deleted',
      cell: (row) => (
        <>
          {row.title.charAt(0).toUpperCase() + row.title.slice(1)}
          {row.floor !== null && (
            <span className="block text-sm text-muted">
              At least {row.floor} {row.unit}: {row.floorSource}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'period',
      header: 'After',
      isNumber: true,
      cell: (row) => (
        <RecordLink to={`/admin/configuration?do=setConfigurationKey&of=${row.setting}`}>
          {row.period} {row.unit}
        </RecordLink>
      ),
    },
    { key: 'due', header: 'Due now', isNumber: true, cell: (row) => count(row.due) },
    { key: 'held', header: 'Kept by a hold', isNumber: true, cell: (row) => count(row.held), isSecondary: true },
    { key: 'removed', header: 'Deleted so far', isNumber: true, cell: (row) => count(row.removed), isSecondary: true },
    { key: 'last', header: 'Last run', cell: (row) => <When at={row.lastRunAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.kind,
  empty: 'There is nothing to retain.',
};

export default function DataProtectionPage() {
  return (
    <div className="space-y-4">
      <PageHead
        title="Data protection"
        intro="How long personal data is kept, and whose data must not be deleted. What is due is deleted by itself, most of it with the end of day."
      />
      <TabPanels
        panels={[
          { name: 'retention', title: 'Retention', content: () => <ListPage of={RETENTION} /> },
          { name: 'holds', title: 'Legal holds', content: () => <ListPage of={HOLDS} /> },
        ]}
      />
    </div>
  );
}
