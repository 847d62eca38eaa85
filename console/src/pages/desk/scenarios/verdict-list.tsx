import type { ListDefinition } from '../../../list/list-definition';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { NarrowWhen, When } from '../../../ui/when';
import { actionText, type Verdict, verdictSource } from './scenario-words';

/** Movements that met a scenario. */
export const VERDICTS: ListDefinition<'listAmlScenarioVerdicts'> = {
  operation: 'listAmlScenarioVerdicts',
  title: 'Verdicts',
  columns: [
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) => (
        <>
          <RecordLink to={`/postings/${row.postingReferenceNumber}`}>{row.postingReferenceNumber}</RecordLink>
          <span className="block text-sm">
            <RecordLink to={`/accounts/${row.accountNumber}`}>{row.accountNumber}</RecordLink>
          </span>
          <NarrowWhen at={row.at} />
        </>
      ),
    },
    {
      key: 'scenario',
      header: 'Scenario',
      cell: (row) => {
        const { text, address } = verdictSource(row.code);
        return (
          <>
            <RecordLink to={address}>{text}</RecordLink>
            <span className="block text-sm text-muted">{row.version > 0 && `Version ${row.version}`}</span>
          </>
        );
      },
    },
    { key: 'reasons', header: 'Reasons', cell: (row) => <Reasons of={row} />, isSecondary: true },
    { key: 'score', header: 'Score', cell: (row) => row.score, isNumber: true, isSecondary: true },
    { key: 'action', header: 'Action', cell: (row) => actionText(row.action), isSecondary: true },
    { key: 'mode', header: 'Mode', cell: (row) => <Pill status={row.mode} /> },
    { key: 'at', header: 'Time', cell: (row) => <When at={row.at} />, isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A verdict appears some seconds after a movement that meets a scenario, live or in shadow.',
};

function Reasons({ of }: { of: Verdict }) {
  return (
    <ul className="m-0 list-none p-0 text-sm">
      {of.contributions
        .filter(({ met }) => met)
        .map(({ text, points }) => (
          <li key={text}>
            {text} <span className="text-muted">({points})</span>
          </li>
        ))}
    </ul>
  );
}
