import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { addressOf } from '../../api/client';
import { recordQuery } from '../../api/record-query';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { ProblemNotice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { Day, When } from '../../ui/when';

const code = (text: string) => <code className="break-all">{text}</code>;

/** The seal of one business date. */
export default function SealPage() {
  const { date = '' }: { date?: string } = useParams({ strict: false });
  const seal = useQuery(recordQuery('getLedgerSegment', date));
  return (
    <div className="space-y-4">
      <PageHead title={`Seal of ${date}`} />
      <ProblemNotice problem={seal.error} retry={() => void seal.refetch()} />
      {seal.data && (
        <Card title="Segment">
          <Facts
            columns={2}
            of={[
              ['Root', code(seal.data.root)],
              ['Root before', seal.data.previousRoot ? code(seal.data.previousRoot) : 'the first segment'],
              ['Postings', seal.data.postings],
              ['Entries', seal.data.entries],
              ['Dates after', seal.data.after ? <Day on={seal.data.after} /> : 'the beginning'],
              ['Sealed', <When at={seal.data.sealedAt} />],
              ['Signing key', seal.data.keyId ?? 'not signed: the server has no signing key'],
              !!seal.data.publicKey && ['Public key', code(seal.data.publicKey)],
              [
                'File',
                <a
                  className="text-accent underline"
                  href={addressOf('downloadLedgerSeal', { path: { segmentDate: date } })}
                  download
                >
                  Download the seal
                </a>,
              ],
            ]}
          />
        </Card>
      )}
    </div>
  );
}
