import type { Row } from '../../api/client';
import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { label } from '../../rules/words';
import { Pill } from '../../ui/pill';
import { When } from '../../ui/when';
import { RequestParts } from './request-parts';

type DeadLetter = Row<'listDeadLetters'>;

const LIST: ListDefinition<'listDeadLetters'> = {
  operation: 'listDeadLetters',
  title: 'Given-up work',
  intro: 'Background work that failed until it was given up. Find out why, then try it again.',
  columns: [
    {
      key: 'kind',
      header: 'Work',
      cell: (row) => (
        <>
          <span className="font-medium">{label(row.kind)}</span>
          <RequestParts of={[['What it was about', row.payload]]} />
        </>
      ),
    },
    { key: 'error', header: 'Why it failed', cell: (row) => row.lastError ?? '–' },
    { key: 'attempts', header: 'Attempts', isNumber: true, cell: (row) => row.attempts, isSecondary: true },
    { key: 'created', header: 'Begun', cell: (row) => <When at={row.createdAt} />, isSecondary: true },
    {
      key: 'ended',
      header: 'Given up',
      cell: (row) => (row.finishedAt ? <When at={row.finishedAt} /> : <Pill status="Pending" />),
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  rowActions: [
    action<DeadLetter>()({
      operation: 'replayDeadLetter',
      title: 'Try it again',
      path: ({ id }) => ({ id }),
      consequence: ({ kind }) =>
        `"${label(kind)}" starts again from the beginning of its step, with as many attempts as the first time. It cannot happen twice.`,
      done: 'It is being tried again.',
    }),
  ],
  empty: 'All background work has been done.',
};

export default function DeadLettersPage() {
  return <ListPage of={LIST} />;
}
