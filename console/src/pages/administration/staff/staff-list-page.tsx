import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { SignIn } from './sign-in';
import { CREATE_STAFF, STAFF_ACTIONS } from './staff-actions';

const LIST: ListDefinition<'listStaff'> = {
  operation: 'listStaff',
  title: 'Staff',
  intro: 'Who may sign in, where they work, and what their roles let them do.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'Active', search: { Status: 'Active' } },
    { title: 'Suspended', search: { Status: 'Suspended' } },
    { title: 'Inactive', search: { Status: 'Inactive' } },
  ],
  filters: ['Name', 'StaffID', 'BranchCode'],
  labels: { StaffID: 'Staff ID', BranchCode: 'Branch' },
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'Name',
      cell: (row) => (
        <>
          <RecordLink to={`/admin/staff/${row.staffID}`}>{row.name}</RecordLink>
          <span className="block text-sm break-all text-muted">{row.email}</span>
        </>
      ),
    },
    { key: 'id', header: 'Staff ID', sort: 'StaffID', cell: (row) => row.staffID, isSecondary: true },
    { key: 'branch', header: 'Branch', cell: (row) => row.branchName, isSecondary: true },
    { key: 'roles', header: 'Roles', cell: (row) => row.roles.join(', ') || 'None', isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
    { key: 'signInState', header: 'Sign-in', cell: (row) => <SignIn of={row} />, isSecondary: true },
    { key: 'last', header: 'Last sign-in', cell: (row) => <When at={row.lastSignInAt} />, isSecondary: true },
  ],
  rowKey: (row) => row.staffID,
  opens: (row) => `/admin/staff/${row.staffID}`,
  actions: [CREATE_STAFF],
  rowActions: STAFF_ACTIONS,
  empty: 'Add the first member of staff.',
};

export default function StaffListPage() {
  return <ListPage of={LIST} />;
}
