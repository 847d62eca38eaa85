import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../../api/client';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { count } from '../../../rules/naira';
import { inSentence, label } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { CANCEL, DownloadLink, type Export, exportTitle, isOpen, REFRESH_MS } from './export-words';

const ACTIONS = [CANCEL];

/** One export: how far it is, under which filters it is made, and its file. */
export default function ExportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const found = useQuery({
    queryKey: ['getExport', id],
    queryFn: ({ signal }) => read('getExport', { path: { exportId: id }, isBackground: true, signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? REFRESH_MS : false),
  });
  if (!found.data) return <ProblemNotice problem={found.error} retry={() => void found.refetch()} />;
  return <LoadedExport of={found.data} />;
}

function LoadedExport({ of }: { of: Export }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Export of ${inSentence(exportTitle(of))}`}
        beside={<Pill status={of.status} />}
        intro={<RecordLink to="/exports">Your exports</RecordLink>}
      >
        <DownloadLink of={of} />
        <ActionButtons actions={ACTIONS} record={of} />
      </PageHead>
      {isOpen(of) && <Notice role="status">The file is being written. This page shows it when it is there.</Notice>}
      {of.status === 'Expired' && <Notice>The days of the file are over. Export the list again to have it.</Notice>}
      {of.errorMessage && <Notice tone="danger">{of.errorMessage}</Notice>}
      <Card title="Export">
        <Facts
          columns={3}
          of={[
            ['Format', of.format],
            ['Rows', count(of.rows)],
            ['Asked for', <When at={of.requestedAt} />],
            ['Begun', <When at={of.startedAt} />],
            ['Finished', <When at={of.finishedAt} />],
            ['Kept until', <When at={of.expiresAt} />],
            ...Object.entries(of.parameters).map(([name, value]): [string, string] => [label(name), value]),
          ]}
        />
      </Card>
      <ActionHost actions={ACTIONS} recordOf={() => of} />
    </div>
  );
}
