import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type Answer } from '../../api/client';
import { recordQuery } from '../../api/record-query';
import { ActionButtons, ActionHost, ActionMenu } from '../../form/action-host';
import { type Column, DataTable } from '../../list/data-table';
import { TotalsRow } from '../../list/totals-row';
import { recordAddress } from '../../rules/record-address';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { GROUP_ACTIONS, GROUP_CHANGES, GROUP_DECISIONS } from './group-loan-actions';

export type GroupLoan = Answer<'getGroupLoan'>;
type Member = GroupLoan['participants'][number];

const COLUMNS: readonly Column<Member>[] = [
  {
    key: 'loan',
    header: 'Loan',
    cell: (row) => (
      <>
        <RecordLink to={recordAddress('loan', row.loanAccountNumber)}>{row.loanAccountNumber}</RecordLink>
        <span className="block text-sm text-muted md:hidden">{row.loanRequest.customerName}</span>
      </>
    ),
  },
  { key: 'borrower', header: 'Borrower', cell: (row) => row.loanRequest.customerName, isSecondary: true },
  { key: 'state', header: 'State', cell: (row) => <Pill status={row.loanRequest.loanStatus} /> },
  {
    key: 'principal',
    header: 'Principal',
    cell: (row) => <Money amount={row.loanRequest.principalAmount} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'overdue',
    header: 'Overdue',
    cell: (row) => <Money amount={row.loanRequest.amountOverdue || null} />,
    isNumber: true,
    isSecondary: true,
  },
  {
    key: 'outstanding',
    header: 'Outstanding',
    cell: (row) => <Money amount={row.loanRequest.totalOutstanding} />,
    isNumber: true,
  },
];

/** One group loan with the loans of its members. */
export default function GroupLoanPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const group = useQuery(recordQuery('getGroupLoan', id));
  if (group.data) return <LoadedGroup group={group.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Group loan ${id}`} />
      <ProblemNotice problem={group.error} retry={() => void group.refetch()} />
    </div>
  );
}

function LoadedGroup({ group }: { group: GroupLoan }) {
  const navigate = useNavigate();
  const overdue = group.participants.reduce((sum, { loanRequest }) => sum + loanRequest.amountOverdue, 0);
  const isRequest = group.groupLoanStatus === 'PendingApproval';
  return (
    <div className="space-y-4">
      <PageHead
        title={group.name}
        beside={<Pill status={group.groupLoanStatus} />}
        intro={`Group loan ${group.id}, reference ${group.referenceNumber}`}
      >
        {isRequest ? (
          <ActionButtons actions={GROUP_DECISIONS} record={group} />
        ) : (
          <ActionMenu actions={GROUP_CHANGES} record={group} label="Change the group loan" />
        )}
      </PageHead>
      <Card title="Where it stands">
        <Facts
          columns={3}
          of={[
            ['Principal', <Money amount={group.totalPrincipal} />],
            ['Outstanding', <Money amount={group.totalOutstanding} />],
            ['Overdue', <Money amount={overdue} />],
            ['Members', group.participants.length],
            group.approvalId !== null && [
              'Approval',
              <RecordLink to={recordAddress('approval', group.approvalId)}>{group.approvalId}</RecordLink>,
            ],
            !!group.notes && ['Notes', group.notes],
          ]}
        />
      </Card>
      <Card title="Loans of the members" isFlush>
        <DataTable
          caption="Loans of the members"
          columns={COLUMNS}
          rows={group.participants}
          rowKey={(row) => row.loanAccountNumber}
          onOpen={(row) => void navigate({ to: recordAddress('loan', row.loanAccountNumber)! })}
          foot={
            <TotalsRow
              columns={COLUMNS}
              title="Sum"
              cells={{
                principal: <Money amount={group.totalPrincipal} />,
                overdue: <Money amount={overdue} />,
                outstanding: <Money amount={group.totalOutstanding} />,
              }}
            />
          }
        />
      </Card>
      <ActionHost actions={GROUP_ACTIONS} recordOf={() => group} />
    </div>
  );
}
