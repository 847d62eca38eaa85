import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';

type Context = Answer<'getAmlHoldContext'>;
type Party = Context['parties'][number];
type OtherHold = Context['relatedHolds'][number];
type Movement = Context['windowMovements'][number];

/** Who stands on both sides of a held movement, and what happened around it. */
export function HoldContext({ approvalId }: { approvalId: number }) {
  const context = useQuery({
    queryKey: ['getAmlHoldContext', approvalId],
    queryFn: ({ signal }) => read('getAmlHoldContext', { path: { approvalId }, signal }),
  });
  if (!context.data) return <ProblemNotice problem={context.error} retry={() => void context.refetch()} />;
  const { parties, relatedHolds, sameCounterparty, windowMovements } = context.data;
  return (
    <>
      <Card title="Parties">
        <ul className="m-0 list-none space-y-5 p-0">
          {parties.map((party) => (
            <li key={`${party.role} ${party.accountNumber}`}>
              <PartyFacts party={party} />
            </li>
          ))}
        </ul>
      </Card>
      {windowMovements.length > 0 && (
        <Card title="Movements that count with this one" isFlush>
          <DataTable
            caption="Movements of the 24 hours before"
            columns={MOVEMENTS}
            rows={windowMovements}
            rowKey={(row) => row.postingReferenceNumber}
          />
        </Card>
      )}
      <OtherHolds title="Earlier holds of the parties" holds={relatedHolds} />
      <OtherHolds title="Holds with the same counterparty" holds={sameCounterparty} />
    </>
  );
}

function PartyFacts({ party }: { party: Party }) {
  return (
    <>
      <p className="mt-0 mb-2 font-semibold">
        {party.name}{' '}
        <span className="font-normal text-muted">{party.role === 'source' ? 'Money leaves' : 'Money comes in'}</span>
      </p>
      <Facts
        columns={3}
        of={[
          ['Account', <RecordLink to={`/accounts/${party.accountNumber}`}>{party.accountNumber}</RecordLink>],
          [
            'Customer',
            party.customerID && <RecordLink to={`/customers/${party.customerID}`}>{party.customerID}</RecordLink>,
          ],
          ['Customer since', <Day on={party.openedAt} />],
          ['KYC tier', party.kycTier],
          ['Balance', <Money amount={party.balance} />],
          ['In, 30 days', <Money amount={party.in30d} />],
          ['Out, 30 days', <Money amount={party.out30d} />],
          ['Usual counterparties', party.usualCounterparties.map(({ accountNumber }) => accountNumber).join(', ')],
        ]}
      />
    </>
  );
}

const MOVEMENTS: Column<Movement>[] = [
  { key: 'at', header: 'Posted', cell: (row) => <When at={row.postedAt} /> },
  {
    key: 'posting',
    header: 'Posting',
    cell: (row) => <RecordLink to={`/postings/${row.postingReferenceNumber}`}>{row.postingReferenceNumber}</RecordLink>,
  },
  { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
];

const HOLDS: Column<OtherHold>[] = [
  {
    key: 'hold',
    header: 'Hold',
    cell: (row) => <RecordLink to={`/aml/holds/${row.approvalId}`}>{row.approvalId}</RecordLink>,
  },
  { key: 'at', header: 'Held', cell: (row) => <When at={row.heldAt} /> },
  { key: 'amount', header: 'Amount', isNumber: true, cell: (row) => <Money amount={row.amount} /> },
  { key: 'status', header: 'State', cell: (row) => <Pill status={row.status} /> },
];

function OtherHolds({ title, holds }: { title: string; holds: OtherHold[] }) {
  if (holds.length === 0) return null;
  return (
    <Card title={title} isFlush>
      <DataTable caption={title} columns={HOLDS} rows={holds} rowKey={(row) => String(row.approvalId)} />
    </Card>
  );
}
