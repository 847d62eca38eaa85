import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { useMay } from '../../../app/session';
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
type NameHit = Answer<'listAmlHoldNameHits'>['data'][number];
type OtherHold = Context['relatedHolds'][number];
type Movement = Context['windowMovements'][number];

/** Who stands on both sides of a held movement, and what happened around it. */
export function HoldContext({ approvalId }: { approvalId: number }) {
  const context = useQuery({
    queryKey: ['getAmlHoldContext', approvalId],
    queryFn: ({ signal }) => read('getAmlHoldContext', { path: { approvalId }, signal }),
  });
  if (context.data) return <ContextCards approvalId={approvalId} context={context.data} />;
  if (context.error) return <ProblemNotice problem={context.error} retry={() => void context.refetch()} />;
  // The place of the parties, so that what follows does not jump.
  return (
    <Card title="Parties">
      <div aria-busy="true" className="h-44" />
    </Card>
  );
}

function ContextCards({ approvalId, context }: { approvalId: number; context: Context }) {
  const may = useMay();
  const { parties, relatedHolds, sameCounterparty, windowMovements } = context;
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
      {may('listAmlHoldNameHits') && <NameHits approvalId={approvalId} />}
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

/** Entries of watch-lists that match the other side, as the lists are now; nothing where there are none. */
function NameHits({ approvalId }: { approvalId: number }) {
  const hits = useQuery({
    queryKey: ['listAmlHoldNameHits', approvalId],
    queryFn: ({ signal }) => read('listAmlHoldNameHits', { path: { approvalId }, signal }),
  });
  if (hits.error) return <ProblemNotice problem={hits.error} retry={() => void hits.refetch()} />;
  if (!hits.data || hits.data.data.length === 0) return null;
  return (
    <Card title="Entries of watch-lists" isFlush>
      <DataTable
        caption="Entries that match the other side"
        columns={HITS}
        rows={hits.data.data}
        rowKey={(row) => `${row.listCode} ${row.reference} ${row.searchedName}`}
      />
    </Card>
  );
}

const DIRECTIONS: Record<Party['role'], string> = { source: 'Money leaves', destination: 'Money comes in' };

function PartyFacts({ party }: { party: Party }) {
  if (party.name === null)
    return (
      <p className="m-0">
        {party.accountNumber}, no account of a customer here{' '}
        <span className="text-muted">{DIRECTIONS[party.role]}</span>
      </p>
    );
  return (
    <>
      <p className="mt-0 mb-2 font-semibold">
        {party.name} <span className="font-normal text-muted">{DIRECTIONS[party.role]}</span>
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

const HITS: Column<NameHit>[] = [
  { key: 'searched', header: 'Name in the payment', cell: (row) => row.searchedName },
  { key: 'entry', header: 'Entry', cell: (row) => `${row.name} (${row.reference})` },
  {
    key: 'list',
    header: 'List',
    cell: (row) => <RecordLink to={`/aml/watch-lists/${row.listCode}`}>{row.listName}</RecordLink>,
  },
  { key: 'score', header: 'Score', isNumber: true, cell: (row) => row.score.toFixed(2) },
  { key: 'reasons', header: 'Why', cell: (row) => row.reasons.join(' ') },
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
