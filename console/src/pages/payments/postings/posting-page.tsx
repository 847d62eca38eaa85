import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { action } from '../../../form/action';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { listAddress } from '../../../list/list-page';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';
import { LegTable } from './leg-table';

type Posting = Answer<'getPosting'>;

/** Kinds of postings that staff may reverse; all others are undone by the record to which they belong. */
const REVERSIBLE = new Set(['transfer', 'posting', 'posting-group']);

function cannotReverse({ status, reversedBy }: Posting): string | null {
  if (reversedBy !== null) return 'It has been reversed already.';
  return status === 'Posted' ? null : 'Only a posting that moved money can be reversed.';
}

const ACTIONS = [
  action<Posting>()({
    operation: 'reversePosting',
    title: 'Reverse the posting',
    confirm: 'Ask for the reversal',
    isDanger: true,
    path: ({ postingReferenceNumber }) => ({ postingReferenceNumber }),
    isFor: ({ kind }) => REVERSIBLE.has(kind),
    reason: cannotReverse,
    consequence: ({ amount }) =>
      'A colleague must approve. Nothing moves before. Then the mirror of the whole posting, ' +
      `${naira(amount)} and its charges, is posted once; accounts that are debited must have the money.`,
    done: 'The posting has been reversed.',
  }),
];

/** The page of the record to which a posting belongs. */
function originOf({ kind, postingReferenceNumber, reference }: Posting): { title: string; to: string } | undefined {
  if (kind === 'transfer' || kind === 'outward-transfer')
    return { title: 'Transfer', to: `/payments/transfers/${postingReferenceNumber}` };
  if (kind === 'bill-vend') return { title: 'Bill payment', to: `/payments/bills/${postingReferenceNumber}` };
  if (kind === 'posting-group')
    return { title: 'Posting group', to: listAddress('/posting-groups', { ReferenceNumber: reference }) };
  return undefined;
}

/** One posting: its legs, and the records around it. */
export default function PostingPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const posting = useQuery(recordQuery('getPosting', id));
  if (!posting.data)
    return (
      <div className="space-y-4">
        <PageHead title={`Posting ${id}`} />
        <ProblemNotice problem={posting.error} retry={() => void posting.refetch()} />
      </div>
    );
  return <LoadedPosting posting={posting.data} />;
}

function LoadedPosting({ posting }: { posting: Posting }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Posting ${posting.postingReferenceNumber}`}
        beside={
          <>
            <Pill status={posting.status} />
            {posting.reversedBy && <Pill status="Reversed" />}
            {posting.forced && <Pill status="Forced" tone="warn" />}
          </>
        }
        intro={`${naira(posting.amount)}: ${posting.narration}`}
      >
        <ActionButtons actions={ACTIONS} record={posting} />
      </PageHead>
      {posting.failureMessage && <Notice tone="danger">Not posted: {posting.failureMessage}</Notice>}
      <Card title="Legs">
        {posting.entries.length === 0 ? (
          <Empty title="No legs">A posting has legs once its money has moved.</Empty>
        ) : (
          <LegTable legs={posting.entries.map(legOf)} />
        )}
      </Card>
      <Card title="About it">
        <PostingFacts posting={posting} />
      </Card>
      <ActionHost actions={ACTIONS} recordOf={() => posting} />
    </div>
  );
}

function legOf(entry: Posting['entries'][number]) {
  return {
    ...entry,
    account: entry.accountNumber,
    isDebit: entry.side === 'debit',
    hasPage: entry.accountKind === 'customer',
    through: entry.virtualAccountNumber,
    role: entry.role === 'principal' ? undefined : label(entry.role),
  };
}

function PostingFacts({ posting }: { posting: Posting }) {
  const origin = originOf(posting);
  const link = (kind: string, id: string | number) => <RecordLink to={recordAddress(kind, id)}>{id}</RecordLink>;
  return (
    <Facts
      columns={3}
      of={[
        ['Kind', label(posting.kind)],
        ['Reference', <span className="break-all">{posting.reference}</span>],
        !!origin && ['Belongs to', <RecordLink to={origin.to}>{origin.title}</RecordLink>],
        posting.fee !== 0 && ['Fee', <Money amount={posting.fee} />],
        ['Business date', <Day on={posting.businessDate} />],
        ['Value date', <Day on={posting.valueDate} />],
        ['Asked by', actor(posting.initiatedBy)],
        ['Approved by', actor(posting.approvedBy)],
        ['Asked', <When at={posting.createdAt} />],
        ['Posted', <When at={posting.postedAt} />],
        posting.instrumentNumber !== null && ['Cheque or slip', posting.instrumentNumber],
        posting.reversalOf !== null && ['Reverses', link('posting', posting.reversalOf)],
        posting.reversedBy !== null && ['Reversed by', link('posting', posting.reversedBy)],
        posting.approvalId !== null && ['Approval', link('approval', posting.approvalId)],
        posting.holdApprovalId !== null && ['AML hold', link('hold', posting.holdApprovalId)],
      ]}
    />
  );
}
