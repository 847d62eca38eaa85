import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { Day, When } from '../../../ui/when';
import { LegTable } from './leg-table';

type PostingGroup = Answer<'getPostingGroup'>;

/** Ledger codes are shorter than account numbers. */
const ACCOUNT_NUMBER = /^\d{10}$/;

/** One posting group with its legs, also while it waits. */
export default function PostingGroupPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const group = useQuery(recordQuery('getPostingGroup', id));
  if (!group.data)
    return (
      <div className="space-y-4">
        <PageHead title="Posting group" />
        <ProblemNotice problem={group.error} retry={() => void group.refetch()} />
      </div>
    );
  return <LoadedGroup group={group.data} />;
}

function LoadedGroup({ group }: { group: PostingGroup }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Posting group ${group.referenceNumber}`}
        beside={
          <>
            <Pill status={group.status} />
            {group.isReversed && <Pill status="Reversed" />}
          </>
        }
        intro={`${naira(group.amount)}: ${group.narration}`}
      />
      {group.status === 'Pending Approval' && (
        <Notice tone="warn">
          {group.warning ?? 'Waits for the approval of a colleague. No money has moved.'} It is posted by itself once it
          is released or approved.
        </Notice>
      )}
      {group.failureReason && <Notice tone="danger">Not posted: {group.failureReason}</Notice>}
      <Card title="Legs">
        <LegTable
          legs={group.entries.map((entry) => ({
            ...entry,
            isDebit: entry.side === 'Debit',
            hasPage: ACCOUNT_NUMBER.test(entry.account),
          }))}
        />
      </Card>
      <Card title="About it">
        <Facts
          columns={3}
          of={[
            ['Entered by', actor(group.maker)],
            ['Entered', <When at={group.createdAt} />],
            ['Approved by', actor(group.checker)],
            ['Posted', <When at={group.postedAt} />],
            ['Value date', <Day on={group.valueDate} />],
            [
              'Posting',
              <RecordLink to={recordAddress('posting', group.postingReferenceNumber)}>
                {group.postingReferenceNumber}
              </RecordLink>,
            ],
          ]}
        />
      </Card>
    </div>
  );
}
