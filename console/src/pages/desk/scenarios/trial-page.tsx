import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer, read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { count } from '../../../rules/naira';
import { actor, plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { actionText } from './scenario-words';

type Trial = Answer<'getAmlScenarioBacktest'>;
type Result = NonNullable<Trial['result']>;

const REFRESH_MS = 2_000;

/** The result of a version on past movements. */
export default function ScenarioTrialPage() {
  const { id = '', trial: trialId = '' }: { id?: string; trial?: string } = useParams({ strict: false });
  const trial = useQuery({
    queryKey: ['getAmlScenarioBacktest', id, trialId],
    queryFn: ({ signal }) =>
      read('getAmlScenarioBacktest', { path: { scenarioCode: id, backtestId: trialId }, isBackground: true, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'Running' ? REFRESH_MS : false),
  });
  return (
    <div className="space-y-4">
      <PageHead
        title="Scenario on past movements"
        beside={trial.data && <Pill status={trial.data.state} />}
        intro={<RecordLink to={`/aml/scenarios/${id}?tab=trials`}>{`Scenario ${id}`}</RecordLink>}
      />
      <ProblemNotice problem={trial.error} retry={() => void trial.refetch()} />
      {trial.data && <LoadedTrial trial={trial.data} />}
    </div>
  );
}

function LoadedTrial({ trial }: { trial: Trial }) {
  return (
    <>
      {trial.state === 'Running' && (
        <Notice role="status">The movements are being judged. This page shows the result when it is there.</Notice>
      )}
      {trial.failure && <Notice tone="danger">{trial.failure}</Notice>}
      <Card title="Trial">
        <Facts
          columns={3}
          of={[
            ['Version', trial.version],
            ['Compared with', trial.liveVersion === null ? 'No live version' : `Live version ${trial.liveVersion}`],
            ['Period', plural(trial.days, 'day')],
            ['Begun', <When at={trial.createdAt} />],
            ['Begun by', actor(trial.requestedBy)],
            ['Finished', <When at={trial.finishedAt} />],
          ]}
        />
      </Card>
      {trial.result && <TrialResult result={trial.result} />}
    </>
  );
}

function TrialResult({ result }: { result: Result }) {
  return (
    <>
      <Card title="Result">
        <Facts
          columns={3}
          of={[
            ['Alerts', count(result.alerts)],
            ['Alerts per 1,000 movements', result.alertsPerThousand.toLocaleString('en-NG')],
            ['Movements that meet the version', count(result.matches)],
            ['Movements judged', count(result.movements)],
            ['From', <When at={result.from} />],
            ['To', <When at={result.to} />],
            result.overlap && ['Met by both versions', count(result.overlap.both)],
            result.overlap && ['Met by this version only', count(result.overlap.draftOnly)],
            result.overlap && ['Met by the live version only', count(result.overlap.liveOnly)],
          ]}
        />
      </Card>
      {result.notEvaluated.length > 0 && (
        <Card title="Facts that movements lacked" isFlush>
          <DataTable
            caption="Facts that movements lacked"
            columns={MISSING}
            rows={result.notEvaluated}
            rowKey={({ fact }) => fact}
          />
        </Card>
      )}
      {result.sample.length > 0 && (
        <Card title={`Decided differently (${count(result.changedDecisions)})`} isFlush>
          <DataTable
            caption="Movements that the two versions decide differently"
            columns={CHANGED}
            rows={result.sample}
            rowKey={(row) => `${row.postingReferenceNumber} ${row.accountNumber}`}
          />
        </Card>
      )}
    </>
  );
}

const MISSING: Column<Result['notEvaluated'][number]>[] = [
  { key: 'fact', header: 'Fact', cell: ({ fact }) => <code className="break-all">{fact}</code> },
  { key: 'movements', header: 'Movements not judged', cell: ({ movements }) => count(movements), isNumber: true },
];

const CHANGED: Column<Result['sample'][number]>[] = [
  {
    key: 'posting',
    header: 'Posting',
    cell: (row) => <RecordLink to={`/postings/${row.postingReferenceNumber}`}>{row.postingReferenceNumber}</RecordLink>,
  },
  {
    key: 'account',
    header: 'Account',
    cell: (row) => <RecordLink to={`/accounts/${row.accountNumber}`}>{row.accountNumber}</RecordLink>,
    isSecondary: true,
  },
  { key: 'live', header: 'Live version', cell: (row) => actionText(row.live) },
  { key: 'draft', header: 'This version', cell: (row) => actionText(row.draft) },
];
