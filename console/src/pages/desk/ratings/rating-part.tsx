import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { useMay, useSession } from '../../../app/session';
import { DecisionPanel, type Verdict } from '../../../decide/decision-panel';
import { action } from '../../../form/action';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { type Column, DataTable } from '../../../list/data-table';
import type { ListDefinition } from '../../../list/list-definition';
import { ListPage } from '../../../list/list-page';
import { actor, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Facts } from '../../../ui/facts';
import { ProblemNotice } from '../../../ui/notice';
import { Pill } from '../../../ui/pill';
import { Day, When } from '../../../ui/when';
import { factorText, overrideText, type Rating } from './rating-words';

const path = ({ customerID }: Rating) => ({ customerID: customerID ?? '' });

const OVERRIDE = action<Rating>()({
  operation: 'requestRiskOverride',
  title: 'Propose another level',
  path,
  labels: { until: 'Last day' },
  reason: ({ proposedLevel }) => (proposedLevel === null ? null : 'A level waits for approval already.'),
  consequence: () => 'Nothing changes before somebody else approves it. After the last day the model decides again.',
  done: 'The level has been proposed. Somebody else must decide it.',
});

const REVIEW = action<Rating>()({
  operation: 'registerRiskReview',
  title: 'Record a review',
  path,
  consequence: () => 'The next review counts from today.',
  done: 'The review has been recorded.',
});

const ACTIONS = [OVERRIDE, REVIEW];

/** The risk rating of a customer, on the customer's page. */
export function RiskRatingPart({ customerID }: { customerID: string }) {
  const rating = useQuery({
    queryKey: ['getRiskRating', customerID],
    queryFn: ({ signal }) => read('getRiskRating', { path: { customerID }, signal }),
    retry: false,
  });
  if (rating.error instanceof Problem && rating.error.code === 'RISK_NOT_RATED')
    return <Empty title="Not rated yet">{rating.error.message}</Empty>;
  if (!rating.data) return <ProblemNotice problem={rating.error} retry={() => void rating.refetch()} />;
  return <LoadedRating rating={rating.data} />;
}

function LoadedRating({ rating }: { rating: Rating }) {
  return (
    <div className="space-y-4">
      <Card title="Risk rating" actions={<Pill status={rating.level} />}>
        <div className="space-y-4">
          <Facts
            columns={3}
            of={[
              ['Score', `${rating.score} of 100`],
              ['Level of the model', label(rating.modelLevel)],
              ['Next review', <Day on={rating.reviewOn} />],
              ['Rated', <When at={rating.ratedAt} />],
              rating.overrideLevel !== null && ['Level', overrideText(rating)],
              rating.overrideLevel !== null && ['Reason', rating.overrideReason],
              rating.overrideLevel !== null && ['Last day', <Day on={rating.overrideUntil} />],
            ]}
          />
          <div className="flex flex-wrap gap-2 empty:hidden">
            <ActionButtons actions={ACTIONS} record={rating} isPlain />
          </div>
        </div>
      </Card>
      {rating.proposedLevel !== null && <Proposal rating={rating} />}
      <Card title="Reasons" isFlush>
        <DataTable
          caption="Reasons of the rating"
          columns={DRIVERS}
          rows={rating.drivers}
          rowKey={({ text }) => text}
        />
      </Card>
      <section className="space-y-2">
        <h2 className="text-base font-semibold">Changes</h2>
        <ListPage of={{ ...CHANGES, path: { customerID: rating.customerID ?? '' } }} />
      </section>
      <ActionHost actions={ACTIONS} recordOf={() => rating} />
    </div>
  );
}

const DRIVERS: Column<Rating['drivers'][number]>[] = [
  { key: 'factor', header: 'Factor', cell: ({ factor }) => factorText(factor) },
  { key: 'text', header: 'Reason', cell: ({ text }) => text },
  {
    key: 'points',
    header: 'Points',
    cell: ({ points }) => (points > 0 ? points : 'High by itself'),
    isNumber: true,
  },
];

const CAUSES: Record<string, string> = {
  opening: 'Customer opened',
  change: 'Data of the customer changed',
  night: 'End of day',
  override: 'Level of staff',
  'override-ended': 'Level of staff ended',
};

const CHANGES: ListDefinition<'listRiskRatingChanges'> = {
  operation: 'listRiskRatingChanges',
  title: 'Changes',
  isPart: true,
  columns: [
    { key: 'at', header: 'Time', cell: (row) => <When at={row.at} /> },
    {
      key: 'level',
      header: 'Level',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-1">
          {row.fromLevel && (
            <>
              <Pill status={row.fromLevel} /> to
            </>
          )}
          <Pill status={row.toLevel} />
        </span>
      ),
    },
    { key: 'score', header: 'Score', cell: (row) => row.score, isNumber: true, isSecondary: true },
    { key: 'cause', header: 'Cause', cell: (row) => CAUSES[row.cause] ?? label(row.cause) },
    { key: 'note', header: 'Note', cell: (row) => row.note, isSecondary: true },
    { key: 'by', header: 'By', cell: (row) => actor(row.actor), isSecondary: true },
  ],
  rowKey: (row) => String(row.id),
  empty: 'A change of the level appears here.',
};

/** Approving names what is shown, so that a proposal that took its place meanwhile is not approved unseen. */
const verdictsOn = ({ proposedLevel, proposedUntil }: Rating): Verdict[] => [
  {
    operation: 'approveRiskOverride',
    fixed: { level: proposedLevel, until: proposedUntil },
    title: 'Approve the level',
    key: 'a',
    noteField: null,
    isNoteRequired: false,
    consequence:
      'The level holds from now on, up to and with its last day. Limits follow where the institution has set so.',
    done: 'The level holds.',
  },
  {
    operation: 'declineRiskOverride',
    title: 'Decline',
    key: 'd',
    isDanger: true,
    noteField: null,
    isNoteRequired: false,
    consequence: 'The proposal is dropped; the level stays as it is.',
    done: 'The proposal is dropped.',
  },
];

/** A level that waits: its proposer may drop it, somebody else approves it. */
function Proposal({ rating }: { rating: Rating }) {
  const { view } = useSession();
  const may = useMay();
  const verdicts = verdictsOn(rating);
  const isOwn = rating.proposedBy === `staff:${view.staffID}`;
  const cannot = may('approveRiskOverride') ? null : 'You may see ratings, but not decide on levels.';
  return (
    <Card title="Proposed level" actions={<Pill status={rating.proposedLevel} />}>
      <div className="space-y-4">
        <Facts
          of={[
            ['Proposed by', actor(rating.proposedBy)],
            ['Reason', rating.proposedReason],
            ['Last day', <Day on={rating.proposedUntil} />],
          ]}
        />
        <DecisionPanel
          subject={`Customer ${rating.customerID}: ${rating.level} to ${rating.proposedLevel}`}
          path={path(rating)}
          verdicts={isOwn ? verdicts.filter(({ isDanger }) => isDanger) : verdicts}
          cannotBecause={cannot}
          onDecided={() => undefined}
        />
        {isOwn && <p className="m-0 text-muted">You proposed this level; somebody else must approve it.</p>}
      </div>
    </Card>
  );
}
