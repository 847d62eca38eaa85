import type { Row } from '../../api/client';
import { action, versionOf } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Pill } from '../../ui/pill';

type Branch = Row<'listBranches'>;

const BRANCHES: ListDefinition<'listBranches'> = {
  operation: 'listBranches',
  title: 'Branches',
  intro: 'Each customer, account and member of staff belongs to a branch.',
  columns: [
    { key: 'code', header: 'Code', cell: (row) => row.branchCode },
    { key: 'name', header: 'Name', cell: (row) => row.branchName },
    { key: 'address', header: 'Address', cell: (row) => row.address ?? '–', isSecondary: true },
    { key: 'state', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => row.branchCode,
  actions: [
    action<undefined>()({ operation: 'createBranch', title: 'Open a branch', done: 'The branch has been opened.' }),
  ],
  rowActions: [
    action<Branch>()({
      operation: 'updateBranch',
      title: 'Change the branch',
      version: versionOf,
      path: ({ branchCode }) => ({ branchCode }),
      initial: (branch) => ({ ...branch }),
      done: 'The branch has been changed.',
    }),
  ],
  empty: 'Open the first branch, then assign staff to it.',
};

export default function BranchesPage() {
  return <ListPage of={BRANCHES} />;
}
