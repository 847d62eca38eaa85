import type { ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { addReport } from './add-report';
import { REPORTS } from './report-list';

const ADD = addReport<undefined>({ title: 'Prepare a report', initial: () => ({ kind: 'STR' }) });

const TABS: readonly ListTab[] = [
  { title: 'Drafts', search: { Status: 'draft' } },
  { title: 'To approve', search: { Status: 'checked' } },
  { title: 'To export', search: { Status: 'approved' } },
  { title: 'To submit', search: { Status: 'exported' } },
  { title: 'Submitted', search: { Status: 'submitted' } },
  { title: 'Rejected', search: { Status: 'rejected' } },
  { title: 'Overdue', search: { Overdue: 'true' } },
  { title: 'Lapsed', search: { Lapsed: 'true' } },
  { title: 'All', search: {} },
];

/** Reports to the NFIU, with their deadlines. */
export default function NfiuReportsPage() {
  return (
    <ListPage
      of={{
        ...REPORTS,
        intro: 'Prepared and checked by one person, approved by another, handed in at the portal of the NFIU by hand.',
        tabs: TABS,
        filters: ['CustomerID', 'Kind', 'Status', 'Overdue', 'Lapsed'],
        labels: { Overdue: 'Past due', Lapsed: 'Any due time passed before filing' },
        actions: [ADD],
      }}
    />
  );
}
