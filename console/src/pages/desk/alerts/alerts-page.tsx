import type { ListTab } from '../../../list/list-definition';
import { QueuePage } from '../../../list/queue-page';
import { age } from '../../../rules/dates';
import { Pill } from '../../../ui/pill';
import { AlertCase } from './alert-case';
import { sourceText } from './alert-words';
import { ClosePanel } from './close-panel';

const TABS: readonly ListTab[] = [
  { title: 'New', search: { Status: 'new' } },
  { title: 'Opened again', search: { Status: 'triaged' } },
  { title: 'In a case', search: { Status: 'linked' } },
  { title: 'Closed', search: { Status: 'closed' } },
  { title: 'Second look', search: { Status: 'closed', ToReview: 'true' } },
  { title: 'All', search: {} },
];

/** The queue of alerts: what has been found and needs a case or a reason. */
export default function AlertsPage() {
  return (
    <QueuePage
      operation="listAmlAlerts"
      title="Alerts"
      intro="Findings of rules, scenarios, name screening and complaints. Each goes into a case or is closed with a reason."
      path="/aml/alerts"
      tabs={TABS}
      filters={['CustomerID', 'Source', 'SourceID', 'MinScore', 'ToReview']}
      labels={{ SourceID: 'Rule or scenario', MinScore: 'Score from', ToReview: 'Waits for a second look' }}
      empty="An alert appears here when a movement, a name or a complaint meets a rule."
      idOf={(row) => String(row.id)}
      item={(row) => (
        <>
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate font-semibold">{row.publicName}</span>
            <span className="text-sm text-muted">{age(row.createdAt, Date.now())}</span>
          </span>
          <span className="flex items-center justify-between gap-2">
            <span className="truncate">{row.customerID ? `Customer ${row.customerID}` : 'No customer'}</span>
            {row.status !== 'new' && <Pill status={row.status} />}
          </span>
          <span className="block truncate text-sm text-muted">
            {sourceText(row)}, score {row.score}
          </span>
        </>
      )}
      bulk={(rows, onDone) => <ClosePanel alerts={rows} onDone={onDone} />}
    >
      {(id, onDecided) => <AlertCase id={id} onDecided={onDecided} />}
    </QueuePage>
  );
}
