import type { ListDefinition, ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';
import { overrideText } from './rating-words';

const TABS: readonly ListTab[] = [
  { title: 'All', search: {} },
  { title: 'High', search: { Level: 'high' } },
  { title: 'Review due', search: { ReviewDue: 'true' } },
  { title: 'To approve', search: { Proposed: 'true' } },
];

const RATINGS: ListDefinition<'listRiskRatings'> = {
  operation: 'listRiskRatings',
  title: 'Risk ratings',
  intro:
    'The level of each customer by the model of the institution. A level that staff propose holds when somebody else approves it.',
  tabs: TABS,
  columns: [
    {
      key: 'customer',
      header: 'Customer',
      cell: (row) =>
        row.customerID && <RecordLink to={`/customers/${row.customerID}?tab=risk`}>{row.customerID}</RecordLink>,
    },
    {
      key: 'level',
      header: 'Level',
      cell: (row) => (
        <>
          <Pill status={row.level} />
          <span className="block text-sm text-muted">{overrideText(row)}</span>
        </>
      ),
    },
    { key: 'score', header: 'Score', cell: (row) => row.score, isNumber: true },
    {
      key: 'reason',
      header: 'Strongest reason',
      cell: (row) => row.drivers.toSorted((a, b) => b.points - a.points)[0]?.text,
      isSecondary: true,
    },
    {
      key: 'proposed',
      header: 'Proposed',
      cell: (row) => row.proposedLevel && <Pill status={row.proposedLevel} />,
      isSecondary: true,
    },
    { key: 'review', header: 'Next review', cell: (row) => <Day on={row.reviewOn} />, isSecondary: true },
    { key: 'rated', header: 'Rated', cell: (row) => <When at={row.ratedAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.customerID ?? '',
  opens: (row) => (row.customerID ? `/customers/${row.customerID}?tab=risk` : undefined),
  filters: ['Level', 'ReviewDue', 'Proposed'],
  labels: { Proposed: 'Waits for approval' },
  empty: 'A rating appears seconds after a customer is opened or changed, once RISK_RATING_ENABLED is set.',
};

/** The risk ratings of customers. */
export default function RiskRatingsPage() {
  return <ListPage of={RATINGS} />;
}
