import { ActionButtons } from '../../../form/action-host';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { actor } from '../../../rules/words';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { TRY_ON_HISTORY } from './scenario-actions';
import type { Scenario } from './scenario-words';

const TRIALS: ListDefinition<'listAmlScenarioBacktests'> = {
  operation: 'listAmlScenarioBacktests',
  title: 'Trials',
  isPart: true,
  columns: [
    {
      key: 'begun',
      header: 'Begun',
      cell: (row) => (
        <RecordLink to={`/aml/scenarios/${row.code}/trials/${row.id}`}>
          <When at={row.createdAt} />
        </RecordLink>
      ),
    },
    { key: 'version', header: 'Version', cell: (row) => row.version, isNumber: true },
    { key: 'days', header: 'Days', cell: (row) => row.days, isNumber: true, isSecondary: true },
    { key: 'by', header: 'By', cell: (row) => actor(row.requestedBy), isSecondary: true },
    {
      key: 'alerts',
      header: 'Alerts per 1,000 movements',
      cell: (row) => row.result?.alertsPerThousand ?? '–',
      isNumber: true,
      isSecondary: true,
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.state} /> },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => `/aml/scenarios/${row.code}/trials/${row.id}`,
  empty: 'A trial shows how often a version would have fired on past movements.',
};

/** Trials of a scenario on past movements. */
export function TrialsOfScenario({ scenario }: { scenario: Scenario }) {
  return (
    <div className="space-y-4">
      <div className="flex justify-end gap-2 empty:hidden">
        <ActionButtons actions={[TRY_ON_HISTORY]} record={scenario} isPlain />
      </div>
      <ListPage of={{ ...TRIALS, path: { scenarioCode: scenario.code } }} />
    </div>
  );
}
