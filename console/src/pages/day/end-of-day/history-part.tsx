import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { actor } from '../../../rules/words';
import { Money } from '../../../ui/money';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';

/** The board of one closed day, with its steps and its proof. */
const addressOf = (date: string): string => `/end-of-day?Date=${date}`;

const RUNS: ListDefinition<'listEndOfDayRuns'> = {
  operation: 'listEndOfDayRuns',
  title: 'Closed days',
  isPart: true,
  columns: [
    {
      key: 'day',
      header: 'Day',
      cell: (row) => (
        <RecordLink to={addressOf(row.date)}>
          <Day on={row.date} />
        </RecordLink>
      ),
      sort: 'date',
    },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    {
      key: 'proof',
      header: 'Proof',
      cell: ({ proof }) =>
        proof ? <Pill status={proof.passed ? 'Proved' : 'Failed'} tone={proof.passed ? 'good' : 'danger'} /> : '–',
    },
    {
      key: 'exceptions',
      header: 'Open exceptions',
      cell: (row) => row.openExceptions || '–',
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'booked',
      header: 'Moved on the day',
      cell: ({ proof }) => <Money amount={proof && Number(proof.moved.debits)} />,
      isNumber: true,
      isSecondary: true,
    },
    { key: 'by', header: 'Started by', cell: (row) => actor(row.startedBy), isSecondary: true },
    { key: 'finished', header: 'Finished', cell: (row) => <When at={row.finishedAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.date,
  opens: (row) => addressOf(row.date),
  empty: 'A row appears with the first end of day.',
};

/** The days that were closed, each with its proof. */
export function HistoryPart() {
  return <ListPage of={RUNS} />;
}
