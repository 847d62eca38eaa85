import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';

const GROUP_LOANS: ListDefinition<'listGroupLoans'> = {
  operation: 'listGroupLoans',
  title: 'Group loans',
  intro: 'Each member of a group has a loan of their own; the group is asked for, approved and changed together.',
  tabs: [
    { title: 'All', search: {} },
    { title: 'To approve', search: { groupLoanStatus: 'PendingApproval' } },
    { title: 'Running', search: { groupLoanStatus: 'Active' } },
    { title: 'In arrears', search: { groupLoanStatus: 'Delinquent' } },
  ],
  filters: ['groupLoanID', 'referenceNumber', 'groupLoanStatus'],
  labels: { groupLoanID: 'Group number', referenceNumber: 'Reference', groupLoanStatus: 'State' },
  columns: [
    {
      key: 'id',
      header: 'Group',
      cell: (row) => <RecordLink to={recordAddress('group-loan', row.id)}>{row.name}</RecordLink>,
    },
    { key: 'number', header: 'Number', cell: (row) => row.id, isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.groupLoanStatus} /> },
    { key: 'members', header: 'Members', cell: (row) => row.participants.length, isNumber: true, isSecondary: true },
    {
      key: 'principal',
      header: 'Principal',
      cell: (row) => <Money amount={row.totalPrincipal} />,
      isNumber: true,
      isSecondary: true,
    },
    {
      key: 'outstanding',
      header: 'Outstanding',
      cell: (row) => <Money amount={row.totalOutstanding} />,
      isNumber: true,
    },
  ],
  rowKey: (row) => String(row.id),
  opens: (row) => recordAddress('group-loan', row.id),
  empty: 'A group loan appears here when a channel or a branch asks for it.',
};

export default function GroupLoansPage() {
  return <ListPage of={GROUP_LOANS} />;
}
