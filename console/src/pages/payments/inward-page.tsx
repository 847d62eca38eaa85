import type { Row } from '../../api/client';
import { action } from '../../form/action';
import type { ListDefinition } from '../../list/list-definition';
import { ListPage } from '../../list/list-page';
import { recordAddress } from '../../rules/record-address';
import { Money } from '../../ui/money';
import { Pill } from '../../ui/pill';
import { RecordLink } from '../../ui/record-link';
import { NarrowWhen, When } from '../../ui/when';

type Inward = Row<'listInwardTransfers'>;

const INWARD: ListDefinition<'listInwardTransfers'> = {
  operation: 'listInwardTransfers',
  title: 'Inward transfers',
  intro: 'Money from other institutions. What could not be credited lies in suspense until it is settled.',
  columns: [
    { key: 'at', header: 'Received', cell: (row) => <When at={row.receivedAt} />, isSecondary: true },
    {
      key: 'from',
      header: 'From',
      cell: (row) => (
        <>
          {row.originatorAccountName}
          <span className="block text-sm text-muted">
            {row.originatorAccountNumber}, institution {row.originatorInstitutionCode}
          </span>
        </>
      ),
      isSecondary: true,
    },
    {
      key: 'to',
      header: 'To',
      cell: (row) => (
        <>
          {row.status === 'InSuspense' ? (
            row.beneficiaryAccountNumber
          ) : (
            <RecordLink to={recordAddress('account', row.creditedAccountNumber ?? row.beneficiaryAccountNumber)}>
              {row.creditedAccountNumber ?? row.beneficiaryAccountNumber}
            </RecordLink>
          )}
          <NarrowWhen at={row.receivedAt} />
          {row.reasonMessage && <span className="block text-sm text-muted">{row.reasonMessage}</span>}
        </>
      ),
    },
    { key: 'narration', header: 'Narration', cell: (row) => row.narration, isSecondary: true },
    { key: 'amount', header: 'Amount', cell: (row) => <Money amount={row.amount} />, isNumber: true },
    { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
    {
      key: 'posting',
      header: 'Posting',
      cell: (row) => {
        const posting = row.settlementPostingReferenceNumber ?? row.postingReferenceNumber;
        return <RecordLink to={recordAddress('posting', posting)}>{posting}</RecordLink>;
      },
      isSecondary: true,
    },
  ],
  rowKey: (row) => String(row.id),
  tabs: [
    { title: 'All', search: {} },
    { title: 'In suspense', search: { Status: 'InSuspense' } },
    { title: 'Returned', search: { Status: 'Returned' } },
  ],
  filters: ['AccountNumber', 'SessionId', 'Status'],
  labels: { AccountNumber: 'Account', SessionId: 'Session', Status: 'State' },
  rowActions: [
    action<Inward>()({
      operation: 'settleInwardTransfer',
      title: 'Settle',
      confirm: 'Ask for approval',
      isFor: ({ status }) => status === 'InSuspense',
      fixed: ({ sessionId }) => ({ sessionId }),
      labels: { outcome: 'What happens to the money', accountNumber: 'Account to credit', note: 'Reason' },
      consequence: ({ originatorAccountName }) =>
        'A colleague must approve. Nothing moves before. Then the money is credited, or goes back to ' +
        `${originatorAccountName} by a transfer.`,
      done: 'The money is settled.',
    }),
  ],
  empty: 'A transfer appears here when another institution sends money to an account.',
};

export default function InwardPage() {
  return <ListPage of={INWARD} />;
}
