import type { Row } from '../../../api/client';
import { action } from '../../../form/action';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';

type Group = Row<'listAmlScenarioGroups'>;

interface GroupDefinition {
  title?: string;
  members?: { scenario: string; weightPercent: number }[];
  alertAt?: number;
  holdAt?: number;
}

const definitionOf = ({ definition }: Group): GroupDefinition => definition;

const SET_GROUP = action<Group>()({
  operation: 'setAmlScenarioGroup',
  title: 'Change the group',
  path: ({ code }) => ({ groupCode: code }),
  initial: ({ definition, active }) => ({ definition, active }),
  labels: { active: 'In use' },
  consequence: () => 'A second person decides. Then the scores of its live members count together.',
  done: 'The group has been changed.',
});

/** A group to begin with. */
const EMPTY_GROUP = {
  schema: 1,
  code: 'weak-signs',
  publicName: 'Review of the account',
  title: 'Weak signs together',
  members: [
    { scenario: 'pass-through', weightPercent: 100 },
    { scenario: 'velocity', weightPercent: 50 },
  ],
  alertAt: 60,
  holdAt: 100,
};

const ADD_GROUP = action<undefined>()({
  operation: 'setAmlScenarioGroup',
  name: 'addGroup',
  title: 'New group',
  path: (_, { definition }) => ({ groupCode: String((definition as { code?: string }).code ?? '') }),
  initial: () => ({ definition: EMPTY_GROUP, active: true }),
  labels: { active: 'In use' },
  consequence: () => 'A second person decides. A group with the same code is replaced.',
  done: 'The group has been set.',
});

/** Builds the stored windows of accounts anew. */
const REBUILD = action<undefined>()({
  operation: 'rebuildAmlWindows',
  title: 'Rebuild the windows',
  consequence: () =>
    'The sums and counts that scenarios read are built anew from the stored facts of every account, in the background. Postings go on, and none is lost. This is needed after an upgrade that says so.',
  done: 'The rebuild has begun.',
});

const GROUPS: ListDefinition<'listAmlScenarioGroups'> = {
  operation: 'listAmlScenarioGroups',
  title: 'Scenario groups',
  intro: 'Scenarios whose scores count together: many weak signs of one account raise an alert or hold a movement.',
  columns: [
    {
      key: 'group',
      header: 'Group',
      cell: (row) => (
        <>
          <b>{definitionOf(row).title ?? row.code}</b>
          <span className="block text-sm text-muted">Outsiders read “{row.publicName}”</span>
          <Members of={row} />
        </>
      ),
    },
    {
      key: 'alert',
      header: 'Alert from',
      cell: (row) => definitionOf(row).alertAt,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'hold',
      header: 'Hold from',
      cell: (row) => definitionOf(row).holdAt ?? 'Never',
      isNumber: true,
      isSecondary: true,
    },
    { key: 'changed', header: 'Changed', cell: (row) => <When at={row.updatedAt} />, isSecondary: true },
    {
      key: 'state',
      header: 'State',
      cell: (row) => <Pill status={row.active ? 'Active' : 'Inactive'} text={row.active ? 'In use' : 'Not in use'} />,
    },
  ],
  rowKey: (row) => row.code,
  actions: [ADD_GROUP, REBUILD],
  rowActions: [SET_GROUP],
  empty: 'A group appears here when one is set.',
};

function Members({ of }: { of: Group }) {
  return (
    <ul className="m-0 mt-2 list-none p-0">
      {(definitionOf(of).members ?? []).map(({ scenario, weightPercent }) => (
        <li key={scenario}>
          <RecordLink to={`/aml/scenarios/${scenario}`}>{scenario}</RecordLink>{' '}
          <span className="text-muted">{weightPercent} %</span>
        </li>
      ))}
    </ul>
  );
}

/** Groups of scenarios, and the windows that scenarios read. */
export default function ScenarioGroupsPage() {
  return <ListPage of={GROUPS} />;
}
