import type { Row } from '../../api/client';
import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Card } from '../../ui/card';
import { Pill } from '../../ui/pill';
import { When } from '../../ui/when';

type OwnSession = Row<'listOwnSessions'>;

const LIST: ListDefinition<'listOwnSessions'> = {
  operation: 'listOwnSessions',
  title: 'Sessions',
  isPart: true,
  columns: [
    { key: 'begun', header: 'Begun', cell: (row) => <When at={row.createdAt} /> },
    { key: 'seen', header: 'Last seen', cell: (row) => <When at={row.lastSeenAt} /> },
    { key: 'address', header: 'Address', cell: (row) => row.address ?? '–' },
    { key: 'program', header: 'Program', cell: (row) => row.userAgent ?? '–', isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => (row.isCurrent ? <Pill status="Active" text="This one" /> : null) },
  ],
  rowKey: (row) => String(row.id),
  rowActions: [
    action<OwnSession>()({
      operation: 'endOwnSession',
      title: 'End this session',
      path: ({ id }) => ({ sessionId: id }),
      consequence: () => 'Whoever uses it must sign in again.',
      done: 'The session has ended.',
    }),
  ],
  empty: 'Sessions appear when you sign in.',
};

export function OwnSessions() {
  return (
    <Card title="Sessions">
      <ListPage of={LIST} />
    </Card>
  );
}
