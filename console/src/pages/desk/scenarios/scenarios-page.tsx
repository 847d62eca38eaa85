import type { ListDefinition, ListTab } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { CREATE } from './scenario-actions';
import { actionText, speedText, statesOf } from './scenario-words';

const TABS: readonly ListTab[] = [
  { title: 'All', search: {} },
  { title: 'Live', search: { State: 'live' } },
  { title: 'Shadow', search: { State: 'shadow' } },
  { title: 'Draft', search: { State: 'draft' } },
];

const SCENARIOS: ListDefinition<'listAmlScenarios'> = {
  operation: 'listAmlScenarios',
  title: 'Scenarios',
  intro: 'Patterns of movements. A scenario is written as a draft, watched in shadow, and put live by a second person.',
  tabs: TABS,
  columns: [
    {
      key: 'scenario',
      header: 'Scenario',
      cell: (row) => (
        <>
          <RecordLink to={`/aml/scenarios/${row.code}`}>{row.title}</RecordLink>
          <span className="block text-sm text-muted">{row.description}</span>
        </>
      ),
    },
    { key: 'action', header: 'When it fires', cell: (row) => actionText(row.action), isSecondary: true },
    { key: 'speed', header: 'Decides', cell: speedText, isSecondary: true },
    {
      key: 'origin',
      header: 'From',
      cell: (row) => (row.isShipped ? 'The program' : 'The institution'),
      isSecondary: true,
    },
    {
      key: 'versions',
      header: 'Versions',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          {statesOf(row).map(({ status, text }) => (
            <Pill key={status} status={status} text={text} />
          ))}
          {statesOf(row).length === 0 && <Pill status="Retired" />}
        </span>
      ),
    },
  ],
  rowKey: (row) => row.code,
  opens: (row) => `/aml/scenarios/${row.code}`,
  actions: [CREATE],
  empty: 'A scenario in this state appears here.',
};

/** The scenarios of the institution, with those that come with the program. */
export default function ScenariosPage() {
  return <ListPage of={SCENARIOS} />;
}
