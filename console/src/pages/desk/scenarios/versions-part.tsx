import { Link } from '@tanstack/react-router';
import { type Column, DataTable } from '../../../list/data-table';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Pill } from '../../../ui/pill';
import { When } from '../../../ui/when';
import type { Scenario, ScenarioVersion } from './scenario-words';

const VERSIONS: Column<ScenarioVersion>[] = [
  {
    key: 'version',
    header: 'Version',
    cell: ({ version }) => (
      <Link to="." search={{ version: String(version) }} className="text-accent underline">
        Version {version}
      </Link>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <Pill status={state} /> },
  {
    key: 'by',
    header: 'Written by',
    cell: ({ createdBy, createdAt }) => (createdAt === null ? 'The program' : actor(createdBy)),
    isSecondary: true,
  },
  { key: 'written', header: 'Written', cell: ({ createdAt }) => <When at={createdAt} />, isSecondary: true },
  { key: 'shadow', header: 'Shadow since', cell: ({ shadowSince }) => <When at={shadowSince} />, isSecondary: true },
  { key: 'live', header: 'Live since', cell: ({ liveSince }) => <When at={liveSince} /> },
  { key: 'ended', header: 'Ended', cell: ({ endedAt }) => <When at={endedAt} />, isSecondary: true },
];

/** The versions of a scenario, the newest first. */
export function VersionsPart({ scenario }: { scenario: Scenario }) {
  return (
    <Card title="Versions" isFlush>
      <DataTable
        caption="Versions of the scenario"
        columns={VERSIONS}
        rows={scenario.versions}
        rowKey={({ version }) => String(version)}
      />
    </Card>
  );
}
