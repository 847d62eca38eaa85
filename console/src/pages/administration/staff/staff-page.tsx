import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { permissionOf, read } from '../../../api/client';
import { useSession } from '../../../app/session';
import { ActionHost, ActionMenu } from '../../../form/action-host';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { may } from '../../../rules/permissions';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { programText } from './program';
import { SignIn } from './sign-in';
import { type Member, STAFF_ACTIONS } from './staff-actions';

function sessionsOf(staffID: string): ListDefinition<'listStaffSessions'> {
  return {
    operation: 'listStaffSessions',
    title: 'Sessions',
    isPart: true,
    path: { staffID },
    columns: [
      { key: 'begun', header: 'Begun', cell: (row) => <When at={row.createdAt} /> },
      { key: 'seen', header: 'Last seen', cell: (row) => <When at={row.lastSeenAt} /> },
      { key: 'ends', header: 'Ends', cell: (row) => <When at={row.expiresAt} />, isSecondary: true },
      { key: 'address', header: 'Address', cell: (row) => row.address },
      { key: 'proof', header: 'Signed in with', cell: (row) => <Assurance of={row.assurance} />, isSecondary: true },
      { key: 'program', header: 'Program', cell: (row) => programText(row.userAgent), isSecondary: true },
    ],
    rowKey: (row) => String(row.id),
    empty: 'They are not signed in.',
  };
}

function Assurance({ of }: { of: string }) {
  return of === 'password' ? 'Password only' : 'Password and second factor';
}

export default function StaffPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const list = useQuery({
    queryKey: ['listStaff', id],
    queryFn: ({ signal }) => read('listStaff', { query: { StaffID: id }, signal }),
  });
  if (!list.data) return <ProblemNotice problem={list.error} retry={() => void list.refetch()} />;
  const member = list.data.data[0];
  return member ? <LoadedMember member={member} /> : <Empty title={`There is no member of staff ${id}`} />;
}

function LoadedMember({ member }: { member: Member }) {
  const { permissions } = useSession();
  return (
    <div className="space-y-4">
      <PageHead
        title={member.name}
        beside={<Pill status={member.status} />}
        intro={`Member of staff ${member.staffID}`}
      >
        <ActionMenu actions={STAFF_ACTIONS} record={member} />
      </PageHead>
      <Card title="Details">
        <Facts
          columns={3}
          of={[
            ['E-mail address', member.email],
            ['Branch', `${member.branchCode} ${member.branchName}`],
            ['Roles', member.roles.join(', ') || 'None'],
            ['Sign-in', <SignIn of={member} />],
            ['Last sign-in', <When at={member.lastSignInAt} />],
            may(permissions, permissionOf('listAuditLog')) && [
              'Records',
              <RecordLink to={`/audit?Actor=${encodeURIComponent(`staff:${member.staffID}`)}`}>
                What they have done
              </RecordLink>,
            ],
          ]}
        />
      </Card>
      {may(permissions, permissionOf('listStaffSessions')) && (
        <Card title="Sessions">
          <ListPage of={sessionsOf(member.staffID)} />
        </Card>
      )}
      <ActionHost actions={STAFF_ACTIONS} recordOf={() => member} />
    </div>
  );
}
