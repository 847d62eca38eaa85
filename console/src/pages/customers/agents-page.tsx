import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { Pill } from '../../ui/pill';

const AGENTS: ListDefinition<'listAgents'> = {
  operation: 'listAgents',
  title: 'Agents',
  intro: 'Agents bring loans and customers. API clients register them.',
  columns: [
    { key: 'code', header: 'Code', sort: 'agentCode', cell: (row) => row.agentCode },
    { key: 'name', header: 'Name', sort: 'name', cell: (row) => row.name },
    { key: 'branch', header: 'Branch', cell: (row) => row.branchName, isSecondary: true },
    { key: 'phone', header: 'Telephone', cell: (row) => row.phoneNumber ?? '–' },
    { key: 'email', header: 'E-mail', cell: (row) => row.emailAddress ?? '–', isSecondary: true },
    { key: 'notes', header: 'Notes', cell: (row) => row.notes ?? '–', isSecondary: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
  ],
  rowKey: (row) => row.agentCode,
  filters: ['Name', 'AgentCode', 'Status', 'BranchCode', 'ReferenceNumber'],
  labels: { AgentCode: 'Code', Status: 'State', BranchCode: 'Branch', ReferenceNumber: 'Reference' },
  empty: 'An agent appears here when an API client registers one.',
};

export default function AgentsPage() {
  return <ListPage of={AGENTS} />;
}
