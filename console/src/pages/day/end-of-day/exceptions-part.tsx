import { useQuery } from '@tanstack/react-query';
import { read, type Row } from '../../../api/client';
import { action } from '../../../form/action';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { day } from '../../../rules/dates';
import { label, plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { Day, When } from '../../../ui/when';

type Exception = Row<'listEndOfDayExceptions'>;

/** Open exceptions of one step on one day. */
interface Group {
  key: string;
  date: string;
  step: string;
  rows: Exception[];
}

/** The most rows that a page of the list has. */
const LONGEST_PAGE = 100;

const RERUN = action<Group>()({
  operation: 'rerunEndOfDayExceptions',
  title: 'Run the step again',
  fixed: ({ date, step }) => ({ date, step: step as never }),
  fields: [],
  consequence: ({ date, step }) =>
    `“${label(step)}” of ${day(date)} runs again for the rows that failed. Rows that succeed are marked resolved; the others stay here with their new message. What succeeds is booked.`,
  done: 'The step runs again for the rows that failed.',
});

const ALL: ListDefinition<'listEndOfDayExceptions'> = {
  operation: 'listEndOfDayExceptions',
  title: 'Exceptions',
  isPart: true,
  filters: ['Open', 'Date', 'Step'],
  labels: { Open: 'Still open', Date: 'Day' },
  columns: [
    { key: 'day', header: 'Day', cell: (row) => <Day on={row.date} />, sort: 'date' },
    { key: 'step', header: 'Step', cell: (row) => label(row.step), isSecondary: true },
    { key: 'subject', header: 'About', cell: (row) => row.subject },
    { key: 'message', header: 'Message', cell: (row) => row.message },
    { key: 'failed', header: 'Failed', cell: (row) => <When at={row.failedAt} />, isSecondary: true },
    {
      key: 'resolved',
      header: 'Resolved',
      cell: (row) => (row.resolvedAt ? <When at={row.resolvedAt} /> : <Pill status="Open" tone="danger" />),
    },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A row appears when a step cannot be done for an account or a loan; the others go on.',
};

function groupsOf(rows: readonly Exception[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = `${row.date} ${row.step}`;
    const group = groups.get(key) ?? { key, date: row.date, step: row.step, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The exceptions of a closing: open ones by step with their repetition, and all of them as a list. */
export function ExceptionsPart() {
  const open = useQuery({
    queryKey: ['listEndOfDayExceptions', 'open'],
    queryFn: ({ signal }) => read('listEndOfDayExceptions', { query: { Open: true, PageSize: LONGEST_PAGE }, signal }),
  });
  const groups = groupsOf(open.data?.data ?? []);
  return (
    <div className="space-y-4">
      <ProblemNotice problem={open.error} retry={() => void open.refetch()} />
      {groups.map((group) => (
        <Card
          key={group.key}
          title={`${label(group.step)}, ${day(group.date)}: ${plural(group.rows.length, 'open exception')}`}
          actions={<ActionButtons actions={[RERUN]} record={group} of={group.key} />}
        >
          <Messages rows={group.rows} />
        </Card>
      ))}
      <ListPage of={ALL} />
      <ActionHost actions={[RERUN] as never} recordOf={(of) => groups.find(({ key }) => key === of)} />
    </div>
  );
}

function Messages({ rows }: { rows: readonly Exception[] }) {
  const messages = [...new Set(rows.map(({ message }) => message))];
  return (
    <ul className="m-0 list-none space-y-2 p-0">
      {messages.map((message) => (
        <li key={message}>
          {message}
          <span className="block text-sm text-muted">
            {rows
              .filter((row) => row.message === message)
              .map(({ subject }) => subject)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
