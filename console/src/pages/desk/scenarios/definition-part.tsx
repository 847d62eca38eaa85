import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { useListSearch } from '../../../list/list-page';
import { count } from '../../../rules/naira';
import { label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { SelectField } from '../../../ui/select-field';
import { conditionWords, type Definition, textOf } from './scenario-definition';
import { actionText, definitionOf, type Scenario, type ScenarioVersion, workVersion } from './scenario-words';

/** The figures and conditions of one version, which the address names. */
export function DefinitionPart({ scenario }: { scenario: Scenario }) {
  const [search, change] = useListSearch();
  const shown = scenario.versions.find(({ version }) => String(version) === search.version) ?? workVersion(scenario);
  if (!shown) return <Empty title="No versions" />;
  const definition = definitionOf(shown);
  return (
    <div className="space-y-4">
      {scenario.versions.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label="Version"
            value={String(shown.version)}
            options={scenario.versions.map(({ version, state }) => [
              String(version),
              `${version} – ${label(state).toLowerCase()}`,
            ])}
            onChange={(version) => change({ version })}
          />
        </div>
      )}
      {shown.state === 'draft' && <Check version={shown} />}
      <Card title={`Figures of version ${shown.version}`}>
        <Figures of={definition} />
      </Card>
      <Card title="Conditions" isFlush>
        <DataTable
          caption="Conditions"
          columns={conditionColumns(definition)}
          rows={definition.conditions ?? []}
          rowKey={({ name }) => name}
        />
      </Card>
    </div>
  );
}

/** The check of a draft: an upgrade of the program may have removed a fact that it uses. */
function Check({ version: { definition } }: { version: ScenarioVersion }) {
  const check = useQuery({
    queryKey: ['verifyAmlScenario', definition],
    queryFn: ({ signal }) => read('verifyAmlScenario', { body: { definition }, signal }),
  });
  if (!check.data) return <ProblemNotice problem={check.error} retry={() => void check.refetch()} />;
  if (check.data.isValid) return <Notice tone="good">The draft has been checked and has no problem.</Notice>;
  return (
    <Notice tone="danger">
      The draft cannot be used.
      <ul className="m-0 mt-1 list-disc pl-5">
        {check.data.problems.map(({ position, reason }) => (
          <li key={position + reason}>
            <code>{position}</code>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Figures({ of }: { of: Definition }) {
  const parameters = Object.values(of.parameters ?? {}).map(
    (parameter) => [parameter.title, textOf(parameter)] as const,
  );
  return (
    <Facts
      columns={3}
      of={[
        ...parameters,
        ['Fires from a score of', of.firesAt],
        ['When it fires', actionText(of.action)],
        ['Looks at', scopeText(of)],
      ]}
    />
  );
}

/** Movements that the scenario looks at. */
function scopeText({ appliesTo = {} }: Definition): string {
  const { directions, channels, endpoints, minimumKobo } = appliesTo as {
    directions?: string[];
    channels?: string[];
    endpoints?: string[];
    minimumKobo?: number;
  };
  const parts = [
    directions?.map((one) => (one === 'inflow' ? 'money that comes in' : 'money that leaves')).join(' and '),
    channels && `channels ${channels.join(', ')}`,
    endpoints && `operations ${endpoints.join(', ')}`,
    minimumKobo !== undefined && `from ₦${count(minimumKobo / 100)} on`,
  ].filter(Boolean);
  return parts.length > 0 ? label(parts.join(', ')) : 'Every movement';
}

type Condition = NonNullable<Definition['conditions']>[number];

const conditionColumns = ({ parameters }: Definition): Column<Condition>[] => [
  {
    key: 'condition',
    header: 'Condition',
    cell: ({ name, words, when, required }) => (
      <>
        <b>{label(name)}</b>
        {required === false && <span className="text-muted"> – adds points, is not needed</span>}
        <span className="block">{conditionWords(words, parameters)}</span>
        <code className="block text-sm break-words text-muted">{when}</code>
      </>
    ),
  },
  { key: 'points', header: 'Points', cell: ({ points }) => points, isNumber: true },
];
