import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { ListPage } from '../../../list/list-page';
import { naira } from '../../../rules/naira';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { BULK_ROWS } from './bulk-rows';

type BulkFile = Answer<'getBulkTransferForStaff'>;

const count = (rows: number): string => rows.toLocaleString('en-NG');

/** One file of transfers with its rows, also while it waits. */
export default function BulkFilePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const file = useQuery(recordQuery('getBulkTransferForStaff', id));
  if (file.data) return <LoadedFile file={file.data} />;
  return (
    <div className="space-y-4">
      <PageHead title={`Bulk transfer ${id}`} />
      <ProblemNotice problem={file.error} retry={() => void file.refetch()} />
    </div>
  );
}

function LoadedFile({ file }: { file: BulkFile }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`Bulk transfer ${file.referenceNumber}`}
        beside={<Pill status={file.status} />}
        intro={`${naira(file.totalAmount)}: ${file.narration}`}
      />
      {file.status === 'Pending' && (
        <Notice tone="warn">
          {file.amlHold ? 'AML holds the file.' : 'The file waits for the approval of a colleague.'} No money has moved.
          It goes on by itself once it is released or approved.
        </Notice>
      )}
      {file.failureReason && <Notice tone="danger">Not debited: {file.failureReason}</Notice>}
      <FileFacts file={file} />
      <ListPage of={{ ...BULK_ROWS, path: { referenceNumber: file.referenceNumber } }} />
    </div>
  );
}

function FileFacts({ file }: { file: BulkFile }) {
  return (
    <Card title="About it">
      <Facts
        columns={3}
        of={[
          [
            'From account',
            <RecordLink to={recordAddress('account', file.debitAccount)}>{file.debitAccount}</RecordLink>,
          ],
          ['Sent by', actor(file.maker)],
          ['When a row fails', file.processing === 'AllOrNone' ? 'Nothing is posted' : 'The other rows are posted'],
          ['Rows', count(file.rowCount)],
          ['Posted', count(file.postedRows)],
          ['Failed', count(file.failedRows)],
          ['Still to be posted', count(file.waitingRows)],
          file.outwardRows > 0 && ['To other institutions', count(file.outwardRows)],
          file.outwardRows > 0 && ['Of these, arrived', count(file.processedRows)],
          file.outwardRows > 0 && ['Of these, came back', count(file.reversedRows)],
          ['Stamp duty', <Money amount={file.stampDuty} />],
          file.outwardRows > 0 && ['Charges of rows to other institutions', <Money amount={file.outwardCharges} />],
          ['Returned for failed rows', <Money amount={file.returnedAmount} />],
          ['Received', <When at={file.createdAt} />],
          ['Last result', <When at={file.completedAt} />],
          [
            'Posting',
            <RecordLink to={recordAddress('posting', file.postingReferenceNumber)}>
              {file.postingReferenceNumber}
            </RecordLink>,
          ],
        ]}
      />
    </Card>
  );
}
