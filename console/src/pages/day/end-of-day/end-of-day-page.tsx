import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api/client';
import { useRefreshAfter } from '../../../api/refresh';
import { action } from '../../../form/action';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { useListSearch } from '../../../list/list-page';
import { day } from '../../../rules/dates';
import { actor, plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { TabPanels } from '../../../ui/tab-panels';
import { Day, When } from '../../../ui/when';
import { ExceptionsPart } from './exceptions-part';
import { HistoryPart } from './history-part';
import { ProofResult } from './proof-result';
import { ReadinessPart } from './readiness-part';
import { StepsTable } from './steps-table';

export type Progress = Answer<'getEndOfDayProgress'>;

const REFRESH_MS = 2_000;

const RUN = action<Progress>()({
  operation: 'runEndOfDay',
  title: 'Run the end of day',
  reason: ({ daysDue, endOfDay }) => {
    if (endOfDay?.status === 'Running') return 'The end of day is running.';
    return daysDue === 0 && endOfDay?.status !== 'Stopped' ? 'Nothing is due: the business date is today.' : null;
  },
  consequence: ({ businessDate, calendarDate, daysDue, endOfDay }) =>
    `${endOfDay?.status === 'Stopped' ? `The closing of ${day(endOfDay.date)} goes on where it stopped. ` : ''}${plural(daysDue, 'day')} from ${day(businessDate)} until ${day(calendarDate)} are closed, one after the other: interest is accrued, instalments are collected, deposits mature, provisions are made. What it books cannot be taken back as a whole. Postings continue meanwhile.`,
  done: 'The end of day has been started.',
});

/** The board of the end of day: where the business date stands, what runs, what failed, and what was proved. */
export default function EndOfDayPage() {
  const [{ Date: date }] = useListSearch();
  const progress = useProgress(date);
  if (!progress.data)
    return (
      <div className="space-y-4">
        <PageHead title="End of day" />
        <ProblemNotice problem={progress.error} retry={() => void progress.refetch()} />
      </div>
    );
  return <Board progress={progress.data} />;
}

/** The progress, read again every two seconds while it runs; everything else is read again when it ends. */
function useProgress(date: string | undefined) {
  const progress = useQuery({
    queryKey: ['getEndOfDayProgress', date],
    queryFn: ({ signal }) => read('getEndOfDayProgress', { query: { Date: date }, isBackground: true, signal }),
    refetchInterval: ({ state }) => (state.data?.endOfDay?.status === 'Running' ? REFRESH_MS : false),
  });
  useRefreshAfter(progress.data?.endOfDay?.status === 'Running');
  return progress;
}

function Board({ progress }: { progress: Progress }) {
  const { businessDate, calendarDate, daysDue, endOfDay, estimatedEndAt } = progress;
  return (
    <div className="space-y-4">
      <PageHead
        title="End of day"
        beside={endOfDay && <Pill status={endOfDay.status} />}
        intro="Closes business dates. It starts by itself at midnight; here it is watched, and resumed when it stopped."
      >
        <ActionButtons actions={[RUN]} record={progress} />
      </PageHead>
      {endOfDay?.problem && (
        <Notice tone="danger" role="alert">
          The closing of {day(endOfDay.date)} stopped: {endOfDay.problem}
        </Notice>
      )}
      {endOfDay?.proof && !endOfDay.proof.passed && (
        <Notice tone="danger" role="alert">
          The proof of {day(endOfDay.date)} failed. Do not close a period before it is explained; see the proof below.
        </Notice>
      )}
      <Card title="Business date">
        <Facts
          columns={3}
          of={[
            [
              'Business date',
              <strong>
                <Day on={businessDate} />
              </strong>,
            ],
            ['Calendar', <Day on={calendarDate} />],
            [
              'Days to close',
              daysDue === 0 ? (
                'None'
              ) : (
                <Pill status={plural(daysDue, 'day')} text={plural(daysDue, 'day')} tone="warn" />
              ),
            ],
            !!endOfDay && ['Closing shown', <Day on={endOfDay.date} />],
            !!endOfDay && ['Started by', actor(endOfDay.startedBy)],
            !!endOfDay && ['Finished', <When at={endOfDay.finishedAt} />],
            !!estimatedEndAt && ['Expected to end', <When at={estimatedEndAt} />],
          ]}
        />
      </Card>
      <ReadinessPart />
      <TabPanels
        panels={[
          { name: 'steps', title: 'Steps', content: () => <Steps progress={progress} /> },
          {
            name: 'exceptions',
            title: endOfDay?.openExceptions ? `Exceptions (${endOfDay.openExceptions})` : 'Exceptions',
            content: () => <ExceptionsPart />,
          },
          { name: 'history', title: 'History', content: () => <HistoryPart /> },
        ]}
      />
      <ActionHost actions={[RUN] as never} recordOf={() => progress} />
    </div>
  );
}

function Steps({ progress: { endOfDay, steps } }: { progress: Progress }) {
  return (
    <div className="space-y-4">
      <StepsTable title={endOfDay ? `Steps of ${day(endOfDay.date)}` : 'Steps'} steps={steps} />
      {endOfDay?.proof && (
        <Card
          title={`Proof of ${day(endOfDay.date)}`}
          actions={
            <Pill
              status={endOfDay.proof.passed ? 'Proved' : 'Failed'}
              tone={endOfDay.proof.passed ? 'good' : 'danger'}
            />
          }
        >
          <ProofResult proof={endOfDay.proof} />
        </Card>
      )}
    </div>
  );
}
